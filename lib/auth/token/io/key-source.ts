import { Agent, type buildConnector } from "undici";
import type { Algorithm } from "@/lib/config/algorithms";
import { hasElapsed } from "@/lib/time/has-elapsed";
import { boundedMessageOf } from "./bounded-message";
import { fetchKeys, type FetchedKeys } from "./key-fetch";
import { otherIssuer } from "../discovered-endpoints";
import { fittingKeys } from "../key-set";
import { keyPrint, TrustedKey } from "../trusted-key";

/**
 * Limits for one provider; times in milliseconds. After each fetch that brought nothing new the cooldown doubles, from
 * the shortest to the longest. So a stray token hardly delays a rotation, and a flood of them causes few fetches. A
 * quiet time resets the cooldown.
 */
const LIMITS = {
  bytes: 256 * 1024,
  milliseconds: 5_000,
  shortestCooldown: 1_000,
  longestCooldown: 5_000,
  quiet: 60_000,
} as const;

export interface KeySourceOptions {
  /** The address of a key set or of a discovery document. */
  readonly url: string;
  /** The issuer of these keys, if the configuration names it. */
  readonly issuer?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Seconds for which a set is fresh, and seconds after that for which it is still used while the provider is down. */
  readonly ttl: number;
  readonly staleTtl: number;
  /** The time limit of one fetch, in milliseconds. */
  readonly fetchTimeoutMs?: number;
  /** Called when the provider stops or starts answering, and when its keys change. */
  readonly observe?: ((event: KeySourceEvent, source: KeySource) => void) | undefined;
  /** How providers are connected to, with the longest wait in milliseconds. Default: directly. */
  readonly connectorFor?: ((connectMs: number) => buildConnector.connector) | undefined;
}

export type KeySourceEvent = "failed" | "recovered" | "changed";

/** What a fetch would change in the key set. */
export interface KeySetDifference {
  readonly added: readonly TrustedKey[];
  readonly removed: readonly TrustedKey[];
  readonly kept: readonly TrustedKey[];
}

/**
 * The keys of one provider. They are fetched one fetch at a time and kept for `ttl`. An unknown key causes at most one
 * fetch per cooldown. While the provider is down the old keys stay in use. A bad answer never replaces a good set.
 */
export class KeySource {
  readonly #options: KeySourceOptions;
  readonly #agent: Agent;
  #keys: ReadonlyMap<string, TrustedKey> = new Map();
  #issuer: string | undefined;
  #generation = 0;
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  /** When a key was last asked for and not found. */
  #missedAt = Number.NEGATIVE_INFINITY;
  /** Consecutive fetches that brought nothing new. */
  #inVain = 0;
  #flight: Promise<void> | undefined;
  #fetches = 0;
  #failures = 0;
  #failuresInARow = 0;
  #failingSince: number | undefined;
  #error: string | undefined;

  constructor(options: KeySourceOptions) {
    this.#options = options;
    this.#issuer = options.issuer;
    const connectMs = options.fetchTimeoutMs ?? LIMITS.milliseconds;
    const connect = options.connectorFor?.(connectMs);
    this.#agent = new Agent({ connections: 2, pipelining: 1, connectTimeout: connectMs, ...(connect && { connect }) });
  }

