import { constants, createPublicKey, hash, verify, type KeyObject, type VerifyKeyObjectInput } from "node:crypto";
import { importJWK, type CryptoKey } from "jose";
import type { Algorithm } from "@/lib/config/algorithms";
import type { PublicJwk } from "./jwk";

/** One public key of a provider, for as long as the provider publishes it. */
export class TrustedKey {
  readonly #jwk: PublicJwk;
  readonly #imported = new Map<Algorithm, Promise<CryptoKey>>();
  #publicKey: KeyObject | undefined;
  /** How many tokens it has verified. A remembered token is not counted again. */
  tokensSeen = 0;

  constructor(
    jwk: PublicJwk,
    /** Milliseconds since the epoch. */
    readonly firstSeenAt: number,
  ) {
    this.#jwk = jwk;
  }

  get kty(): PublicJwk["kty"] {
    return this.#jwk.kty;
  }
  get kid(): string | undefined {
    return this.#jwk.kid;
  }
  get alg(): string | undefined {
    return this.#jwk.alg;
  }
  get crv(): string | undefined {
    return this.#jwk.crv;
  }

  /** Whether the key has signed a compact JWS by this algorithm. Its parts must be canonical base64url. */
  hasSigned(token: string, algorithm: Algorithm): Promise<boolean> {
    this.#publicKey ??= createPublicKey({ key: { ...this.#jwk }, format: "jwk" });
    return verifySignature(token, algorithm, this.#publicKey);
  }

  /** The key imported for an algorithm, once. */
  import(algorithm: Algorithm): Promise<CryptoKey> {
    let imported = this.#imported.get(algorithm);
    if (!imported) {
      imported = importPublic(this.#jwk, algorithm);
      this.#imported.set(algorithm, imported);
    }
    return imported;
  }
}

/** Identifies a key by all its members: a different key under the same `kid` has a different print. */
export function keyPrint({ kty, kid, alg, crv, n, e, x, y }: PublicJwk): string {
  return hash("sha256", JSON.stringify([kty, kid, alg, crv, n, e, x, y]), "base64url");
}

async function importPublic({ alg: _fits, ...bare }: PublicJwk, algorithm: Algorithm): Promise<CryptoKey> {
  const imported = await importJWK(bare, algorithm);
  if (imported instanceof Uint8Array) throw new Error("a symmetric key");
  return imported;
}

/** How a signature of an algorithm is verified (RFC 7518 §3.1, RFC 8037 §3.1). */
interface Scheme {
  /** Null: the algorithm has its own. */
  readonly digest: string | null;
  readonly input: Omit<VerifyKeyObjectInput, "key">;
}

const SCHEMES: Readonly<Record<Algorithm, Scheme>> = {
  RS256: pkcs1("sha256"),
  RS384: pkcs1("sha384"),
  RS512: pkcs1("sha512"),
  PS256: pss("sha256", 32),
  PS384: pss("sha384", 48),
  PS512: pss("sha512", 64),
  ES256: ecdsa("sha256"),
  ES384: ecdsa("sha384"),
  ES512: ecdsa("sha512"),
  EdDSA: { digest: null, input: {} },
  Ed25519: { digest: null, input: {} },
};

function pkcs1(digest: string): Scheme {
  return { digest, input: { padding: constants.RSA_PKCS1_PADDING } };
}

/** The salt must be as long as the digest (RFC 7518 §3.5). */
function pss(digest: string, saltLength: number): Scheme {
  return { digest, input: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength } };
}

/** R and S follow each other, each as long as the curve's order (RFC 7518 §3.4). */
function ecdsa(digest: string): Scheme {
  return { digest, input: { dsaEncoding: "ieee-p1363" } };
}

/**
 * Verifies the signature of a compact JWS, whose parts must be canonical base64url. The key must fit the algorithm. It
 * runs in another thread; `node:crypto` takes 4 µs of this one for that, and WebCrypto took 16.
 */
function verifySignature(token: string, algorithm: Algorithm, key: KeyObject): Promise<boolean> {
  const dot = token.lastIndexOf(".");
  const { digest, input } = SCHEMES[algorithm];
  const [signed, signature] = [
    Buffer.from(token.slice(0, dot), "latin1"),
    Buffer.from(token.slice(dot + 1), "base64url"),
  ];
  return new Promise((resolve) => {
    // A signature that cannot be read proves nothing, as one that does not fit.
    verify(digest, signed, { key, ...input }, signature, (error, isGood) => resolve(error === null && isGood));
  });
}
