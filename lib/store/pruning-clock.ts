import type { Database } from "./database";

/**
 * The clock by which rows are deleted for their age, in milliseconds since the epoch: the earlier one of this process's
 * and the database's. A node whose clock is ahead would otherwise delete, for every node and for good, what is still to
 * be kept. Calling it throws the database's error.
 */
export function pruningClock({ pool }: Pick<Database, "pool">, now: () => number): () => Promise<number> {
  return async () => {
    const { rows } = await pool.query<{ now: number }>(
      "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now",
    );
    return Math.min(now(), ...rows.map((row) => row.now));
  };
}
