import { closeAll } from "./failed-start";

/** How long a stop may take beside its delay and its grace period before the process ends without what is left. */
const REST_OF_STOP_MS = 30_000;

/** What a signal to stop ends, and within which time. Both grow while the process starts. */
export interface Stopping {
  readonly closers: (() => Promise<void>)[];
  limitMs: number;
  /** Whether a signal has come. What fails in the start from then on fails because its ground is being closed. */
  hasBegun: boolean;
}

export function newStopping(): Stopping {
  return { closers: [], limitMs: REST_OF_STOP_MS, hasBegun: false };
}

/**
 * Closes everything in the reverse order of the start when a signal asks for it, once, and ends the process with 0. A
 * second signal ends it at once, with 1, if `isSole`: a worker leaves that to the first process, because a terminal
 * sends its signals to both, and the first process passes them on.
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