  get url(): string {
    return this.#options.url;
  }
  /** The issuer that these keys belong to, once it is known. */
  get issuer(): string | undefined {
    return this.#issuer;
  }
  /** Why the latest fetch failed, if it did. */
  get error(): string | undefined {
    return this.#error;
  }
  /** How many fetches in a row have failed; 0: the latest one succeeded, or there was none. */
  get failuresInARow(): number {
    return this.#failuresInARow;
  }
  /** When the first of them failed, in milliseconds since the epoch. */
  get failingSince(): number | undefined {
    return this.#failingSince;
  }
  /** Grows whenever the keys or the issuer change. */
  get generation(): number {
    return this.#generation;
  }
  /** How many fetches have been started. */
  get fetches(): number {
    return this.#fetches;
  }
  /** How many of them have failed. */
  get failures(): number {
    return this.#failures;
  }
  get keys(): readonly TrustedKey[] {
    return [...this.#keys.values()];
  }
  /** Milliseconds since the epoch; undefined if nothing was ever fetched. */
  get fetchedAt(): number | undefined {
    return Number.isFinite(this.#fetchedAt) ? this.#fetchedAt : undefined;
  }
  /** The earliest time at which a token causes the next fetch, in milliseconds since the epoch. */
  get nextRefreshAt(): number {
    return Math.max(this.#fetchedAt + this.#options.ttl * 800, this.#failedAt + this.#cooldown, 0);
  }
  get isFresh(): boolean {
    return this.#age() < this.#options.ttl;
  }
  /** Whether there are keys that are not too old to use. */
  get isUsable(): boolean {
    return this.#keys.size > 0 && this.#age() < this.#options.ttl + this.#options.staleTtl;
  }
  /**
   * Whether the keys may be used without waiting: they are fresh, or the provider is down and nothing better can be
   * had.
   */
  get isReady(): boolean {
    return this.isUsable && (this.isFresh || this.#isDown());
  }

  /** Starts a fetch in the background if one is due. */
  touch(): void {
    const now = this.#options.now();
    // A clock behind the last fetch was set back, and does not say when the next fetch is due.
    const isSetBack = now < Math.max(this.#fetchedAt, this.#failedAt);
    if (!this.#flight && (isSetBack || now >= this.nextRefreshAt)) void this.#refresh();
  }

  /** Makes the set ready if possible, waiting for a fetch if necessary. */
  async prepare(): Promise<void> {
    if (this.isReady) return this.touch();
    if (this.#flight || this.#hasCooled(this.#failedAt)) await this.#refresh();
  }

  /**
   * Fetches again because a token's key is not in the set. If that brings nothing new, it is not repeated within the
   * cooldown. If the set did change, the cooldown does not apply: a provider may rotate as often as it likes.
   */
  async seek(): Promise<void> {
    const before = this.#generation;
    // The running fetch may have started before the provider published the key.
    await this.#flight;
    if (this.#generation !== before) return;
    if (this.#error === undefined && hasElapsed(this.#missedAt, LIMITS.quiet, this.#options.now())) this.#inVain = 0;
    if (this.#flight || !this.#hasCooled(Math.max(this.#missedAt, this.#failedAt))) return this.#flight;
    this.#missedAt = this.#options.now();
    await this.#refresh();
    if (this.#generation !== before) this.#missedAt = Number.NEGATIVE_INFINITY;
    else if (this.#error === undefined) this.#inVain++;
  }

  /** Fetches now, even during a cooldown. Afterwards `error` says whether it worked. */
  async refresh(): Promise<void> {
    await this.#flight;
    await this.#refresh();
  }

  /** Fetches, and says what the answer would change without using it. @throws Error if the fetch fails */
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

  /** The usable keys that fit a token's header. */
  keysFor(algorithm: Algorithm, keyId: string | undefined): TrustedKey[] {
    return this.isUsable ? fittingKeys(this.keys, algorithm, keyId) : [];
  }

  close(): void {
    void this.#agent.destroy();
  }

  /** Seconds since the last good fetch. */
  #age(): number {
    return (this.#options.now() - this.#fetchedAt) / 1000;
  }

  get #cooldown(): number {
    return Math.min(LIMITS.shortestCooldown * 2 ** Math.max(this.#inVain - 1, 0), LIMITS.longestCooldown);
  }

  #hasCooled(since: number): boolean {
    return hasElapsed(since, this.#cooldown, this.#options.now());
  }

  /** Whether the provider failed so recently that waiting for it again would only delay good tokens. */
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
        this.#failuresInARow++;
        this.#failingSince ??= this.#failedAt;
        this.#error = boundedMessageOf(error);
        this.#inVain++;
        this.#failures++;
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
      milliseconds: this.#options.fetchTimeoutMs ?? LIMITS.milliseconds,
    });
  }

  /** Keys of another issuer, or suddenly of no issuer, do not replace good ones. @throws Error */
  #checked(fetched: FetchedKeys): FetchedKeys {
    const { issuer } = this.#options;
    if (issuer !== undefined && fetched.issuer !== undefined && !isNamedBy(fetched.issuer, issuer)) {
      throw otherIssuer(fetched.issuer, issuer);
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
    this.#failuresInARow = 0;
    this.#failingSince = undefined;
    if (!isSame) this.#generation++;
    if (!isSame || hadFailed) this.#inVain = 0;
    if (hadFailed) this.#options.observe?.("recovered", this);
    if (!isSame) this.#options.observe?.("changed", this);
  }

  /** A key that is still in the set keeps its age and its token count. */
  #merge({ keys }: FetchedKeys): Map<string, TrustedKey> {
    return new Map(
      keys.map((jwk) => {
        const print = keyPrint(jwk);
        return [print, this.#keys.get(print) ?? new TrustedKey(jwk, this.#options.now())];
      }),
    );
  }
}

/** The documents that Microsoft Entra ID has for several tenants name their issuer with `{tenantid}` in it. */
function isNamedBy(documented: string, issuer: string): boolean {
  const [before = "", after, ...more] = documented.split("{tenantid}");
  if (after === undefined || more.length > 0) return documented === issuer;
  const tenant = issuer.slice(before.length, issuer.length - after.length);
  return /^[\w.-]+$/.test(tenant) && before + tenant + after === issuer;
}
