import { DatabaseError, type Pool, type PoolClient } from "pg";
import { inTransaction, LONG_LIMIT_MS } from "../bounded-pool";
import type { Database } from "../database";
import { dropPartition } from "../partitions/partitions";
import { type FigureTable, makeDailyPartitions } from "./figure-partitions";

/** The advisory lock that lets one process at a time move figures. */
export const MOVING_LOCK = 7_200_304;
/** Rows of one transaction, or all of one entity. */
const BATCH = 20_000;
/** How long waiting for a lock may hold up bookings and reports, in milliseconds. */
const LOCK_LIMIT_MS = 1_000;

/** A partition as the database has it. */
interface StoredPartition {
  readonly name: string;
  readonly kind: number;
  /** The first hour or day since the epoch, and the first one after it. */
  readonly from: number;
  readonly to: number;
}

const BOUNDS = `
  SELECT relname AS name, pg_get_expr(relpartbound, pg_class.oid) AS bounds
  FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = $1::regclass ORDER BY relname`;

async function storedPartitions({ pool }: Database, table: FigureTable): Promise<StoredPartition[]> {
  const { rows } = await pool.query<{ name: string; bounds: string }>(BOUNDS, [table]);
  return rows.flatMap(({ name, bounds }) => {
    const [kind, from, , to] = (bounds.match(/-?\d+/g) ?? []).map(Number);
    return kind === undefined || from === undefined || to === undefined ? [] : [{ name, kind, from, to }];
  });
}

/** The sums of a row that comes to a day that has one already. */
export const ADDED = ["spend", "calls", "failed_calls", "prompt_tokens", "completion_tokens", "unpriced_calls"]
  .map((name) => `${name} = figure.${name} + excluded.${name}`)
  .join(", ");

/** Deletes hours and adds them to their days in one statement: every amount is in one of the two tables at any moment. */
function foldStatement(leaf: string): string {
  return `
WITH next AS (
  SELECT max(entity) AS last FROM (SELECT entity FROM ${leaf} WHERE kind = $1 AND entity > $2 ORDER BY entity LIMIT ${BATCH}) AS batch
), moved AS (
  DELETE FROM ${leaf} WHERE kind = $1 AND entity > $2 AND entity <= (SELECT last FROM next) RETURNING *
), folded AS (
  INSERT INTO daily_figures AS figure (
    kind, entity, day, served, spend, calls, failed_calls, prompt_tokens, completion_tokens, unpriced_calls)
  SELECT kind, entity, hour / 24, served, sum(spend), sum(calls), sum(failed_calls), sum(prompt_tokens),
    sum(completion_tokens), sum(unpriced_calls)
  FROM moved GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (kind, entity, day, served) DO UPDATE SET ${ADDED}
)
SELECT (SELECT last FROM next) AS last, (SELECT count(*) FROM moved)::int AS moved`;
}

/** What a round has done. */
export interface Folded {
  /** Rows of hours that have become part of days. */
  readonly hours: number;
  /** Partitions of hours that are gone. */
  readonly dropped: number;
}

/**
 * Turns the hours of every month that lies before `firstHour` (since the epoch) into UTC days, and drops the partitions
 * that an earlier round has emptied. A booking that comes late makes its partition again, and a later round folds it
 * again. Another process that does so, or reports that hold up a drop, leave the rest to a later round.
 * @throws the database's error
 */
export async function foldHours(database: Database, firstHour: number, signal?: AbortSignal): Promise<Folded> {
  const old = (await storedPartitions(database, "hourly_figures")).filter(({ to }) => to <= firstHour);
  let dropped = 0;
  let hours = 0;
  for (const leaf of old) {
    if (signal?.aborted) break;
    if (await dropIfEmpty(database, "hourly_figures", leaf.name)) {
      dropped++;
      continue;
    }
    const folded = await foldLeaf(database, leaf, signal);
    // Reports take the days of "all", whose partitions stand first, for the sign that others have some: none is passed over.
    if (folded === undefined) break;
    hours += folded;
  }
  return { hours, dropped };
}

/** Undefined: another process is moving figures. */
async function foldLeaf(database: Database, leaf: StoredPartition, signal?: AbortSignal): Promise<number | undefined> {
  await makeDailyPartitions(database, [leaf.from / 24, leaf.to / 24 - 1]);
  const statement = foldStatement(leaf.name);
  let total = 0;
  let after: number | undefined = -1;
  while (after !== undefined && !signal?.aborted) {
    const cursor: number = after;
    const batch = await alone(database, async (client) => {
      const { rows } = await client.query<{ last: number | null; moved: number }>(statement, [leaf.kind, cursor]);
      return rows[0];
    });
    if (!batch) return undefined;
    after = batch.last ?? undefined;
    total += batch.moved;
  }
  return total;
}

/** Does work in a transaction that no other process does at the same time; undefined: another one is at it. */
export async function alone<Result>(
  { pool }: Database,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result | undefined> {
  return inTransaction(pool, LONG_LIMIT_MS, async (client) => {
    const { rows } = await client.query<{ locked: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS locked", [
      MOVING_LOCK,
    ]);
    return rows[0]?.locked ? work(client) : undefined;
  });
}

/** Whether the partition had no row and is gone. One that is in use is left to a later round. */
async function dropIfEmpty(database: Database, table: FigureTable, name: string): Promise<boolean> {
  const hasRows = `EXISTS (SELECT FROM ${name})`;
  const { rows } = await database.pool.query<{ found: boolean }>(`SELECT ${hasRows} AS found`);
  if (rows[0]?.found ?? true) return false;
  return (await unlessLocked(() => dropPartition(database, table, { name }, hasRows))) ?? false;
}

/** Does work that locks tables in one transaction; undefined, and nothing is done, if others keep them for too long. */
export async function withinLock<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result | undefined> {
  return unlessLocked(() =>
    inTransaction(pool, LONG_LIMIT_MS, async (client) => {
      await client.query(`SET LOCAL lock_timeout = ${LOCK_LIMIT_MS}`);
      return work(client);
    }),
  );
}

async function unlessLocked<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DatabaseError && error.code === "55P03") return undefined;
    throw error;
  }
}
