import { Redis } from "ioredis";

/** How long a shared counter may take to answer before this process goes on without it, in milliseconds. */
export const ANSWER_LIMIT_MS = 250;

/** A client that connects, and reconnects, in the background. While it is not connected, its commands fail at once. */
export function connectRedis(url: string): Redis {
  const client = new Redis(url, {
    enableOfflineQueue: false, // a call must not wait for Redis to come back
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: ANSWER_LIMIT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    // After a failover, a connection still leads to the server that was the master, until it is opened anew.
    reconnectOnError: (error) => error.message.includes("READONLY"),
  });
  client.on("error", () => {}); // the command that fails reports it
  return client;
}
