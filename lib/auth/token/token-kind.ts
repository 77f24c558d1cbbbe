import type { Claims } from "../decision";
import { isObject } from "@/lib/is-object";

/** Header types of access tokens, in lower case and without `application/` (RFC 9068 §4, RFC 8725 §3.11). */
const ACCESS_TOKEN_TYPES = ["at+jwt"];
/** These types say only that it is a JWT; the claims must not mark it as another kind. */
const PLAIN_TYPES = ["jwt"];

interface Marks {
  readonly access: readonly string[];
  readonly id: readonly string[];
  readonly other: readonly string[];
}

/** Claims by which some providers mark the kind of a token, with their values for access, ID and other tokens. */
const KIND_CLAIMS: readonly (readonly [name: string, marks: Marks])[] = [
  // Keycloak.
  [
    "typ",
    { access: ["bearer", "dpop", "at+jwt"], id: ["id"], other: ["refresh", "offline", "logout", "serialized-id"] },
  ],
  // Amazon Cognito, and Ory Hydra in its introspection.
  ["token_use", { access: ["access", "access_token"], id: ["id", "id_token"], other: ["refresh", "refresh_token"] }],
  // Several others.
  [
    "token_type",
    {
      access: ["bearer", "access", "access_token"],
      id: ["id", "id_token"],
      other: ["refresh", "refresh_token", "logout", "logout_token"],
    },
  ],
];

/**
 * Claims that only ID tokens have (OpenID Connect Core §3.1.3.6, §3.3.2.11). Some providers also copy `nonce` into
 * access tokens, which they then mark as such.
 */
const ID_TOKEN_CLAIMS = ["nonce", "at_hash", "c_hash", "s_hash"];

/**
 * Says in one sentence why this is neither an access nor an ID token. Refresh and logout tokens carry the same
 * provider's good signature and must not open anything here (RFC 8725 §2.8).
 */
export function kindFault(header: Claims, claims: Claims): string | undefined {
  const type = mediaType(header["typ"]);
  if (type !== undefined && !ACCESS_TOKEN_TYPES.includes(type) && !PLAIN_TYPES.includes(type)) {
    return 'The token\'s "typ" is not that of an access token; expected "at+jwt", "JWT" or none.';
  }
  // OpenID Connect Back-Channel Logout §2.4, RFC 8417 §2.2.
  if (Object.hasOwn(claims, "events")) return "The token is a logout or event token, not an access token.";
  if (isMarked(claims, "other")) return MARKED;
  // RFC 9701 §5: a signed introspection response is about a token and is not one itself.
  if (isObject(claims["token_introspection"])) return "The token is an introspection response, not an access token.";
  return undefined;
}

/** Says in one sentence that the provider has marked the token as another kind than an access token. */
export function markFault(claims: Claims): string | undefined {
  return isMarked(claims, "id") || isMarked(claims, "other") ? MARKED : undefined;
}

/**
 * Says in one sentence why this is an ID token and not an access token; undefined if it is not. Only an issuer with
 * `accept_id_tokens` may send one.
 */
export function idTokenFault(header: Claims, claims: Claims): string | undefined {
  if (isMarked(claims, "id")) return MARKED;
  const isAccess = ACCESS_TOKEN_TYPES.includes(mediaType(header["typ"]) ?? "") || isMarked(claims, "access");
  return !isAccess && ID_TOKEN_CLAIMS.some((name) => Object.hasOwn(claims, name))
    ? "The token is an ID token, not an access token."
    : undefined;
}

const MARKED = "The token is an ID, refresh or logout token, not an access token.";

function isMarked(claims: Claims, kind: keyof Marks): boolean {
  for (const [name, marks] of KIND_CLAIMS) {
    const type = claims[name];
    if (typeof type === "string" && marks[kind].includes(type.toLowerCase())) return true;
  }
  return false;
}

/**
 * RFC 7515 §4.1.9: `application/` may be left out, and case does not matter. A value that is not a string matches
 * nothing.
 */
function mediaType(typ: unknown): string | undefined {
  if (typ === undefined) return undefined;
  return typeof typ === "string" ? typ.toLowerCase().replace(/^application\//, "") : "";
}
