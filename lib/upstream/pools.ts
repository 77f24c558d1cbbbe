import { lookup as resolve } from "node:dns";
import type { LookupFunction } from "node:net";
import { buildConnector, Pool, type Dispatcher } from "undici";
import { guarded } from "./guarded-lookup";
import { markReuse } from "./stale-connection";

/** One connection pool per upstream origin and connect timeout, kept for the life of the process. */
export interface Upstreams {
  /** `connectMs` is the longest wait for a connection, in milliseconds. Other timeouts belong to each request. */
  pool(origin: string, connectMs: number): Dispatcher;
  close(): Promise<void>;
}

/** `lookup`: the resolver, which tests replace. */
export function createUpstreams(lookup: LookupFunction = resolve): Upstreams {
  /** By connect timeout and origin. */
  const pools = new Map<number, Map<string, Pool>>();
  return {
    pool(origin, connectMs) {
      let known = pools.get(connectMs);
      if (!known) pools.set(connectMs, (known = new Map()));
      let pool = known.get(origin);
      if (!pool)
        known.set(
          origin,
          (pool = new Pool(origin, {
            connect: markReuse(guarded(lookup, (checked) => buildConnector({ timeout: connectMs, lookup: checked }))),
            keepAliveTimeout: 30_000,
          })),
        );
      return pool;
    },
    async close() {
      await Promise.all([...pools.values()].flatMap((known) => [...known.values()].map((pool) => pool.destroy())));
    },
  };
}
