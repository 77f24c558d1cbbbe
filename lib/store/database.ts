import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { openBoundedPool } from "./bounded-pool";
import { PrismaClient } from "./generated/client";

/** The connections to one PostgreSQL. An embedded one and an external one differ only by URL. */
export interface Database {
  /** The address for the change feed, which must not go through a pooler. */
  readonly directUrl: string;
  readonly prisma: PrismaClient;
  /** For the few statements that Prisma cannot express: advisory locks, bulk SQL, streams of calls. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * Opens the connection pool of a migrated database; it connects on first use. `directUrl`: the address without the
 * pooler that may stand at `url`.
 */
export function openDatabase(url: string, directUrl = url): Database {
  const pool = openBoundedPool(url);
  // Made when it is first asked: with its engine it takes 50 MB and a quarter of a second, and calls never ask it.
  let prisma: PrismaClient | undefined;
  return {
    directUrl,
    get prisma() {
      return (prisma ??= new PrismaClient({ adapter: new PrismaPg(pool) }));
    },
    pool,
    async close() {
      await prisma?.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}
