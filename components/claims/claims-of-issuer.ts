import type { SeenClaims } from "@/lib/wire/claim-catalogue";

type Seen = SeenClaims["issuers"][number];

/**
 * The claims seen of an issuer's tokens; undefined: no token of it was seen. Tokens of issuers without an entry are
 * counted together. `entries`: the issuers that have one; undefined: not known.
 */
export function claimsOfIssuer(
  seen: readonly Seen[],
  issuer: string,
  entries: readonly string[] | undefined,
): Seen | undefined {
  const own = seen.find((one) => one.issuer === issuer);
  if (own !== undefined || entries === undefined || entries.includes(issuer)) return own;
  return seen.find((one) => one.issuer === null);
}
