export interface PrunerOptions {
  /** Removes what is too old; `signal` aborts when the pruner is closed. @throws when it could not */
  readonly prune: (signal: AbortSignal) => Promise<unknown>;
  readonly onFailure: (error: unknown) => void;
}

/** Work that is repeated every hour for as long as the process runs. */
export interface Pruner {
  /** Begins no other round. Resolves when the round under way, if there is one, has ended. */
  close(): Promise<void>;
}

/** Soon enough that a process which is often restarted prunes too, and late enough not to disturb the start. */
const FIRST_AFTER_MS = 60_000;
const INTERVAL_MS = 3_600_000;

/** Prunes one minute from now, and then one hour after the end of each round. */
export function startPruner({ prune, onFailure }: PrunerOptions): Pruner {
  const closing = new AbortController();
  let round: Promise<void> = Promise.resolve();
  let timer = setTimeout(begin, FIRST_AFTER_MS).unref();

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
