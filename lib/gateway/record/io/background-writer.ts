import { bounded } from "@/lib/time/io/deadline";
import type { Logger } from "@/lib/log";
import { createWorkQueue } from "@/lib/work-queue";

export interface BackgroundWriterOptions {
  /** From the first thing that waits to its being written, in milliseconds. */
  readonly intervalMs: number;
  /** Writes whatever waits. @throws when it could not be written; it is tried again after another interval */
  readonly write: () => Promise<void>;
  /** The event of the one log line that a failure makes until a write succeeds again. */
  readonly failureEvent: string;
  readonly log: Logger;
}

/** Writes what nobody waits for: collected for a while, one write at a time, again when it fails. */
export interface BackgroundWriter {
  /** Something waits. */
  schedule(): void;
  /** Resolves when what waits has been written, or was tried to be. Never rejects. */
  flush(): Promise<void>;
  /** The last write, within two seconds. */
  close(): Promise<void>;
}

const CLOSING_LIMIT_MS = 2_000;

export function createBackgroundWriter({
  intervalMs,
  write,
  failureEvent,
  log,
}: BackgroundWriterOptions): BackgroundWriter {
  let timer: NodeJS.Timeout | undefined;
  const inTurn = createWorkQueue();
  let isFailing = false;
  let isClosed = false;

  async function attempt(): Promise<void> {
    try {
      await write();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn(failureEvent, { error: String(error) });
      isFailing = true;
      schedule();
    }
  }

  function schedule(): void {
    if (!isClosed) timer ??= setTimeout(() => void flush(), intervalMs).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    return inTurn(attempt);
  }

  return {
    schedule,
    flush,
    async close() {
      isClosed = true;
      await bounded(flush(), CLOSING_LIMIT_MS);
    },
  };
}
