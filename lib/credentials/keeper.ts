import { LRUCache } from "lru-cache";
import type { MaybePromise } from "@/lib/async/maybe-promise";
import { hasElapsed } from "@/lib/time/has-elapsed";
import { CredentialError, type CredentialPorts, type CredentialSource, type FetchedCredential } from "./source";

/** A credential is renewed that long before its end, in milliseconds, or for the last tenth of a shorter life. */
const AHEAD_MS = 60_000;
/**
 * How long a credential is used at least, whatever end it names: with a clock that is ahead each call would fetch
 * another one otherwise. Its service refuses it if it has really ended.
 */
const SHORTEST_LIFE_MS = 60_000;
const USUAL_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;
/** One that has replaced a refused one, and is refused so soon after it came, is not replaced in its turn. */
const FRESH_MS = 10_000;
/** Settings change while the process runs, and callers bring tokens that are exchanged. Those in use stay. */
const MOST_KEPT = 1_000;

/** A credential that cannot be fetched now. */
export class CredentialFailure extends Error {
  override readonly name = "CredentialFailure";
  constructor(
    readonly failed: FailedCredential,
    options?: ErrorOptions,
  ) {
    super(`${failed.label} cannot be fetched: ${failed.reason}`, options);
  }
}

export interface FailedCredential {
  readonly key: string;
  readonly label: string;
  /** Repeats no secret. */
  readonly reason: string;
  /** When it is fetched again at the earliest, in milliseconds since the epoch. */
  readonly until: number;
  /** How many fetches in a row have failed. */
  readonly failures: number;
}

/** Whether a credential can be fetched, once that changes; every failed fetch counts. */
export type CredentialCondition = { readonly label: string } & (
  | { readonly state: "failed"; readonly reason: string; readonly failures: number; readonly until: number }
  | { readonly state: "recovered" }
);

interface Pause {
  readonly since: number;
  readonly failed: FailedCredential;
}

interface Kept {
  readonly label: string;
  credential: (FetchedCredential<unknown> & { readonly since: number; readonly renewAt: number }) | undefined;
  fetching: Promise<unknown> | undefined;
  /** When a credential was last renewed because it was refused. */
  renewedAt: number | undefined;
  pause: Pause | undefined;
}

export interface KeeperOptions {
  readonly ports: CredentialPorts;
  /** A new signal for each fetch, which ends it when it takes too long. */
  limit(): AbortSignal;
  /** Called when a fetch has failed, and when the next one has not. */
  onChange?(condition: CredentialCondition): void;
}

/**
 * Keeps credentials that end: fetches each when it is first needed, once for all who need it, and renews it ahead of
 * its end while the old one is used. While its service is away, it is used as long as it lasts.
 */
export class CredentialKeeper {
  readonly #kept = new LRUCache<string, Kept>({ max: MOST_KEPT });

  constructor(readonly options: KeeperOptions) {}

  /**
   * The credential of a source; a promise only if it has to be waited for. `pauseMs`: how long a first failed fetch
   * rests. @throws CredentialFailure
   */
  current<Value>(source: CredentialSource<Value>, pauseMs = USUAL_PAUSE_MS): MaybePromise<Value> {
    const kept = this.#keptOf(source);
    const now = this.options.ports.now();
    const { credential } = kept;
    if (credential && !hasEnded(credential, now)) {
      // Whoever is in need of it waits for the next one; this caller has one that holds.
      if (now >= credential.renewAt && !isResting(kept, now)) this.#fetch(kept, source, pauseMs).catch(() => {});
      return ownOf<Value>(credential.value);
    }
    if (kept.pause && isResting(kept, now)) throw new CredentialFailure(kept.pause.failed);
    return this.#fetch(kept, source, pauseMs);
  }

  /**
   * Another credential, after a service has refused `used` because it has ended; undefined: there is none that could
   * fare better. @throws CredentialFailure
   */
  renewed<Value>(source: CredentialSource<Value>, used: Value): MaybePromise<Value | undefined> {
    const kept = this.#keptOf(source);
    const now = this.options.ports.now();
    const { credential } = kept;
    if (credential?.value === used) {
      if (kept.renewedAt !== undefined && !hasElapsed(kept.renewedAt, FRESH_MS, now)) return undefined;
      kept.renewedAt = now;
      kept.credential = undefined;
    }
    return this.current(source);
  }

