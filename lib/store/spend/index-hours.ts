import type { Database } from "../database";
import { hourIndexOf, hourIndexStatement } from "./figure-partitions";
import { alone } from "./fold-figures";

/** How long one index may take: the month of a large company is read once for it, and nobody waits. */
const LIMIT_MS = 600_000;

/**
 * The partitions without a usable index by hour. Every booking keeps up the index of an interrupted build, which no
 * report uses.
 */
const LACKING = `
SELECT relname AS name, built.indexrelid IS NOT NULL AS "isHalfBuilt"
FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
LEFT JOIN pg_index AS built ON built.indexrelid = to_regclass(quote_ident(relname || '${hourIndexOf("")}'))
WHERE inhparent = 'hourly_figures'::regclass AND built.indisvalid IS NOT true
ORDER BY relname DESC`;

/**
 * Gives an index by hour to the partitions of hours that an earlier version made without one, the latest first, while
 * calls go on. It can be stopped at any moment and goes on from there; one process does it at a time. Resolves to the
 * number of indexes.
 * @throws the database's error
 */
export async function indexHours(database: Database, signal?: AbortSignal): Promise<number> {
  const { rows } = await database.pool.query<{ name: string; isHalfBuilt: boolean }>(LACKING);
  let built = 0;
  for (const { name, isHalfBuilt } of rows) {
    if (signal?.aborted) break;
    const isBuilt = await alone(database, async () => {
      if (isHalfBuilt) await runAlone(database, `DROP INDEX CONCURRENTLY IF EXISTS ${hourIndexOf(name)}`);
      await runAlone(database, hourIndexStatement(name, "CONCURRENTLY IF NOT EXISTS"));
      return true;
    });
    if (!isBuilt) break;
    built++;
  }
  return built;
}

/** Runs a statement that is not allowed in a transaction. */
async function runAlone({ pool }: Database, text: string): Promise<void> {
  const client = await pool.connect();
  try {
    const statement = { text, query_timeout: LIMIT_MS };
    await client.query(statement);
    client.release();
  } catch (error) {
    // Closing the connection ends a build that nobody waits for any more.
    client.release(true);
    throw error;
  }
}
