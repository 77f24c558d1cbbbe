import { bounded } from "@/lib/time/io/deadline";
import type { Logger } from "@/lib/log";
import { createWorkQueue } from "@/lib/async/work-queue";

export interface BackgroundWriterOptions {
  /** How long things are collected before they are written, in milliseconds. */
  readonly intervalMs: number;
  /** Writes all that waits. @throws if it could not; the writer tries again after another interval */
  readonly write: () => Promise<void>;
  /** The log event of a failure, logged once until a write succeeds again. */
  readonly failureEvent: string;
  readonly log: Logger;
}

/** Writes in the background what no request waits for: collected for a while, one write at a time, with retries. */
export interface BackgroundWriter {
  /** Says that something waits to be written. */
  schedule(): void;
  /** Writes now. Resolves when the write has succeeded or failed; never rejects. */
  flush(): Promise<void>;
  /** Writes for the last time, for at most two seconds. */
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
