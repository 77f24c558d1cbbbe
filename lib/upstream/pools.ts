import { lookup as resolve } from "node:dns";
import type { LookupFunction } from "node:net";
import { buildConnector, Pool, type Dispatcher } from "undici";
import { NO_PROXY, type ProxyFor } from "@/lib/http/proxy-address";
import { withClientCertificate, type ClientCertificate } from "./client-certificate";
import { guarded } from "./guarded-lookup";
import { CallLine, type Line } from "./http1/line";
import { sharedLookup } from "./shared-lookup";
import { throughProxy } from "./tunnel";

/**
 * The connections to each upstream origin, by connect timeout and client certificate, kept for the life of the process.
 */
export interface Upstreams {
  /**
   * For requests that do not belong to calls. `connectMs` is the longest wait for a connection, in milliseconds. Other
   * timeouts belong to each request. `certificate`: what the gateway proves itself with.
   */
  pool(origin: string, connectMs: number, certificate?: ClientCertificate): Dispatcher;
  /** For calls. */
  line(origin: string, connectMs: number, certificate?: ClientCertificate): Line;
  close(): Promise<void>;
}

/** The connections to one upstream. */
interface Upstream {
  readonly pool: Pool;
  readonly line: CallLine;
}

/**
 * `lookup`: the resolver, which tests replace. A proxy resolves names itself, so behind one only targets that are
 * addresses can be refused.
 */
export function createUpstreams(lookup: LookupFunction = resolve, proxyFor: ProxyFor = NO_PROXY): Upstreams {
  const shared = sharedLookup(lookup);
  /** By connect timeout, and by origin and certificate. */
  const upstreams = new Map<number, Map<string, Upstream>>();

  function connector(connectMs: number, certificate: ClientCertificate | undefined): buildConnector.connector {
    return guarded(shared, (checked) => {
      const options = { timeout: connectMs, lookup: checked };
      const direct = certificate
        ? withClientCertificate(certificate, (tls) => buildConnector({ ...options, ...tls, maxCachedSessions: 0 }))
        : buildConnector(options);
      return throughProxy(direct, proxyFor, connectMs);
    });
  }

  function upstream(origin: string, connectMs: number, certificate: ClientCertificate | undefined): Upstream {
    let known = upstreams.get(connectMs);
    if (!known) upstreams.set(connectMs, (known = new Map()));
    const name = certificate ? `${origin}\n${certificate.certificate.reveal()}\n${certificate.key.reveal()}` : origin;
    let found = known.get(name);
    if (!found) {
      const connect = connector(connectMs, certificate);
      const pool = new Pool(origin, { connect, keepAliveTimeout: 30_000 });
      known.set(name, (found = { pool, line: new CallLine(origin, connect, pool) }));
    }
    return found;
  }

  return {
    pool: (origin, connectMs, certificate) => upstream(origin, connectMs, certificate).pool,
    line: (origin, connectMs, certificate) => upstream(origin, connectMs, certificate).line,
    async close() {
      const all = [...upstreams.values()].flatMap((known) => [...known.values()]);
      for (const { line } of all) line.close();
      await Promise.all(all.map(({ pool }) => pool.destroy()));
    },
  };
}
