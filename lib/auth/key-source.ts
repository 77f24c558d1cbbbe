import { importJWK, type CryptoKey } from "jose";
import { Agent, request } from "undici";
import type { Algorithm } from "./compact-token";
import { fittingKeys, readKeyDocument, type PublicJwk } from "./key-set";

/** Bounds on what one provider may cost. */
const LIMITS = { bytes: 256 * 1024, milliseconds: 5_000, cooldown: 5_000 } as const;

export interface KeySourceOptions {
  /** A key set or a discovery document. */
  readonly url: string;
  /** Whose keys these are, when configuration says so. */
  readonly issuer?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** How long a set is fresh, and how long beyond that it is served while the provider is down, in seconds. */
  readonly ttl: number;
  readonly staleTtl: number;
}

/**
 * The keys of one provider: fetched once at a time, kept for `ttl`, asked for again on an unknown key at most once
 * per cooldown, and kept on while the provider is down. A bad answer never replaces a good set.
 */
export class KeySource {
  readonly #options: KeySourceOptions;
  readonly #agent = new Agent({ connections: 2, pipelining: 1, connectTimeout: LIMITS.milliseconds });
  readonly #imported = new Map<string, Promise<CryptoKey>>();
  #keys: readonly PublicJwk[] | undefined;
  #issuer: string | undefined;
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  #missedAt = Number.NEGATIVE_INFINITY;
  #flight: Promise<void> | undefined;
  #error: string | undefined;

  constructor(options: KeySourceOptions) {
    this.#options = options;
    this.#issuer = options.issuer;
  }

  /** The issuer these keys are pinned to, once known. */
  get issuer(): string | undefined {
    return this.#issuer;
  }
  get url(): string {
    return this.#options.url;
  }
  /** Why the newest fetch failed, if it did. */
  get error(): string | undefined {
    return this.#error;
  }
  /** Whether there are keys that may still be used. */
  get usable(): boolean {
    return this.#keys !== undefined && this.#age() < this.#options.ttl + this.#options.staleTtl;
  }
  /** Until when what was verified with this set holds without asking again, in milliseconds since the epoch. */
  get freshUntil(): number {
    return this.#fetchedAt + this.#options.ttl * 1000;
  }

  /** Makes the set fresh if it can be: waits for a fetch when it is stale or missing, and starts one ahead of time. */
  async ensureFresh(): Promise<void> {
    const age = this.#age();
    if (age >= this.#options.ttl) {
      if (this.#flight || this.#hasCooled(this.#failedAt)) await this.#refresh();
    } else if (age >= this.#options.ttl * 0.8 && this.#hasCooled(this.#failedAt)) {
      void this.#refresh();
    }
  }

  /** Asks again because a key is missing; at most once per cooldown, failures included. */
  async refetch(): Promise<void> {
    if (this.#flight) return this.#flight;
    if (!this.#hasCooled(Math.max(this.#missedAt, this.#failedAt))) return;
    this.#missedAt = this.#options.now();
    await this.#refresh();
  }

  /** The imported keys that a token's header fits. */
  async keysFor(algorithm: Algorithm, keyId: string | undefined): Promise<CryptoKey[]> {
    if (!this.usable) return [];
    const imported = await Promise.allSettled(fittingKeys(this.#keys ?? [], algorithm, keyId).map((key) => this.#import(key, algorithm)));
    return imported.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  }

  close(): void {
    void this.#agent.destroy();
  }

  #age(): number {
    return (this.#options.now() - this.#fetchedAt) / 1000;
  }

  #hasCooled(since: number): boolean {
    return this.#options.now() - since >= LIMITS.cooldown;
  }

  #refresh(): Promise<void> {
    this.#flight ??= this.#fetch().finally(() => {
      this.#flight = undefined;
    });
    return this.#flight;
  }

  async #fetch(): Promise<void> {
    try {
      // One deadline over everything, so that an answer that drips costs no more than one that hangs.
      const signal = AbortSignal.timeout(LIMITS.milliseconds);
      let document = readKeyDocument(await this.#get(this.#options.url, signal));
      let issuer = this.#options.issuer;
      if (document.kind === "discovery") {
        if (issuer !== undefined && issuer !== document.issuer) throw new Error(`the discovery document is of another issuer, ${document.issuer}`);
        issuer = document.issuer;
        document = readKeyDocument(await this.#get(keySetUrl(this.#options.url, document.jwksUri), signal));
        if (document.kind !== "keys") throw new Error("the address in jwks_uri does not answer a key set");
      }
      this.#keys = document.keys;
      this.#imported.clear();
      this.#issuer = issuer;
      this.#fetchedAt = this.#options.now();
      this.#error = undefined;
    } catch (error) {
      this.#failedAt = this.#options.now();
      this.#error = error instanceof Error ? error.message : String(error);
    }
  }

  async #get(url: string, signal: AbortSignal): Promise<string> {
    // Redirects are not followed: a provider must not lead the gateway to an inner address.
    const { statusCode, body } = await request(url, { dispatcher: this.#agent, signal, headers: { accept: "application/json" } });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      if (!Buffer.isBuffer(chunk)) throw new Error("the answer is not bytes");
      size += chunk.length;
      if (size > LIMITS.bytes) {
        body.destroy();
        throw new Error(`the answer is larger than ${LIMITS.bytes} bytes`);
      }
      chunks.push(chunk);
    }
    if (statusCode !== 200) throw new Error(`the answer has status ${statusCode}`);
    return Buffer.concat(chunks).toString("utf8");
  }

  #import(key: PublicJwk, algorithm: Algorithm): Promise<CryptoKey> {
    const id = `${algorithm} ${JSON.stringify(key)}`;
    const known = this.#imported.get(id);
    if (known) return known;
    const { alg: _fits, ...bare } = key;
    const imported = importJWK(bare, algorithm).then((value) => {
      if (value instanceof Uint8Array) throw new Error("a symmetric key");
      return value;
    });
    this.#imported.set(id, imported);
    return imported;
  }
}

/** A discovery document may not lead from https to http. @throws Error */
function keySetUrl(from: string, jwksUri: string): string {
  const url = new URL(jwksUri, from);
  const isAllowed = url.protocol === "https:" || (url.protocol === "http:" && new URL(from).protocol === "http:");
  if (!isAllowed) throw new Error("jwks_uri is not an https address");
  return url.href;
}
