import { Pool, type Dispatcher } from "undici";

/** One connection pool per upstream origin, for the life of the process. */
export interface Upstreams {
  pool(origin: string): Dispatcher;
  close(): Promise<void>;
}

/** Times in milliseconds; the first byte may take as long as a reasoning model thinks. */
const TIMEOUTS = { connect: 10_000, firstByte: 600_000, idle: 300_000 } as const;

export function createUpstreams(): Upstreams {
  const pools = new Map<string, Pool>();
  return {
    pool(origin) {
      const known = pools.get(origin);
      if (known) return known;
      const pool = new Pool(origin, {
        connect: { timeout: TIMEOUTS.connect },
        headersTimeout: TIMEOUTS.firstByte,
        bodyTimeout: TIMEOUTS.idle,
        keepAliveTimeout: 30_000,
      });
      pools.set(origin, pool);
      return pool;
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}
