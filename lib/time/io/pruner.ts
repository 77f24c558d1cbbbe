export interface PrunerOptions {
  /** Removes rows that are too old; `signal` aborts when the pruner is closed. @throws if the removal fails */
  readonly prune: (signal: AbortSignal) => Promise<unknown>;
  readonly onFailure: (error: unknown) => void;
  /** When the first round begins, in milliseconds. Default: one minute. */
  readonly firstAfterMs?: number;
}

/** Work that is repeated every hour for as long as the process runs. */
export interface Pruner {
  /** Starts no further round. Resolves when the current round, if any, has ended. */
  close(): Promise<void>;
}

/** Soon enough for short-lived processes, late enough not to slow startup. */
const FIRST_AFTER_MS = 60_000;
const INTERVAL_MS = 3_600_000;

/** Prunes one minute from now, unless told otherwise, and then one hour after the end of each round. */
export function startPruner({ prune, onFailure, firstAfterMs = FIRST_AFTER_MS }: PrunerOptions): Pruner {
  const closing = new AbortController();
  let round: Promise<void> = Promise.resolve();
  let timer = setTimeout(begin, firstAfterMs).unref();

  function begin(): void {
    round = prune(closing.signal)
      .then(() => {}, onFailure)
      .then(() => {
        if (!closing.signal.aborted) timer = setTimeout(begin, INTERVAL_MS).unref();
      });
  }

  return {
    close() {
      closing.abort();
      clearTimeout(timer);
      return round;
    },
  };
}
