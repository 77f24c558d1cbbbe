import { holdsMember } from "./json-object";

/** What the caller presented, classified by its shape. Nothing has been verified. */
export type Credential =
  | { readonly kind: "none" }
  | { readonly kind: "key"; readonly secret: string }
  | { readonly kind: "jwt"; readonly token: string }
  | { readonly kind: "unrecognised" };

/**
 * Classifies the `Authorization` header (RFC 6750 §2.1). A bearer that starts with `sk-` is a key. A bearer whose first
 * dotted part is a JSON object with `alg` is a JWT, even an encrypted or damaged one. Any other bearer may still be a
 * key that the operator chose.
 */
export function readCredential(authorization: string | undefined): Credential {
  if (!authorization) return { kind: "none" };
  const bearer = readBearer(authorization);
  if (!bearer) return { kind: "unrecognised" };
  if (bearer.startsWith("sk-")) return { kind: "key", secret: bearer };
  const dot = bearer.indexOf(".");
  if (dot > 0 && isTokenHeader(bearer.slice(0, dot))) return { kind: "jwt", token: bearer };
  return { kind: "key", secret: bearer };
}

/** Headers of JWTs as they were sent: the tokens of one key have the same one. */
const headers = new Set<string>();
const MOST_HEADERS = 100;
const LONGEST_REMEMBERED = 512;

function isTokenHeader(part: string): boolean {
  if (headers.has(part)) return true;
  if (!holdsMember(part, "alg")) return false;
  if (part.length > LONGEST_REMEMBERED) return true;
  if (headers.size >= MOST_HEADERS) headers.clear();
  // A copy, because a part of a string keeps all of it, here a token.
  headers.add(Buffer.from(part).toString());
  return true;
}

/** The credential after `Bearer` in an `Authorization` header. */
function readBearer(authorization: string): string | undefined {
  return /^bearer[ \t]+(\S+)[ \t]*$/i.exec(authorization)?.[1];
}
