import type { PoolClient } from "pg";
import { inTransaction } from "../bounded-pool";
import type { Database } from "../database";
import { addMonths, missingMonths, type Partition, partitionName, startOfMonth } from "./months";

/** The tables that are kept by month. */
export type PartitionedTable = "calls";

type Pool = Pick<Database, "pool">;
type Queries = Pick<PoolClient, "query">;

/** The first half of the advisory locks, the second being the table, that let one node make or drop partitions at a time. */
const LOCK = 7_200_302;
const LIMIT_MS = 10_000;
/** How long anybody may have to wait for a partition that is being dropped, in milliseconds. */
const DROP_LOCK_MS = 500;

/** Later instants have no four-digit year, and so no text that PostgreSQL reads. */
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
  table: PartitionedTable,
): Promise<Partition[]> {
  const { rows } = await pool.query<{ name: string; from: Date | null; until: Date | null }>(PARTITIONS, [table]);
  return rows.map(({ name, from, until }) => ({ name, from: from?.getTime(), until: until?.getTime() ?? Infinity }));
}

/**
 * Makes the partitions of those months that have none; returns the names of those that it made. Nobody waits for it: a new
 * table is attached under a lock that lets rows be read and written. Any number of nodes may do this at once. @throws
 * the database's error
 */
export async function makePartitions(
  database: Pool,
  table: PartitionedTable,
  instants: readonly number[],
): Promise<string[]> {
  const months = instants.map(startOfMonth);
  if (missingMonths(await readPartitions(database, table), months).length === 0) return [];
  return inTransaction(database.pool, LIMIT_MS, async (client) => {
    await waitForTurn(client, table);
    const missing = missingMonths(await readPartitions({ pool: client }, table), months);
    for (const month of missing) await makePartition(client, table, month);
    return missing.map((month) => partitionName(table, month));
  });
}

/** Attaching and dropping lock the table and its neighbours in different orders, so that two at once would deadlock. */
async function waitForTurn(client: Queries, table: PartitionedTable): Promise<void> {
  await client.query("SELECT pg_advisory_xact_lock($1, hashtext($2))", [LOCK, table]);
}

async function makePartition(client: Queries, table: PartitionedTable, month: number): Promise<void> {
  const name = partitionName(table, month);
  const bound = (at: number): string => (at > LAST_INSTANT ? "MAXVALUE" : `'${new Date(at).toISOString()}'`);
  const copied = "INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING COMPRESSION";
  await client.query(`CREATE TABLE ${name} (LIKE ${table} ${copied})`);
  await client.query(
    `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM (${bound(month)}) TO (${bound(addMonths(month, 1))})`,
  );
}

/**
 * Drops a partition with all its rows, unless `isNeeded`, a condition in SQL, holds once nobody can write to the table any
 * more. False: it is needed. Everybody waits for it half a second at most.
 * @throws the database's error 55P03 if the table was in use for longer; then nothing has changed
 */
export async function dropPartition(
  database: Pool,
  table: PartitionedTable,
  { name }: Partition,
  isNeeded: string,
): Promise<boolean> {
  return inTransaction(database.pool, LIMIT_MS, async (client) => {
    await waitForTurn(client, table);
    // The first two end a vacuum that is under way without stopping anybody. The table comes before its partition, as
    // for whoever reads or writes.
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
