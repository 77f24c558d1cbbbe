import { createBackgroundWriter } from "@/lib/gateway/record/io/background-writer";
import type { Observer } from "@/lib/gateway/observer";
import type { Logger } from "@/lib/log";
import { refusesRows } from "@/lib/store/calls/calls";
import type { Database } from "@/lib/store/database";
import { TRAFFIC_BATCH, writeTrafficMinutes } from "@/lib/store/record/traffic-minutes";
import { MinuteCounts } from "../minute-counts";
import { createTrafficObserver } from "../traffic-observer";

/** The minutes of this process on their way into the database. */
export interface MinuteWriter {
  readonly observer: Observer;
  /** Writes what is counted so far. Resolves when that has succeeded or failed; never rejects. */
  flush(): Promise<void>;
  /** Writes for the last time, for at most two seconds. */
  close(): Promise<void>;
}

export interface MinuteWriterOptions {
  readonly database: Database;
  readonly log: Logger;
  /** The machine, whose processes add to the same rows. */
  readonly node: string;
}

/** What a crash loses at most. */
const INTERVAL_MS = 2_000;
/** Some four megabytes. */
const MOST_CELLS = 10_000;

/** Counts in memory and writes every two seconds. While the database is away it keeps the latest minutes. */
export function createMinuteWriter({ database, log, node }: MinuteWriterOptions): MinuteWriter {
  const counts = new MinuteCounts(MOST_CELLS);
  const writer = createBackgroundWriter({
    intervalMs: INTERVAL_MS,
    write,
    failureEvent: "traffic.not_written",
    log,
  });

  async function write(): Promise<void> {
    const dropped = counts.takeDropped();
    if (dropped > 0) log.warn("traffic.not_counted", { attempts: dropped });
    const rows = counts.take();
    for (let from = 0; from < rows.length; from += TRAFFIC_BATCH) {
      try {
        await writeTrafficMinutes(database, node, rows.slice(from, from + TRAFFIC_BATCH));
      } catch (error) {
        counts.putBack(rows.slice(refusesRows(error) ? from + TRAFFIC_BATCH : from));
        throw error;
      }
    }
  }

  return {
    observer: createTrafficObserver((at, deployment, outcome, durationMs) => {
      counts.add(at, deployment, outcome, durationMs);
      writer.schedule();
    }),
    flush: writer.flush,
    close: writer.close,
  };
}
