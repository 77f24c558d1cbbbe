import { randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK, type JWTPayload } from "jose";

export type SigningAlgorithm = "RS256" | "PS256" | "ES256" | "ES384" | "EdDSA";

/** A private key as a JWK, with `kid` and `alg`. */
export type SigningKey = JWK & { readonly kid: string; readonly alg: SigningAlgorithm };

/** Creates a key for one algorithm. */
export async function createSigningKey(algorithm: SigningAlgorithm): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: algorithm, use: "sig" };
}

/** Signs claims exactly as given. `header` overrides the protected header's `alg`, `kid` and `typ`. */
export async function signClaims(
  key: SigningKey,
  claims: JWTPayload,
  header: Record<string, unknown> = {},
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: "at+jwt", ...header })
    .sign(await importJWK(key, key.alg));
}
