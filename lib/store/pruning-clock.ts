import type { Database } from "./database";
import type { Transaction } from "./write";

/** The database's clock, in milliseconds since the epoch. */
const DATABASE_NOW = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now";

interface ClockRow {
  readonly now: number;
}

/**
 * The clock by which rows are deleted for their age, in milliseconds since the epoch: the earlier one of this process's
 * and the database's. A node whose clock is ahead would otherwise delete, for every node and for good, what is still to
 * be kept. Calling it throws the database's error.
 */
export function pruningClock({ pool }: Pick<Database, "pool">, now: () => number): () => Promise<number> {
  return async () => earlier(now(), (await pool.query<ClockRow>(DATABASE_NOW)).rows);
}

/** `pruningClock` for a transaction that deletes beside its own work. `now`: this process's clock. */
export async function pruningTime(transaction: Transaction, now: number): Promise<number> {
  return earlier(now, await transaction.$queryRawUnsafe<ClockRow[]>(DATABASE_NOW));
}

function earlier(now: number, rows: readonly ClockRow[]): number {
  return Math.min(now, ...rows.map((row) => row.now));
}
