import { closeAll } from "./failed-start";

/** How long a stop may take beyond its delay and its grace period. Then the process ends with work undone. */
const REST_OF_STOP_MS = 30_000;

/** What a stop signal closes, and how long that may take. Both grow while the process starts. */
export interface Stopping {
  readonly closers: (() => Promise<void>)[];
  limitMs: number;
  /** Whether a signal has come. Startup errors after it are expected: what the start depends on is closing. */
  hasBegun: boolean;
}

export function newStopping(): Stopping {
  return { closers: [], limitMs: REST_OF_STOP_MS, hasBegun: false };
}

/**
 * On the first stop signal, closes everything in the reverse order of the start and ends the process with 0. A second
 * signal ends it at once, with 1, if `isSole`. A worker ignores a second signal: a terminal sends its signals to the
 * first process and the workers alike, and the first process passes them on too.
 */
export function stopOnSignals(stopping: Stopping, isSole: boolean): void {
  const again = (): void => {
    if (isSole) process.exit(1);
  };
  const stop = (): void => {
    stopping.hasBegun = true;
    for (const signal of SIGNALS) process.off(signal, stop).on(signal, again);
    setTimeout(() => process.exit(1), stopping.limitMs).unref();
    void closeAll(stopping.closers).then(() => process.exit(0));
  };
  for (const signal of SIGNALS) process.on(signal, stop);
}

const SIGNALS = ["SIGTERM", "SIGINT"] as const;
