import type { IssuerEntry, Settings } from "@/lib/config/schema";
import { claimPath } from "../claims/claim-path";
import { readPath } from "../claims/read-path";
import type { VerifiedToken } from "../decision";
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
export function meantFor(
  all: readonly Provider[],
  meant: readonly string[],
  settings: TokenSettings,
): readonly Provider[] {
  return all.map((provider) => ({
    ...provider,
    audiences: provider.audiences && [
      ...provider.audiences,
      ...meant,
      ...mcpAudience(provider.configuredIssuer, settings),
    ],
  }));
}

/** Whether a token that was accepted by such an audience has one of those that are meant here. */
export function isMeant(
  { claims, issuer }: Extract<VerifiedToken, { kind: "jwt" }>,
  meant: readonly string[],
  settings: TokenSettings,
): boolean {
  const { audience_claim: claim = "aud" } = settingsOfIssuer(issuer, settings).jwtAuth;
  const named = [readPath(claims, claimPath(claim))].flat();
  return [...meant, ...mcpAudience(issuer, settings)].some((audience) => named.includes(audience));
}

function mcpAudience(issuer: string | undefined, settings: TokenSettings): readonly string[] {
  return [settingsOfIssuer(issuer, settings).jwtAuth.mcp_audience ?? []].flat();
}
