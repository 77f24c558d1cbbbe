import { decodeObject } from "./compact-token";

/** What the caller presented, told apart by shape alone; nothing here has been checked. */
export type Credential =
  | { readonly kind: "none" }
  | { readonly kind: "key"; readonly secret: string }
  | { readonly kind: "jwt"; readonly token: string }
  | { readonly kind: "unrecognised" };

/**
 * Reads the `Authorization` header (RFC 6750 §2.1): an `sk-` bearer is a key, three parts whose first is a JSON
 * object with `alg` are a JWT. Anything else that is a bearer may still be a master key of the operator's choosing.
 */
export function readCredential(authorization: string | undefined): Credential {
  if (!authorization) return { kind: "none" };
  const match = /^bearer[ \t]+(\S+)[ \t]*$/i.exec(authorization);
  const bearer = match?.[1];
  if (!bearer) return { kind: "unrecognised" };
  if (bearer.startsWith("sk-")) return { kind: "key", secret: bearer };
  const parts = bearer.split(".");
  if (parts.length === 3 && decodeObject(parts[0] ?? "")?.alg !== undefined) return { kind: "jwt", token: bearer };
  return { kind: "key", secret: bearer };
}
