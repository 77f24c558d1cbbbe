import { holdsMember } from "./json-object";

/** What the caller presented, told apart by shape alone; nothing here has been checked. */
export type Credential =
  | { readonly kind: "none" }
  | { readonly kind: "key"; readonly secret: string }
  | { readonly kind: "jwt"; readonly token: string }
  | { readonly kind: "unrecognised" };

/**
 * Reads the `Authorization` header (RFC 6750 §2.1): an `sk-` bearer is a key; several parts whose first is a JSON
 * object with `alg` are a JWT, signed or encrypted, whole or mangled. Any other bearer may still be a key of the
 * operator's choosing.
 */
export function readCredential(authorization: string | undefined): Credential {
  if (!authorization) return { kind: "none" };
  const bearer = readBearer(authorization);
  if (!bearer) return { kind: "unrecognised" };
  if (bearer.startsWith("sk-")) return { kind: "key", secret: bearer };
  const dot = bearer.indexOf(".");
  if (dot > 0 && holdsMember(bearer.slice(0, dot), "alg")) return { kind: "jwt", token: bearer };
  return { kind: "key", secret: bearer };
}

/** What follows `Bearer` in an `Authorization` header. */
export function readBearer(authorization: string): string | undefined {
  return /^bearer[ \t]+(\S+)[ \t]*$/i.exec(authorization)?.[1];
}
