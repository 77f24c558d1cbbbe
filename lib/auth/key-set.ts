import type { Algorithm } from "./compact-token";

/** The public members of a JSON Web Key that the gateway keeps (RFC 7517 §4); private members are never read. */
export interface PublicJwk {
  readonly kty: "RSA" | "EC" | "OKP";
  readonly kid?: string;
  readonly alg?: string;
  readonly crv?: string;
  readonly n?: string;
  readonly e?: string;
  readonly x?: string;
  readonly y?: string;
}

/** What an address answered: the keys themselves, or where they are and whose. */
export type KeyDocument =
  | { readonly kind: "keys"; readonly keys: readonly PublicJwk[] }
  | { readonly kind: "discovery"; readonly issuer: string; readonly jwksUri: string };

const MAX_KEYS = 100;
const PUBLIC_MEMBERS = ["kid", "alg", "crv", "n", "e", "x", "y"] as const;

/** Tells a key set from a discovery document by its body. Symmetric and encryption keys are dropped. @throws Error saying what the body is instead */
export function readKeyDocument(body: string): KeyDocument {
  let document: unknown;
  try {
    document = JSON.parse(body);
  } catch {
    throw new Error("the answer is not JSON");
  }
  if (!isObject(document)) throw new Error("the answer is not a JSON object");
  if (Array.isArray(document["keys"])) {
    const keys = document["keys"].slice(0, MAX_KEYS).flatMap((key) => publicKey(key) ?? []);
    if (keys.length === 0) throw new Error("the key set holds no usable public signature key");
    return { kind: "keys", keys };
  }
  const { jwks_uri: jwksUri, issuer } = document;
  if (typeof jwksUri === "string" && typeof issuer === "string") return { kind: "discovery", issuer, jwksUri };
  throw new Error("the answer is neither a key set nor a discovery document");
}

/** The keys that a token's header fits, by key type, curve, `alg` and, where both have one, `kid`. */
export function fittingKeys(keys: readonly PublicJwk[], algorithm: Algorithm, keyId: string | undefined): PublicJwk[] {
  return keys.filter(
    (key) =>
      fitsType(key, algorithm) &&
      (key.alg === undefined || key.alg === algorithm || isEdwards(key.alg, algorithm)) &&
      (keyId === undefined || key.kid === keyId || (key.kid === undefined && keys.length === 1)),
  );
}

const CURVES: Partial<Record<Algorithm, string>> = { ES256: "P-256", ES384: "P-384", ES512: "P-521", EdDSA: "Ed25519", Ed25519: "Ed25519" };

function fitsType(key: PublicJwk, algorithm: Algorithm): boolean {
  const curve = CURVES[algorithm];
  if (curve === undefined) return key.kty === "RSA";
  return key.crv === curve && key.kty === (curve === "Ed25519" ? "OKP" : "EC");
}

/** RFC 9864 gives the one curve two names. */
function isEdwards(...names: string[]): boolean {
  return names.every((name) => name === "EdDSA" || name === "Ed25519");
}

function publicKey(key: unknown): PublicJwk | undefined {
  if (!isObject(key)) return undefined;
  const { kty, use, key_ops: operations } = key;
  if (kty !== "RSA" && kty !== "EC" && kty !== "OKP") return undefined;
  if (use !== undefined && use !== "sig") return undefined;
  if (Array.isArray(operations) && !operations.includes("verify")) return undefined;
  const members = PUBLIC_MEMBERS.flatMap((name) => (typeof key[name] === "string" ? [[name, key[name]]] : []));
  return { kty, ...Object.fromEntries(members) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
