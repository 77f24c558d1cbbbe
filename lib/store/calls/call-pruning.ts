import { setTimeout as pause } from "node:timers/promises";
import { DatabaseError } from "pg";
import { formatDay } from "@/lib/time/period";
import { ADVISORY_LOCKS } from "../advisory-locks";
import { longStatement } from "../bounded-pool";
import { isAwaited, isInUse } from "../cursors/call-cursor";
import type { Database } from "../database";
import type { Partition } from "../partitions/months";
import { dropPartition, readPartitions } from "../partitions/partitions";
import { keptFrom } from "./call-selection";

const BATCH = 1_000;
const DROP_ATTEMPTS = 5;
const DROP_PAUSE_MS = 1_000;

/**
 * Declares that calls from before a UTC day are no longer kept: their figures replace them, and no such call is
 * booked any more. The day, its midnight in milliseconds since the epoch, only ever moves forward.
 */
export async function raisePrunedBefore(database: Database, day: number): Promise<void> {
  await database.pool.query(
    `INSERT INTO call_retention (id, pruned_before) VALUES (1, $1)
     ON CONFLICT (id) DO UPDATE SET pruned_before = greatest(call_retention.pruned_before, excluded.pruned_before)`,
    [formatDay(day)],
  );
}

/** Whether a sink in use has not yet had every call of a partition. The index by booking answers it. */
function hasAwaited(partition: string): string {
  return `EXISTS (SELECT FROM call_cursors AS cursor WHERE ${isInUse("cursor")} AND (
    EXISTS (SELECT FROM ${partition} AS call WHERE call.booking > 0 AND call.booking > cursor.booking)
    OR cursor.booking = 0 AND EXISTS (SELECT FROM ${partition} AS call
      WHERE call.booking = 0 AND (call.started_at, call.call_id) > (cursor.started_at, cursor.call_id))))`;
}

/**
 * Drops the partitions whose calls are all no longer kept, once every sink in use has had them; returns their names.
 * @throws the database's error
 */
export async function dropOldMonths(database: Database): Promise<string[]> {
  const prunedBefore = await keptFrom(database);
  const dropped: string[] = [];
  for (const partition of await readPartitions(database, "calls")) {
    if (prunedBefore === undefined || partition.until > prunedBefore) break;
    const { rows } = await database.pool.query<{ awaited: boolean }>(
      longStatement(`SELECT ${hasAwaited(partition.name)} AS awaited`, []),
    );
    if (rows[0]?.awaited) continue;
    if (await dropPatiently(database, partition)) dropped.push(partition.name);
  }
  return dropped;
}

/** Tries a few times while the table is in use, and then leaves the partition for the next round. */
async function dropPatiently(database: Database, partition: Partition): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await dropPartition(database, "calls", partition, hasAwaited(partition.name));
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === "55P03")) throw error;
      if (attempt === DROP_ATTEMPTS) return false;
      await pause(DROP_PAUSE_MS);
    }
  }
}

/**
 * Deletes a batch of the calls that are no longer kept, have arrived at every sink and lie in the first partition,
 * which may hold many months and cannot be dropped yet; their totals stay. Returns the number of deleted calls, or
 * undefined when another process is pruning.
 */
export async function pruneFirstMonths(database: Database): Promise<number | undefined> {
  const first = (await readPartitions(database, "calls")).find(({ from }) => from === undefined);
  if (!first || first.until <= ((await keptFrom(database)) ?? 0)) return 0;
  const { rows } = await database.pool.query<{ locked: boolean; pruned: number }>(
    longStatement(
      `WITH permission AS MATERIALIZED (SELECT pg_try_advisory_xact_lock($1) AS locked), doomed AS (
       SELECT started_at, call_id FROM ${first.name} AS call
       WHERE (SELECT locked FROM permission)
         AND started_at < (SELECT pruned_before::timestamp AT TIME ZONE 'UTC' FROM call_retention)
         AND NOT ${isAwaited("call")}
       ORDER BY started_at, call_id LIMIT $2
     ), pruned AS (
       DELETE FROM ${first.name} AS call USING doomed
       WHERE call.call_id = doomed.call_id AND call.started_at = doomed.started_at RETURNING 1)
     SELECT locked, (SELECT count(*) FROM pruned)::int AS pruned FROM permission`,
      [ADVISORY_LOCKS.prunedCalls, BATCH],
    ),
  );
  const [row] = rows;
  return row?.locked ? row.pruned : undefined;
}

/** Deletes the old prices of re-priced calls that every sink has passed. */
export async function pruneSupersededPrices({ pool }: Database): Promise<void> {
  await pool.query(longStatement(`DELETE FROM superseded_prices AS old WHERE NOT ${isAwaited("old")}`, []));
}
