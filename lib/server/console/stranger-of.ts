import { hash } from "node:crypto";
import type { Claims } from "@/lib/auth/decision";

/** An access token that is proven, and the ID token that came with it. */
interface TokenPair {
  readonly accessToken: string | undefined;
  readonly claims: Claims;
  readonly idToken: Claims;
}

/**
 * Why an access token is not that of the person who logs in; undefined: it is. Whoever answers for a provider's token
 * endpoint could put any token there, such as an administrator's of another issuer.
 */
export function strangerOf({ accessToken, claims, idToken }: TokenPair): string | undefined {
  if (claims["iss"] !== idToken["iss"]) return "The access token is of another issuer than the login.";
  if (!isSamePerson(claims, idToken)) return "The access token is about somebody else than the login.";
  const stated = idToken["at_hash"];
  if (stated !== undefined && accessToken !== undefined && !isHashOf(accessToken, stated))
    return "The access token is not the one that the ID token names in at_hash.";
  return undefined;
}

/** Entra ID has another `sub` of the same person for each application, and one `oid`. */
function isSamePerson(claims: Claims, idToken: Claims): boolean {
  const [person, other] = [claims["sub"], idToken["sub"]];
  if (person === undefined || person === other) return true;
  return claims["oid"] !== undefined && claims["oid"] === idToken["oid"] && claims["tid"] === idToken["tid"];
}

/** The hashes of the algorithms that sign ID tokens, by the characters that half of one has in base64url. */
const HASHES: ReadonlyMap<number, string> = new Map([
  [22, "sha256"],
  [32, "sha384"],
  [43, "sha512"],
]);

/** Whether `stated` is the left half of the token's hash (OpenID Connect Core §3.1.3.6). */
function isHashOf(token: string, stated: unknown): boolean {
  const algorithm = typeof stated === "string" ? HASHES.get(stated.length) : undefined;
  if (algorithm === undefined) return false;
  const whole = hash(algorithm, token, "buffer");
  return whole.subarray(0, whole.length / 2).toString("base64url") === stated;
}
