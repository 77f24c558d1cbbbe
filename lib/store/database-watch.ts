import { withDeadline } from "@/lib/time/io/deadline";
import type { LimitedStatement } from "./bounded-pool";
import type { Database } from "./database";

/** Whether the database answers this process. */
export interface DatabaseWatch {
  /** Since when it does not answer, in milliseconds since the epoch; undefined: it answers. */
  readonly awaySince: number | undefined;
  /** Tells that work has just found the database away: it counts as away until a probe is answered. */
  foundAway(): void;
  /** Tells that the database has just been heard. */
  heard(): void;
  close(): void;
}

export interface DatabaseWatchOptions {
  readonly database: Pick<Database, "pool">;
  readonly now: () => number;
  /** Called when the database answers again. */
  readonly onBack?: () => void;
}

/** How often a database that answers is asked, in milliseconds. */
const EVERY_MS = 5_000;
/** The pauses between probes of one that is away: the first, and the longest, to which they grow. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 1_000;
/** How long a probe may take. */
const LIMIT_MS = 2_000;
/** Unanswered probes in a row after which the database is away. One alone may have waited for the pool. */
const UNANSWERED = 2;

/**
 * Asks the database every five seconds whether it answers, and about every second while it does not. These are the only
 * questions that wait for a database that is away or frozen: everything else may look here first.
 */
export function watchDatabase({ database: { pool }, now, onBack }: DatabaseWatchOptions): DatabaseWatch {
  let awaySince: number | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  let unansweredProbes = 0;
  let isClosed = false;
  let timer = setTimeout(probe, EVERY_MS).unref();

  function probe(): void {
    if (isClosed || pool.ending) return;
    const question: LimitedStatement = { text: "SELECT 1", query_timeout: LIMIT_MS };
    withDeadline(pool.query(question), LIMIT_MS, (message) => new Error(message)).then(answered, unanswered);
  }

  function next(delayMs: number): void {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(probe, delayMs).unref();
  }

  function answered(): void {
    pauseMs = FIRST_PAUSE_MS;
    unansweredProbes = 0;
    next(EVERY_MS);
    if (awaySince === undefined) return;
    awaySince = undefined;
    onBack?.();
  }

  function unanswered(): void {
    if (++unansweredProbes >= UNANSWERED) awaySince ??= now();
    next(pauseMs);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }

  function foundAway(): void {
    // Many calls find it away at the same moment, and only the first of them moves the next probe.
    if (awaySince !== undefined) return;
    awaySince = now();
    next(FIRST_PAUSE_MS);
  }

  return {
    get awaySince() {
      return awaySince;
    },
    foundAway,
    heard() {
      if (awaySince !== undefined) answered();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