  /** Whether a credential can be used or fetched now; undefined: it can. */
  failure(key: string): FailedCredential | undefined {
    const kept = this.#kept.peek(key);
    if (!kept?.pause) return undefined;
    const now = this.options.ports.now();
    const isHeld = kept.credential !== undefined && !hasEnded(kept.credential, now);
    return isHeld || !isResting(kept, now) ? undefined : kept.pause.failed;
  }

  /** When the held credential ends, in milliseconds since the epoch; undefined: none is held, or it has no end. */
  endsAt(key: string): number | undefined {
    return this.#kept.peek(key)?.credential?.endsAt;
  }

  /** The credentials whose latest fetch has failed. */
  failures(): FailedCredential[] {
    return [...this.#kept.values()].flatMap(({ pause }) => (pause ? [pause.failed] : []));
  }

  #keptOf({ key, label }: Pick<CredentialSource<unknown>, "key" | "label">): Kept {
    let kept = this.#kept.get(key);
    if (!kept) {
      kept = { label, credential: undefined, fetching: undefined, renewedAt: undefined, pause: undefined };
      this.#kept.set(key, kept);
    }
    return kept;
  }

  #fetch<Value>(kept: Kept, source: CredentialSource<Value>, pauseMs: number): Promise<Value> {
    const fetching = (kept.fetching ??= this.#fetchNow(kept, source, pauseMs).finally(() => {
      kept.fetching = undefined;
    }));
    return fetching.then((value) => ownOf<Value>(value));
  }

  async #fetchNow(kept: Kept, source: CredentialSource<unknown>, pauseMs: number): Promise<unknown> {
    const { ports, limit } = this.options;
    try {
      const signal = limit();
      const fetched = await Promise.race([source.fetch(ports, signal), aborted(signal)]);
      kept.credential = timed(fetched, ports.now());
      if (kept.pause) this.options.onChange?.({ state: "recovered", label: source.label });
      kept.pause = undefined;
      return fetched.value;
    } catch (error) {
      throw this.#failed(kept, source, error, pauseMs);
    }
  }

  #failed(kept: Kept, { key, label }: CredentialSource<unknown>, error: unknown, pauseMs: number): CredentialFailure {
    const since = this.options.ports.now();
    const failures = (kept.pause?.failed.failures ?? 0) + 1;
    const until = since + Math.min(pauseMs * 2 ** Math.min(failures - 1, 10), Math.max(LONGEST_PAUSE_MS, pauseMs));
    const failed = { key, label, reason: reasonOf(error), until, failures };
    kept.pause = { since, failed };
    this.options.onChange?.({ state: "failed", label, reason: failed.reason, failures, until });
    return new CredentialFailure(failed, { cause: error });
  }
}

/** The values are kept by key, and a key stands for one kind of source: what comes out is what its source put in. */
function ownOf<Value>(value: unknown): Value {
  return value as Value;
}

function timed(fetched: FetchedCredential<unknown>, now: number): Kept["credential"] {
  const { endsAt, value } = fetched;
  if (endsAt === undefined) return { value, endsAt, since: now, renewAt: Infinity };
  const end = Math.max(endsAt, now + SHORTEST_LIFE_MS);
  return { value, endsAt: end, since: now, renewAt: end - Math.min(AHEAD_MS, (end - now) / 10) };
}

function hasEnded({ endsAt, since }: { readonly endsAt: number | undefined; readonly since: number }, now: number) {
  return endsAt !== undefined && hasElapsed(since, endsAt - since, now);
}

function isResting({ pause }: Kept, now: number): boolean {
  return pause !== undefined && !hasElapsed(pause.since, pause.failed.until - pause.since, now);
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = (): void => reject(new CredentialError("it took too long"));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

/** Other errors may quote what was sent. */
function reasonOf(error: unknown): string {
  if (error instanceof CredentialError) return error.message;
  return error instanceof Error ? error.name : "unknown";
}
