import { Agent } from "undici";
import type { Algorithm } from "../compact-token";
import { fetchKeys, type FetchedKeys } from "./key-fetch";
import { fittingKeys } from "../key-set";
import { keyPrint, TrustedKey } from "../trusted-key";

/**
 * Bounds on what one provider may cost; times in milliseconds. The cooldown after a fetch that was in vain doubles
 * from the shortest to the longest, so that a stray token hardly delays a rotation and a flood costs next to nothing;
 * quiet ends it.
 */
const LIMITS = {
  bytes: 256 * 1024,
  milliseconds: 5_000,
  shortestCooldown: 1_000,
  longestCooldown: 5_000,
  quiet: 60_000,
} as const;

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
  /** How long one fetch may take, in milliseconds. */
  readonly patience?: number;
  /** Told when the provider stops or starts answering, and when its keys become others. */
  readonly observe?: ((event: KeySourceEvent, source: KeySource) => void) | undefined;
}

export type KeySourceEvent = "failed" | "recovered" | "changed";

/** What a fetch would change. */
export interface KeySetDifference {
  readonly added: readonly TrustedKey[];
  readonly removed: readonly TrustedKey[];
  readonly kept: readonly TrustedKey[];
}

/**
 * The keys of one provider: fetched once at a time, kept for `ttl`, asked for again on an unknown key at most once
 * per cooldown, and kept on while the provider is down. A bad answer never replaces a good set.
 */
export class KeySource {
  readonly #options: KeySourceOptions;
  readonly #agent: Agent;
  #keys: ReadonlyMap<string, TrustedKey> = new Map();
  #issuer: string | undefined;
  #generation = 0;
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  /** When a key was last looked for in vain. */
  #missedAt = Number.NEGATIVE_INFINITY;
  /** Fetches in vain, one after the other. */
  #inVain = 0;
  #flight: Promise<void> | undefined;
  #fetches = 0;
  #error: string | undefined;

  constructor(options: KeySourceOptions) {
    this.#options = options;
    this.#issuer = options.issuer;
    this.#agent = new Agent({ connections: 2, pipelining: 1, connectTimeout: options.patience ?? LIMITS.milliseconds });
  }

