import type { Database } from "../database";
import { hourIndexOf, hourIndexStatement } from "./figure-partitions";
import { alone } from "./fold-figures";

/** A month of a large company is read once for it, and nobody waits. */
const LIMIT_MS = 600_000;

/** The index that an interrupted build leaves is kept up to date by every booking and used by no report. */
const LACKING = `
SELECT relname AS name, built.indexrelid IS NOT NULL AS "isHalfBuilt"
FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
LEFT JOIN pg_index AS built ON built.indexrelid = to_regclass(quote_ident(relname || '${hourIndexOf("")}'))
WHERE inhparent = 'hourly_figures'::regclass AND built.indisvalid IS NOT true
ORDER BY relname DESC`;

/**
 * Gives the partitions of hours that have none an index by hour, the latest first, while calls go on: those that a
 * version before has made. It can be stopped at any moment and goes on from there; one process does it at a time.
 * Resolves to their number.
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
    await client.query({ text, ...{ query_timeout: LIMIT_MS } });
    client.release();
  } catch (error) {
    // A build that nobody waits for any more ends with its connection.
    client.release(true);
    throw error;
  }
}
