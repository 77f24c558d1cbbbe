import type { IssuerEntry, Settings } from "@/lib/config/schema";
import { issuersOf } from "../issuer-tenants";

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
