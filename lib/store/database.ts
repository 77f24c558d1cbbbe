import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "./generated/client";

/** The connections to one PostgreSQL. An embedded one and an external one differ only by URL. */
export interface Database {
  readonly url: string;
  readonly prisma: PrismaClient;
  /** For the few statements that Prisma cannot express: LISTEN, advisory locks, bulk SQL. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Opens connection pools for a migrated database; they connect on first use. */
export function openDatabase(url: string): Database {
  // Without a limit on each query, silently dead connections would fill the pool for a quarter of an hour.
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
    keepAlive: true,
  });
  pool.on("error", () => {}); // an idle connection that breaks is replaced on next use
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    url,
    prisma,
    pool,
    async close() {
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}
