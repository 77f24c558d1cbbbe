import { inTransaction, LONG_LIMIT_MS } from "./bounded-pool";
import type { Database } from "./database";

/** Does work that only one process of the database may do at a time. Others wait for their turn. */
export function underLock<Result>(
  { pool }: Pick<Database, "pool">,
  lock: number,
  work: () => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, LONG_LIMIT_MS, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [lock]);
    return work();
  });
}

/**
 * Does work that only one process of the database may do at a time. Resolves to undefined, without the work, while
 * another process does it.
 */
export function underFreeLock<Result>(
  { pool }: Pick<Database, "pool">,
  lock: number,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return inTransaction(pool, LONG_LIMIT_MS, async (client) => {
    const { rows } = await client.query<{ locked: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS locked", [lock]);
    return rows[0]?.locked ? work() : undefined;
  });
}
