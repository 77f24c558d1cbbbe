import type { Cluster, Redis, RedisOptions } from "ioredis";
import { readRedisAddress } from "@/lib/config/redis-address";
import { withDeadline } from "@/lib/time/io/deadline";

/** How long a shared counter may take to answer before this process goes on without it, in milliseconds. */
export const ANSWER_LIMIT_MS = 250;

/**
 * What Redis answers in time. `commandTimeout` of the client would take a pause of this process for one of Redis: its
 * timer comes before answers that wait in the socket.
 * @throws Error if Redis takes too long, and what the command throws
 */
export function redisAnswer<Answer>(command: Promise<Answer>): Promise<Answer> {
  return withDeadline(command, ANSWER_LIMIT_MS, (message) => new Error(message));
}

const pauseBeforeRetry = (attempt: number): number => Math.min(attempt * 100, 2_000);

const OPTIONS = {
  enableOfflineQueue: false, // a call must not wait for Redis to come back
  maxRetriesPerRequest: 0,
  connectTimeout: 2_000,
  retryStrategy: pauseBeforeRetry,
  // After a failover, a connection still leads to the server that was the master, until it is opened again.
  reconnectOnError: (error: Error) => error.message.includes("READONLY"),
} as const satisfies RedisOptions;

/**
 * A client that connects, and reconnects, in the background. While it is not connected, its commands fail at once.
 * Rejects with RangeError for an address that `readRedisAddress` refuses.
 */
export async function connectRedis(address: string): Promise<Redis | Cluster> {
  // Most gateways have no Redis, and loading the package takes a twelfth of a start.
  const client = clientOf(await import("ioredis"), address);
  client.on("error", () => {}); // the command that fails reports it
  return client;
}

function clientOf({ Cluster, Redis }: typeof import("ioredis"), text: string): Redis | Cluster {
  const address = readRedisAddress(text);
  if (typeof address === "string") throw new RangeError(`REDIS_URL ${address}`);
  if (address.kind === "server") return new Redis(address.url, OPTIONS);
  const { username, password, hosts, isTls } = address;
  const credentials = { ...(username !== undefined && { username }), ...(password !== undefined && { password }) };
  const servers = hosts.map(({ host, port }) => ({ host, port }));
  if (address.kind === "cluster")
    return new Cluster(servers, {
      enableOfflineQueue: false,
      clusterRetryStrategy: pauseBeforeRetry,
      slotsRefreshTimeout: 2_000,
      redisOptions: { ...OPTIONS, ...credentials, ...(isTls && { tls: {} }) },
      // The certificates of a cluster name its hosts, which a resolved address would not match.
      ...(isTls && { dnsLookup: (host, callback) => callback(null, host) }),
    });
  const { sentinelUsername, sentinelPassword } = address;
  return new Redis({
    ...OPTIONS,
    ...credentials,
    sentinels: servers,
    name: address.master,
    db: address.database,
    sentinelRetryStrategy: pauseBeforeRetry,
    ...(sentinelUsername !== undefined && { sentinelUsername }),
    ...(sentinelPassword !== undefined && { sentinelPassword }),
    ...(isTls && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
  });
}
