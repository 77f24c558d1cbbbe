import { DatabaseError, type Pool, type PoolClient } from "pg";
import { ADVISORY_LOCKS } from "../advisory-locks";
import { inTransaction, LONG_LIMIT_MS } from "../bounded-pool";
import type { Database } from "../database";
import { dropPartition } from "../partitions/partitions";
import { DAY_OF_OLD, type FigureTable, makeDailyPartitions } from "./figure-partitions";

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

/** SET clause for a row that comes to a day that already has one. */
const ADDED = ["spend", "calls", "failed_calls", "prompt_tokens", "completion_tokens", "unpriced_calls"]
  .map((name) => `${name} = figure.${name} + excluded.${name}`)
  .join(", ");

/** What the rows of a partition become when it is folded. */
interface Folding {
  /** SQL for their days since the epoch, and for the numbers of their models. */
  readonly day: string;
  readonly served: string;
  /** Whether no report shows them any longer. */
  readonly areHidden: boolean;
}
const HOURS_TO_DAYS: Folding = { day: "hour / 24", served: "served", areHidden: false };
const DAYS_TO_ONE: Folding = { day: String(DAY_OF_OLD), served: "0", areHidden: true };
/** Takes the marks of spans away, so that they are summed up again from what is left of them. */
const UNMARK = "DELETE FROM summed_spans WHERE day + days > $1 AND day < $2";

/**
 * SQL that deletes rows and adds them to their days in one statement, so that every amount is in exactly one place at
 * any moment.
 */
function foldStatement(leaf: string, { day, served }: Folding): string {
  return `
WITH next AS (
  SELECT max(entity) AS last FROM (SELECT entity FROM ${leaf} WHERE kind = $1 AND entity > $2 ORDER BY entity LIMIT ${BATCH}) AS batch
), moved AS (
  DELETE FROM ${leaf} WHERE kind = $1 AND entity > $2 AND entity <= (SELECT last FROM next) RETURNING *
), folded AS (
  INSERT INTO daily_figures AS figure (
    kind, entity, day, served, spend, calls, failed_calls, prompt_tokens, completion_tokens, unpriced_calls)
  SELECT kind, entity, ${day}, ${served}, sum(spend), sum(calls), sum(failed_calls), sum(prompt_tokens),
    sum(completion_tokens), sum(unpriced_calls)
  FROM moved GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (kind, entity, day, served) DO UPDATE SET ${ADDED}
)
SELECT (SELECT last FROM next) AS last, (SELECT count(*) FROM moved)::int AS moved`;
}

/** What a round of folding has done. */
export interface Folded {
  /** Rows that have become part of others. */
  readonly rows: number;
  /** Partitions that are gone. */
  readonly dropped: number;
}

/**
 * Turns the hours of every month that ends by `firstHour` (since the epoch) into UTC days, and drops the partitions
 * that an earlier round has emptied. A late booking makes its partition again, and a later round folds it again. While
 * another process folds, or reports hold up a drop, the rest is left to a later round.
 * @throws the database's error
 */
export async function foldHours(database: Database, firstHour: number, signal?: AbortSignal): Promise<Folded> {
  const old = (await storedPartitions(database, "hourly_figures")).filter(({ to }) => to <= firstHour);
  return foldAll(
    old,
    async (leaf) => {
      if (await dropIfEmpty(database, "hourly_figures", leaf.name)) return "dropped";
      await makeDailyPartitions(database, [leaf.from / 24, leaf.to / 24 - 1]);
      return foldLeaf(database, leaf, HOURS_TO_DAYS, signal);
    },
    signal,
  );
}

/**
 * Turns the days of every year that ends by `firstDay` (since the epoch) into one row for each entity, and drops the
 * partitions that an earlier round has emptied. No report shows that row; it keeps the totals of all time equal to the
 * sum of their figures.
 * @throws the database's error
 */
export async function foldDays(database: Database, firstDay: number, signal?: AbortSignal): Promise<Folded> {
  const old = (await storedPartitions(database, "daily_figures")).filter(
    ({ from, to }) => from > DAY_OF_OLD && to <= firstDay,
  );
  // The days of "all" show reports that other entities have some, so they go last.
  return foldAll(
    old.reverse(),
    async (leaf) => {
      if (await dropIfEmpty(database, "daily_figures", leaf.name)) return "dropped";
      await makeDailyPartitions(database, [DAY_OF_OLD]);
      return foldLeaf(database, leaf, DAYS_TO_ONE, signal);
    },
    signal,
  );
}

/**
 * Folds partitions in their order. It stops at the first that it cannot fold, because reports take the days of "all"
 * for the sign that others have some.
 */
async function foldAll(
  leaves: readonly StoredPartition[],
  fold: (leaf: StoredPartition) => Promise<number | "dropped" | undefined>,
  signal: AbortSignal | undefined,
): Promise<Folded> {
  let [rows, dropped] = [0, 0];
  for (const leaf of leaves) {
    if (signal?.aborted) break;
    const folded = await fold(leaf);
    if (folded === undefined) break;
    if (folded === "dropped") dropped++;
    else rows += folded;
  }
  return { rows, dropped };
}

/** Folds one partition; returns how many rows it moved. Undefined: another process is moving figures. */
async function foldLeaf(
  database: Database,
  leaf: StoredPartition,
  folding: Folding,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  const statement = foldStatement(leaf.name, folding);
  let total = 0;
  let after: number | undefined = -1;
  while (after !== undefined && !signal?.aborted) {
    const cursor: number = after;
    const batch = await alone(database, async (client) => {
      if (folding.areHidden) await client.query(UNMARK, [leaf.from, leaf.to]);
      const { rows } = await client.query<{ last: number | null; moved: number }>(statement, [leaf.kind, cursor]);
      return rows[0];
    });
    if (!batch) return undefined;
    after = batch.last ?? undefined;
    total += batch.moved;
  }
  return total;
}

/** Does work in a transaction while no other process moves figures; undefined: another one does. */
export async function alone<Result>(
  { pool }: Database,
  work: (client: PoolClient) => Promise<Result>,
  limitMs = LONG_LIMIT_MS,
): Promise<Result | undefined> {
  return inTransaction(pool, limitMs, async (client) => {
    // It has no parameter, because a statement with one would keep its snapshot, and building an index waits for that.
    const { rows } = await client.query<{ locked: boolean }>(
      `SELECT pg_try_advisory_xact_lock(${ADVISORY_LOCKS.movedFigures}) AS locked`,
    );
    return rows[0]?.locked ? work(client) : undefined;
  });
}

/** Drops a partition that has no row; returns whether it did. A partition that is in use is left to a later round. */
async function dropIfEmpty(database: Database, table: FigureTable, name: string): Promise<boolean> {
  const hasRows = `EXISTS (SELECT FROM ${name})`;
  const { rows } = await database.pool.query<{ found: boolean }>(`SELECT ${hasRows} AS found`);
  if (rows[0]?.found ?? true) return false;
  return (await unlessLocked(() => dropPartition(database, table, { name }, hasRows))) ?? false;
}

/** Does work in one transaction that locks tables; undefined: others held them for too long, and nothing was done. */
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
