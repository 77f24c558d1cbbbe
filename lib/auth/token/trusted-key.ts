import { hash } from "node:crypto";
import { importJWK, type CryptoKey } from "jose";
import type { Algorithm } from "@/lib/config/algorithms";
import type { PublicJwk } from "./jwk";

/** One public key of a provider, for as long as the provider publishes it. */
export class TrustedKey {
  readonly #jwk: PublicJwk;
  readonly #imported = new Map<Algorithm, Promise<CryptoKey>>();
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
