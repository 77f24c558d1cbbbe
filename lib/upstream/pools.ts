import { lookup as resolve } from "node:dns";
import type { LookupFunction } from "node:net";
import { buildConnector, Pool, type Dispatcher } from "undici";
import { NO_PROXY, type ProxyFor } from "@/lib/http/proxy-address";
import { withClientCertificate, type ClientCertificate } from "./client-certificate";
import { guarded } from "./guarded-lookup";
import { sharedLookup } from "./shared-lookup";
import { markReuse } from "./stale-connection";
import { throughProxy } from "./tunnel";

/**
 * One connection pool per upstream origin, connect timeout and client certificate, kept for the life of the process.
 */
export interface Upstreams {
  /**
   * `connectMs` is the longest wait for a connection, in milliseconds. Other timeouts belong to each request.
   * `certificate`: what the gateway proves itself with.
   */
  pool(origin: string, connectMs: number, certificate?: ClientCertificate): Dispatcher;
  close(): Promise<void>;
}

/**
 * `lookup`: the resolver, which tests replace. A proxy resolves names itself, so behind one only targets that are
 * addresses can be refused.
 */
export function createUpstreams(lookup: LookupFunction = resolve, proxyFor: ProxyFor = NO_PROXY): Upstreams {
  const shared = sharedLookup(lookup);
  /** By connect timeout, and by origin and certificate. */
  const pools = new Map<number, Map<string, Pool>>();

  function connector(connectMs: number, certificate: ClientCertificate | undefined): buildConnector.connector {
    return guarded(shared, (checked) => {
      const options = { timeout: connectMs, lookup: checked };
      const direct = certificate
        ? withClientCertificate(certificate, (tls) => buildConnector({ ...options, ...tls, maxCachedSessions: 0 }))
        : buildConnector(options);
      return throughProxy(direct, proxyFor, connectMs);
    });
  }

  return {
    pool(origin, connectMs, certificate) {
      let known = pools.get(connectMs);
      if (!known) pools.set(connectMs, (known = new Map()));
      const name = certificate ? `${origin}\n${certificate.certificate.reveal()}\n${certificate.key.reveal()}` : origin;
      let pool = known.get(name);
      if (!pool)
        known.set(
          name,
          (pool = new Pool(origin, {
            connect: markReuse(connector(connectMs, certificate)),
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
