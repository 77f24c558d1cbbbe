import type { IssuerEntry } from "@/lib/config/schema";

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
