import type { PoolClient } from "pg";
import { inTransaction } from "../bounded-pool";
import type { Database } from "../database";
import type { PartitionedTable } from "./lacks-partition";
import { addMonths, missingMonths, type Partition, partitionName, startOfMonth } from "./months";

type Pool = Pick<Database, "pool">;
type Queries = Pick<PoolClient, "query">;

/** The tables that are partitioned by month alone. */
type PartitionedByMonth = "calls";

/**
 * The first half of the advisory lock that lets one node make or drop partitions of a table at a time. The second half
 * is the hash of the table's name.
 */
const LOCK = 7_200_302;
const LIMIT_MS = 10_000;
/** How long dropping may wait for each of its two locks, in milliseconds: others queue behind it meanwhile. */
const DROP_LOCK_MS = 500;

/** The last instant that PostgreSQL can read as a text: later years have more than four digits. */
const LAST_INSTANT = Date.parse("9999-12-31T23:59:59.999Z");

const PARTITIONS = `
SELECT child.relname AS name,
  (regexp_match(pg_get_expr(child.relpartbound, child.oid), 'FROM \\(''([^'']+)''\\)'))[1]::timestamptz AS from,
  (regexp_match(pg_get_expr(child.relpartbound, child.oid), 'TO \\(''([^'']+)''\\)'))[1]::timestamptz AS until
FROM pg_inherits JOIN pg_class AS child ON child.oid = inhrelid
WHERE inhparent = $1::regclass ORDER BY until NULLS LAST`;

/** The partitions of a table, the oldest first. @throws the database's error */
export async function readPartitions(
  { pool }: { readonly pool: Queries },
  table: PartitionedByMonth,
): Promise<Partition[]> {
  const { rows } = await pool.query<{ name: string; from: Date | null; until: Date | null }>(PARTITIONS, [table]);
  return rows.map(({ name, from, until }) => ({ name, from: from?.getTime(), until: until?.getTime() ?? Infinity }));
}

/** A partition to be made. Its bounds are lists of values in SQL: from `from`, and before `until`. */
export interface NewPartition {
  readonly name: string;
  readonly from: string;
  readonly until: string;
  /** SQL for an index that it has besides those of the table. */
  readonly index?: string;
}

/**
 * Makes the partitions that are missing, and returns their names. Nobody waits for it: a new table is attached under a
 * lock that lets rows be read and written, while CREATE TABLE … PARTITION OF would wait for every reader and writer.
 * Any number of nodes may do this at once. @throws the database's error
 */
export async function makeMissing(
  database: Pool,
  table: PartitionedTable,
  readMissing: (queries: Queries) => Promise<readonly NewPartition[]>,
): Promise<string[]> {
  if ((await readMissing(database.pool)).length === 0) return [];
  return inTransaction(database.pool, LIMIT_MS, async (client) => {
    await waitForTurn(client, table);
    const missing = await readMissing(client);
    // All statements go in one round trip, because there may be dozens.
    if (missing.length > 0) await client.query(missing.map((one) => makeStatement(table, one)).join("\n"));
    return missing.map(({ name }) => name);
  });
}

/**
 * Makes the partitions of these instants' months that have none; returns the names of those that it made.
 * @throws the database's error
 */
export function makePartitions(
  database: Pool,
  table: PartitionedByMonth,
  instants: readonly number[],
): Promise<string[]> {
  const months = instants.map(startOfMonth);
  return makeMissing(database, table, async (queries) =>
    missingMonths(await readPartitions({ pool: queries }, table), months).map((month) => ({
      name: partitionName(table, month),
      from: boundOf(month),
      until: boundOf(addMonths(month, 1)),
    })),
  );
}

function boundOf(at: number): string {
  return at > LAST_INSTANT ? "MAXVALUE" : `'${new Date(at).toISOString()}'`;
}

/** Attaching and dropping lock the table and its neighbours in different orders, so that two at once would deadlock. */
async function waitForTurn(client: Queries, table: PartitionedTable): Promise<void> {
  await client.query("SELECT pg_advisory_xact_lock($1, hashtext($2))", [LOCK, table]);
}

function makeStatement(table: PartitionedTable, { name, from, until, index }: NewPartition): string {
  const copied = "INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING COMPRESSION";
  return `CREATE TABLE ${name} (LIKE ${table} ${copied});
    ${index === undefined ? "" : `${index};`}
    ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM (${from}) TO (${until});`;
}

/**
 * Drops a partition with all its rows, unless `isNeeded`, a condition in SQL, holds once nobody can write to the table
 * any more. False: it is needed.
 * @throws the database's error 55P03 if the table or the partition stayed in use for longer than half a second; then
 * nothing has changed
 */
export async function dropPartition(
  database: Pool,
  table: PartitionedTable,
  { name }: Pick<Partition, "name">,
  isNeeded: string,
): Promise<boolean> {
  return inTransaction(database.pool, LIMIT_MS, async (client) => {
    await waitForTurn(client, table);
    // The first two locks end a vacuum that is under way and stop nobody else. The table is locked before its
    // partition, the order in which everybody reads and writes.
    await client.query(`LOCK TABLE ONLY ${table} IN SHARE UPDATE EXCLUSIVE MODE`);
    await client.query(`LOCK TABLE ${name} IN SHARE UPDATE EXCLUSIVE MODE`);
    await client.query(`SET LOCAL lock_timeout = ${DROP_LOCK_MS}`);
    await client.query(`LOCK TABLE ONLY ${table} IN ACCESS EXCLUSIVE MODE`);
    await client.query(`LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`);
    const { rows } = await client.query<{ needed: boolean }>(`SELECT ${isNeeded} AS needed`);
    if (rows[0]?.needed) return false;
    await client.query(`DROP TABLE ${name}`);
    return true;
  });
}