  get url(): string {
    return this.#options.url;
  }
  /** The issuer these keys are pinned to, once known. */
  get issuer(): string | undefined {
    return this.#issuer;
  }
  /** Why the newest fetch failed, if it did. */
  get error(): string | undefined {
    return this.#error;
  }
  /** Grows whenever the keys or the issuer become others. */
  get generation(): number {
    return this.#generation;
  }
  /** How many fetches were begun. */
  get fetches(): number {
    return this.#fetches;
  }
  get keys(): readonly TrustedKey[] {
    return [...this.#keys.values()];
  }
  /** Milliseconds since the epoch; undefined: never. */
  get fetchedAt(): number | undefined {
    return Number.isFinite(this.#fetchedAt) ? this.#fetchedAt : undefined;
  }
  /** From when the next token causes a fetch, in milliseconds since the epoch. */
  get nextRefreshAt(): number {
    return Math.max(this.#fetchedAt + this.#options.ttl * 800, this.#failedAt + this.#cooldown, 0);
  }
  get isFresh(): boolean {
    return this.#age() < this.#options.ttl;
  }
  /** Whether there are keys that may still be used. */
  get isUsable(): boolean {
    return this.#keys.size > 0 && this.#age() < this.#options.ttl + this.#options.staleTtl;
  }
  /** Whether its keys may be used at once: they are fresh, or nothing better can be had just now. */
  get isReady(): boolean {
    return this.isUsable && (this.isFresh || this.#isDown());
  }

  /** Starts a fetch ahead of time if one is due, and does not wait for it. */
  touch(): void {
    if (!this.#flight && this.#options.now() >= this.nextRefreshAt) void this.#refresh();
  }

  /** Makes the set ready if it can be, waiting for a fetch where it must. */
  async prepare(): Promise<void> {
    if (this.isReady) return this.touch();
    if (this.#flight || this.#hasCooled(this.#failedAt)) await this.#refresh();
  }

  /**
   * Asks again because a token's key is not in the set. In vain, it is not repeated within the cooldown; a set that
   * did change was worth asking for, so a provider may rotate as often as it likes.
   */
  async seek(): Promise<void> {
    const before = this.#generation;
    // What is under way may have been asked before the provider published the key.
    await this.#flight;
    if (this.#generation !== before) return;
    if (this.#error === undefined && this.#options.now() - this.#missedAt >= LIMITS.quiet) this.#inVain = 0;
    if (this.#flight || !this.#hasCooled(Math.max(this.#missedAt, this.#failedAt))) return this.#flight;
    this.#missedAt = this.#options.now();
    await this.#refresh();
    if (this.#generation !== before) this.#missedAt = Number.NEGATIVE_INFINITY;
    else if (this.#error === undefined) this.#inVain++;
  }

  /** Fetches now, whenever the last time was; `error` says how it went. */
  async refresh(): Promise<void> {
    await this.#flight;
    await this.#refresh();
  }

  /** Fetches, and says what using it would change. @throws Error saying why there is nothing to compare with */
  async drill(): Promise<KeySetDifference> {
    const fetched = this.#checked(await this.#fetch());
    const next = this.#merge(fetched);
    const entries = [...next];
    return {
      added: entries.filter(([print]) => !this.#keys.has(print)).map(([, key]) => key),
      removed: [...this.#keys].filter(([print]) => !next.has(print)).map(([, key]) => key),
      kept: entries.filter(([print]) => this.#keys.has(print)).map(([, key]) => key),
    };
  }

  /** The keys that a token's header fits, as far as they may be used. */
  keysFor(algorithm: Algorithm, keyId: string | undefined): TrustedKey[] {
    return this.isUsable ? fittingKeys(this.keys, algorithm, keyId) : [];
  }

  close(): void {
    void this.#agent.destroy();
  }

  /** In seconds. */
  #age(): number {
    return (this.#options.now() - this.#fetchedAt) / 1000;
  }

  get #cooldown(): number {
    return Math.min(LIMITS.shortestCooldown * 2 ** Math.max(this.#inVain - 1, 0), LIMITS.longestCooldown);
  }

  #hasCooled(since: number): boolean {
    return this.#options.now() - since >= this.#cooldown;
  }

  /** Whether it failed so recently that waiting for it again would only slow good tokens down. */
  #isDown(): boolean {
    return (
      this.#error !== undefined &&
      this.#options.now() - this.#failedAt < 2 * LIMITS.longestCooldown + LIMITS.milliseconds
    );
  }

  #refresh(): Promise<void> {
    this.#flight ??= this.#fetch()
      .then((fetched) => this.#accept(this.#checked(fetched)))
      .catch((error: unknown) => {
        const isNews = this.#error === undefined;
        this.#failedAt = this.#options.now();
        this.#error = messageOf(error);
        this.#inVain++;
        if (isNews) this.#options.observe?.("failed", this);
      })
      .finally(() => {
        this.#flight = undefined;
      });
    return this.#flight;
  }

  #fetch(): Promise<FetchedKeys> {
    this.#fetches++;
    return fetchKeys(this.#options.url, this.#agent, {
      bytes: LIMITS.bytes,
      milliseconds: this.#options.patience ?? LIMITS.milliseconds,
    });
  }

  /** Keys of another issuer, or suddenly of nobody's, do not take the place of good ones. @throws Error */
  #checked(fetched: FetchedKeys): FetchedKeys {
    const { issuer } = this.#options;
    if (issuer !== undefined && fetched.issuer !== undefined && fetched.issuer !== issuer) {
      throw new Error("the discovery document is of another issuer than the configured one");
    }
    if (issuer === undefined && this.isUsable && this.#issuer !== undefined && fetched.issuer !== this.#issuer) {
      throw new Error("the answer is no longer the discovery document of the same issuer");
    }
    return { keys: fetched.keys, issuer: issuer ?? fetched.issuer };
  }

  #accept(fetched: FetchedKeys): void {
    const next = this.#merge(fetched);
    const isSame =
      fetched.issuer === this.#issuer &&
      next.size === this.#keys.size &&
      [...next.keys()].every((print) => this.#keys.has(print));
    const hadFailed = this.#error !== undefined;
    this.#keys = next;
    this.#issuer = fetched.issuer;
    this.#fetchedAt = this.#options.now();
    this.#error = undefined;
    if (!isSame) this.#generation++;
    if (!isSame || hadFailed) this.#inVain = 0;
    if (hadFailed) this.#options.observe?.("recovered", this);
    if (!isSame) this.#options.observe?.("changed", this);
  }

  /** A key that stays keeps its age and its count. */
  #merge({ keys }: FetchedKeys): Map<string, TrustedKey> {
    return new Map(
      keys.map((jwk) => {
        const print = keyPrint(jwk);
        return [print, this.#keys.get(print) ?? new TrustedKey(jwk, this.#options.now())];
      }),
    );
  }
}

/** Bounded, as it is shown and kept. Connection failures of several addresses come as one error without a message. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message.slice(0, 300);
}
