import type { IssuerEntry, Settings } from "@/lib/config/schema";
import { claimPath } from "../claims/claim-path";
import { readPath } from "../claims/read-path";
import type { Claims } from "../decision";
import { settingsOfIssuer } from "../issuer-settings";
import { issuersOf } from "../issuer-tenants";
import type { Provider } from "./provider";

/** Audiences, which are worked out only for a token that needs them. */
export type Audiences = () => readonly string[];

/**
 * The audiences that the tokens of an entry of `issuers` may have; undefined if any will do. `common`: those of
 * `JWT_AUDIENCE`.
 */
export function audiencesOf(
  { audience }: Pick<IssuerEntry, "audience">,
  common: readonly string[] | undefined,
): readonly string[] | undefined {
  if (audience === undefined) return common;
  return audience === "none" ? undefined : [audience].flat();
}

/** Whether a token of an issuer is accepted only with an audience, so that it was meant for this gateway. */
export function checksAudience(
  issuer: string | undefined,
  { jwtAuth, audiences }: Pick<Settings, "jwtAuth" | "audiences">,
): boolean {
  const common = audiences.length > 0 ? audiences : undefined;
  const entry = jwtAuth.issuers.find((one) => issuer !== undefined && issuersOf(one).includes(issuer));
  return (entry ? audiencesOf(entry, common) : common) !== undefined;
}

type TokenSettings = Pick<Settings, "jwtAuth">;

/**
 * The providers with the audiences that tokens for tools may have: theirs, those that are meant there, and
 * `mcp_audience`. One whose audience is not checked stays so.
 */
export function meantFor(all: readonly Provider[], meant: Audiences, settings: TokenSettings): readonly Provider[] {
  return all.map((provider) => ({
    ...provider,
    audiences: provider.audiences && [
      ...provider.audiences,
      ...toolAudiences(provider.configuredIssuer, meant, settings),
    ],
  }));
}

/** Whether a claim names one of the audiences. `claim`: `aud`, or what `audience_claim` names. */
export function namesAudience(claims: Claims, claim: string, audiences: readonly string[]): boolean {
  const named: unknown[] = [readPath(claims, claimPath(claim))].flat();
  return audiences.some((audience) => named.includes(audience));
}

/** The audiences that will do where tools are asked for, beside those of a token's issuer. */
export function toolAudiences(
  issuer: string | undefined,
  meant: Audiences,
  settings: TokenSettings,
): readonly string[] {
  return [...meant(), ...[settingsOfIssuer(issuer, settings).jwtAuth.mcp_audience ?? []].flat()];
}
