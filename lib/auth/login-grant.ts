import type { JwtAuthSettings } from "@/lib/config/schema";
import { quote } from "@/lib/quote";
import { ClaimTypeError } from "./claims/claim-type-error";
import { claimSources } from "./claims/claim-source";
import { readSet } from "./claims/read-set";
import type { Claims, VerifiedToken } from "./decision";

type Mapping = NonNullable<JwtAuthSettings["loginAdministrators"]>;

/**
 * What makes an administrator of somebody who has logged in through the login of the database, in words that follow
 * "and". Undefined: nothing does. A bearer token never has it: whoever gets hold of one has not logged in.
 */
export function loginGrantOf(
  token: Extract<VerifiedToken, { kind: "jwt" }>,
  mapping: Mapping | undefined,
): string | undefined {
  if (!mapping || token.via !== "session") return undefined;
  if (token.issuer !== mapping.issuer || token.loginIssuer !== mapping.issuer) return undefined;
  const value = valuesAt(token.claims, mapping.claim).find((one) => mapping.values.includes(one));
  return value === undefined ? undefined : `the claim ${quote(mapping.claim)} has ${quote(value)}`;
}

/** The values of a claim as texts; none for a claim of another type. */
function valuesAt(claims: Claims, claim: string): readonly string[] {
  try {
    return readSet(claims, claimSources(claim));
  } catch (error) {
    if (error instanceof ClaimTypeError) return [];
    throw error;
  }
}
