import type { PoolClient } from "pg";

/** Reads the time of the database in milliseconds since the epoch. @throws the database's error */
export type DatabaseClock = (client: Pick<PoolClient, "query">) => Promise<number>;

/** The clock of PostgreSQL, which does not stand still within a transaction. */
export const readDatabaseClock: DatabaseClock = async (client) => {
  const { rows } = await client.query<{ now: string }>(
    "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::text AS now",
  );
  return Number(rows[0]?.now);
};
