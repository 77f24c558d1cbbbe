import { buildConnector, Pool, type Dispatcher } from "undici";
import { markReuse } from "./stale-connection";

/** One connection pool per upstream origin and time to connect, for the life of the process. */
export interface Upstreams {
  /** `connectMs`: the longest wait for a connection, in milliseconds. Other timeouts go with each request. */
  pool(origin: string, connectMs: number): Dispatcher;
  close(): Promise<void>;
}

export function createUpstreams(): Upstreams {
  const pools = new Map<string, Pool>();
  return {
    pool(origin, connectMs) {
      const key = `${connectMs} ${origin}`;
      const known = pools.get(key);
      if (known) return known;
      const pool = new Pool(origin, { connect: markReuse(buildConnector({ timeout: connectMs })), keepAliveTimeout: 30_000 });
      pools.set(key, pool);
      return pool;
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}
