import type { DecisionRecord } from "@/lib/auth/decision-record";
import type { Logger } from "@/lib/log";
import { refusesRows } from "@/lib/store/calls/calls";
import type { Database } from "@/lib/store/database";
import { writeRefusalCounts } from "@/lib/store/record/refusal-groups";
import { groupOf, RefusalCounts } from "../refusal-counts";
import { createBackgroundWriter } from "./background-writer";

/** Counts every refusal of this process, on its way into the database. */
export interface RefusalCounter {
  /** Counts one, without waiting and without failing. */
  count(record: DecisionRecord): void;
  /** Writes what is counted. Resolves when that has succeeded or failed; never rejects. */
  flush(): Promise<void>;
  /** Writes for the last time, for at most two seconds. */
  close(): Promise<void>;
}

const INTERVAL_MS = 2_000;
const MOST_WAITING = 2_000;

/** Counts in memory and writes every two seconds. While the database is away, counts wait. */
export function createRefusalCounter({ database, log }: { database: Database; log: Logger }): RefusalCounter {
  const counts = new RefusalCounts(MOST_WAITING);
  const writer = createBackgroundWriter({
    intervalMs: INTERVAL_MS,
    write,
    failureEvent: "refusal_counts.not_written",
    log,
  });

  async function write(): Promise<void> {
    const taken = counts.take();
    try {
      await writeRefusalCounts(database, taken);
    } catch (error) {
      if (!refusesRows(error)) counts.putBack(taken);
      throw error;
    }
  }

  return {
    count(record) {
      counts.add(groupOf(record), record.at, record.id);
      writer.schedule();
    },
    flush: writer.flush,
    close: writer.close,
  };
}
