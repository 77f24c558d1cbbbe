import { createBackgroundWriter } from "@/lib/gateway/record/io/background-writer";
import type { DeploymentEvent } from "@/lib/gateway/call/deployment-states";
import type { Observer, OutsideEvent } from "@/lib/gateway/observer";
import type { Logger } from "@/lib/log";
import { refusesRows } from "@/lib/store/calls/calls";
import type { Database } from "@/lib/store/database";
import { writeCooldowns } from "@/lib/store/record/cooldowns";
import { TRAFFIC_BATCH, writeTrafficMinutes } from "@/lib/store/record/traffic-minutes";
import { CooldownStretches } from "../cooldown-stretches";
import { MinuteCounts } from "../minute-counts";
import { createTrafficObserver } from "../traffic-observer";

/** The minutes of this process and the cooldowns of its deployments that are not in the database yet. */
export interface MinuteWriter {
  readonly observer: Observer;
  /** Writes what has been counted so far. Resolves when that has succeeded or failed; never rejects. */
  flush(): Promise<void>;
  /** Writes for the last time, for at most two seconds. */
  close(): Promise<void>;
}

export interface MinuteWriterOptions {
  readonly database: Database;
  readonly log: Logger;
  /** The name of the machine, whose processes add to the same rows. */
  readonly node: string;
  /** This machine's clock, by which the minutes were counted. */
  readonly now?: () => number;
}

/** How often minutes are written, in milliseconds. A crash loses at most that much. */
const INTERVAL_MS = 2_000;
/** The most cells in memory: about four megabytes. */
const MOST_CELLS = 10_000;
const MOST_COOLDOWNS = 2_000;

/** Counts in memory and writes every two seconds. While the database is away it keeps the latest minutes. */
export function createMinuteWriter({ database, log, node, now = Date.now }: MinuteWriterOptions): MinuteWriter {
  const counts = new MinuteCounts(MOST_CELLS);
  const cooldowns = new CooldownStretches(MOST_COOLDOWNS);
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
        await writeTrafficMinutes(database, node, rows.slice(from, from + TRAFFIC_BATCH), now());
      } catch (error) {
        counts.putBack(rows.slice(refusesRows(error) ? from + TRAFFIC_BATCH : from));
        throw error;
      }
    }
    const stretches = cooldowns.take();
    try {
      await writeCooldowns(database, node, stretches);
    } catch (error) {
      if (!refusesRows(error)) cooldowns.putBack(stretches);
      throw error;
    }
  }

  const traffic = createTrafficObserver((at, deployment, outcome, durationMs) => {
    counts.add(at, deployment, outcome, durationMs);
    writer.schedule();
  });
  return {
    observer: {
      ...traffic,
      happened(event) {
        if (isOfDeployment(event) && cooldowns.tell(event)) writer.schedule();
      },
    },
    flush: writer.flush,
    close: writer.close,
  };
}

function isOfDeployment(event: OutsideEvent): event is DeploymentEvent {
  return event.kind === "cooldown" || event.kind === "longer cooldown" || event.kind === "recovery";
}
