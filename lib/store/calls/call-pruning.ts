import { formatDay } from "@/lib/time/period";
import { longStatement } from "../bounded-pool";
import type { Database } from "../database";

/** The advisory lock that lets one process prune at a time; migrations use another number. */
const LOCK = 7_200_301;
const BATCH = 1_000;

/**
 * Declares that calls from before a UTC day are no longer kept: their daily totals replace them, and no such call is
 * booked any more. The day, its midnight in milliseconds since the epoch, only ever moves forward.
 */
export async function raisePrunedBefore(database: Database, day: number): Promise<void> {
  await database.pool.query(
    `INSERT INTO call_retention (id, pruned_before) VALUES (1, $1)
     ON CONFLICT (id) DO UPDATE SET pruned_before = greatest(call_retention.pruned_before, excluded.pruned_before)`,
    [formatDay(day)],
  );
}

/**
 * Deletes a batch of the calls that are no longer kept; their totals stay. Returns the number of deleted calls, or
 * undefined when another process is pruning.
 */
export async function pruneCalls(database: Database): Promise<number | undefined> {
  const { rows } = await database.pool.query<{ locked: boolean; pruned: number }>(
    longStatement(
      `WITH permission AS MATERIALIZED (SELECT pg_try_advisory_xact_lock($1) AS locked), doomed AS (
       SELECT call_id FROM calls
       WHERE (SELECT locked FROM permission)
         AND started_at < (SELECT pruned_before::timestamp AT TIME ZONE 'UTC' FROM call_retention)
       ORDER BY started_at, call_id LIMIT $2
     ), pruned AS (DELETE FROM calls USING doomed WHERE calls.call_id = doomed.call_id RETURNING 1)
     SELECT locked, (SELECT count(*) FROM pruned)::int AS pruned FROM permission`,
      [LOCK, BATCH],
    ),
  );
  const [row] = rows;
  return row?.locked ? row.pruned : undefined;
}
