/** A JWT taken apart, before its signature has been checked: good for choosing a key, for nothing else. */
export interface CompactToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly algorithm: Algorithm;
  readonly keyId: string | undefined;
  /** The unverified `iss`, to choose among providers. */
  readonly issuer: string | undefined;
}

/** Asymmetric signatures only: `none` and HS* are never options (RFC 8725 §3.1). */
export const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** Longest token read, in characters. */
export const MAX_TOKEN_LENGTH = 16 * 1024;

/** Takes a compact JWS apart, or says in one sentence why it is not one. */
export function parseCompactToken(token: string): CompactToken | { readonly fault: string } {
  if (token.length > MAX_TOKEN_LENGTH) return { fault: `The token is longer than ${MAX_TOKEN_LENGTH} characters.` };
  const [encodedHeader, encodedPayload, signature, ...rest] = token.split(".");
  if (!encodedHeader || !encodedPayload || !signature || rest.length > 0) {
    return { fault: "The token is not a signed JWT of three parts." };
  }
  if (![encodedHeader, encodedPayload, signature].every(isCanonicalBase64Url)) {
    return { fault: "The token is not canonical base64url." };
  }
  const header = decodeObject(encodedHeader);
  const payload = decodeObject(encodedPayload);
  if (!header) return { fault: "The token's header is not a JSON object." };
  if (!payload) return { fault: "The token's payload is not a JSON object." };
  if (header["crit"] !== undefined || header["b64"] !== undefined) {
    return { fault: "The token's header names critical extensions, none of which is supported." };
  }
  const algorithm = ALGORITHMS.find((known) => known === header["alg"]);
  if (!algorithm) return { fault: "The token's signature algorithm is not accepted; use RS, PS or ES 256/384/512 or EdDSA." };
  const keyId = header["kid"];
  if (keyId !== undefined && typeof keyId !== "string") return { fault: "The token's kid is not a string." };
  const issuer = payload["iss"];
  return { header, algorithm, keyId, issuer: typeof issuer === "string" ? issuer : undefined };
}

/** The JSON object a base64url part holds, or undefined. */
export function decodeObject(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(part, "base64url")));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** One spelling only: otherwise a tampered token could pass under several names (RFC 7515 §2, RFC 4648 §3.5). */
function isCanonicalBase64Url(part: string): boolean {
  return Buffer.from(part, "base64url").toString("base64url") === part;
}
