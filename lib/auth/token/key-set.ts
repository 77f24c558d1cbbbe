import type { PublicJwk } from "@/lib/auth/token/jwk";
import type { Algorithm } from "@/lib/config/algorithms";
import { parseJsonBytes } from "./json-object";
import { isObject } from "@/lib/is-object";
import { isStrongKey } from "./key-strength";

/** What an address returned: the keys themselves, or their issuer and where to get them. */
export type KeyDocument =
  | { readonly kind: "keys"; readonly keys: readonly PublicJwk[] }
  | { readonly kind: "discovery"; readonly issuer: string; readonly jwksUri: string };

const MAX_KEYS = 100;
const PUBLIC_MEMBERS = ["kid", "alg", "crv", "n", "e", "x", "y"] as const;

/**
 * Tells a key set from a discovery document by its body. Drops symmetric keys, encryption keys and weak keys.
 * @throws Error that says what the body is instead, without repeating any of it
 */
export function readKeyDocument(body: Uint8Array): KeyDocument {
  const document = parseJsonBytes(body);
  if ("fault" in document) throw new Error(`the answer ${document.fault}`);
  const { keys, jwks_uri: jwksUri, issuer } = document.value;
  if (Array.isArray(keys)) return { kind: "keys", keys: usableKeys(keys) };
  if (typeof jwksUri === "string" && typeof issuer === "string" && issuer !== "")
    return { kind: "discovery", issuer, jwksUri };
  throw new Error("the answer is neither a key set nor a discovery document");
}

/**
 * The keys that fit a token's header by key type, curve, `alg` and, if the token names one, `kid`. Keys without a `kid`
 * serve tokens whose `kid` no other key has.
 */
export function fittingKeys<Key extends PublicJwk>(
  keys: readonly Key[],
  algorithm: Algorithm,
  keyId: string | undefined,
): Key[] {
  const fitting = keys.filter(
    (key) =>
      fitsType(key, algorithm) && (key.alg === undefined || key.alg === algorithm || isEdwards(key.alg, algorithm)),
  );
  if (keyId === undefined) return fitting;
  const named = fitting.filter((key) => key.kid === keyId);
  return named.length > 0 ? named : fitting.filter((key) => key.kid === undefined);
}

const CURVES: Partial<Record<Algorithm, string>> = {
  ES256: "P-256",
  ES384: "P-384",
  ES512: "P-521",
  EdDSA: "Ed25519",
  Ed25519: "Ed25519",
};

function fitsType(key: PublicJwk, algorithm: Algorithm): boolean {
  const curve = CURVES[algorithm];
  if (curve === undefined) return key.kty === "RSA";
  return key.crv === curve && key.kty === (curve === "Ed25519" ? "OKP" : "EC");
}

/** RFC 9864 gives this curve two names. */
function isEdwards(...names: string[]): boolean {
  return names.every((name) => name === "EdDSA" || name === "Ed25519");
}

/** @throws Error if no key is usable, so that an empty set never replaces a good one */
function usableKeys(keys: readonly unknown[]): PublicJwk[] {
  if (keys.length > MAX_KEYS) throw new Error(`the key set holds more than ${MAX_KEYS} keys`);
  const usable = keys.flatMap((key) => publicKey(key) ?? []).filter(isStrongKey);
  if (usable.length === 0) throw new Error("the key set holds no usable public signature key");
  return usable;
}

function publicKey(key: unknown): PublicJwk | undefined {
  if (!isObject(key)) return undefined;
  const { kty, use, key_ops: operations } = key;
  if (kty !== "RSA" && kty !== "EC" && kty !== "OKP") return undefined;
  if (use !== undefined && use !== "sig") return undefined;
  if (operations !== undefined && !(Array.isArray(operations) && operations.includes("verify"))) return undefined;
  const members = PUBLIC_MEMBERS.flatMap((name) => (typeof key[name] === "string" ? [[name, key[name]]] : []));
  return { kty, ...Object.fromEntries(members) };
}
