import type { Settings } from "@/lib/config/schema";
import { refusesRows } from "@/lib/store/calls/calls";
import type { Database } from "@/lib/store/database";
import { pruneRefusals, readRefusal, writeRefusals } from "@/lib/store/record/refusals";
import { recordView, type RecordedDecision } from "@/lib/wire/explanation";
import { pruneAccessRequests } from "@/lib/store/record/access-requests";
import { pruneRefusalCounts } from "@/lib/store/record/refusal-groups";
import { createBackgroundWriter } from "./background-writer";
import { createRefusalCounter } from "./refusal-counter";
import {
  decisionRecordOf,
  RecentRecords,
  type DecisionRecord,
  type DecisionToRecord,
} from "@/lib/auth/decision-record";
import { isFault } from "@/lib/auth/identify";
import { fingerprintOf, reduceIdentity } from "@/lib/auth/replay-identity";
import type { Logger } from "@/lib/log";
import { startPruner } from "@/lib/time/io/pruner";
import { refusalColumns } from "../refusal-columns";
import { createTokenBucket } from "../token-bucket";

/** The refusals that can be looked up by the id in their answers. */
export interface RefusalLog {
  /** Remembers a refusal, without waiting and without failing. */
  record(refusal: DecisionToRecord): void;
  /** The refusal with an id, recorded by any process of this database. @throws GatewayError directory_unavailable */
  find(id: string): Promise<RecordedDecision | undefined>;
  close(): Promise<void>;
}

export interface RefusalLogOptions {
  readonly database: Database;
  readonly log: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The clock by which rows grow too old, in milliseconds since the epoch; see `pruningClock`. Default: `now`. */
  readonly agedBy?: () => Promise<number>;
  readonly settings: () => Settings;
}

const FLUSH_INTERVAL_MS = 200;
const MOST_WAITING = 2_000;

/** Each kind of refusal has its own room, so that failed proofs and exceeded limits never displace other refusals. */
const ROOM = {
  proven: { recent: 2_000, burst: 500, perSecond: 20 },
  unproven: { recent: 500, burst: 100, perSecond: 5 },
  limited: { recent: 500, burst: 100, perSecond: 5 },
} as const;

/**
 * Keeps the newest refusals in memory. Unless `decision_retention_days` is 0, it also counts all refusals, and at a
 * bounded rate writes them to the database for other processes.
 */
export function createRefusalLog({
  database,
  log,
  now,
  agedBy = async () => now(),
  settings,
}: RefusalLogOptions): RefusalLog {
  const rooms = {
    proven: roomOf(ROOM.proven, now),
    unproven: roomOf(ROOM.unproven, now),
    limited: roomOf(ROOM.limited, now),
  };
  const writer = createBackgroundWriter({
    intervalMs: FLUSH_INTERVAL_MS,
    write,
    failureEvent: "refusals.not_written",
    log,
  });
  const counter = createRefusalCounter({ database, log });
  let waiting: DecisionRecord[] = [];
  const pruner = startPruner({
    prune: async () => {
      const kept = { now: await agedBy(), keptDays: settings().general.decision_retention_days };
      await Promise.all([
        pruneRefusals(database, kept),
        pruneRefusalCounts(database, kept),
        pruneAccessRequests(database, kept),
      ]);
    },
    onFailure: (error) => log.warn("refusals.not_pruned", { error: String(error) }),
  });

  async function write(): Promise<void> {
    const taken = waiting;
    waiting = [];
    try {
      if (taken.length > 0) {
        const refusals = taken.map((record) => ({ record, columns: refusalColumns(record) }));
        await writeRefusals(database, refusals);
      }
    } catch (error) {
      if (!refusesRows(error)) waiting = [...taken, ...waiting].slice(-MOST_WAITING);
      throw error;
    }
  }

  return {
    record(refusal) {
      const record = decisionRecordOf(refusal, keptIdentity(refusal, settings().jwtAuth));
      const isLimit = record.outcome === "budget_exceeded" || record.outcome === "rate_limit_exceeded";
      const room = isLimit ? rooms.limited : refusal.identity === undefined ? rooms.unproven : rooms.proven;
      room.recent.add(record);
      if (settings().general.decision_retention_days === 0) return;
      counter.count(record);
      if (waiting.length >= MOST_WAITING || !room.takes()) return;
      waiting.push(record);
      writer.schedule();
    },
    async find(id) {
      const recent = Object.values(rooms)
        .map((room) => room.recent.find(id))
        .find((record) => record !== undefined);
      return recent ? recordView(recent) : readRefusal(database, id);
    },
    async close() {
      await Promise.all([pruner.close(), writer.close(), counter.close()]);
    },
  };
}

/** The fingerprint under which the decision recorder keeps the identity. */
function keptIdentity({ identity }: DecisionToRecord, jwtAuth: Settings["jwtAuth"]): string | undefined {
  const reduced = identity === undefined || isFault(identity) ? undefined : reduceIdentity(identity, jwtAuth);
  return reduced && fingerprintOf(reduced);
}

function roomOf({ recent, burst, perSecond }: { recent: number; burst: number; perSecond: number }, now: () => number) {
  return { recent: new RecentRecords(recent), takes: createTokenBucket({ capacity: burst, perSecond, now }) };
}
