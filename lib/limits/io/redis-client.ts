import { Redis } from "ioredis";

/** A shared counter that does not answer by then is passed over, in milliseconds. */
export const ANSWER_LIMIT_MS = 250;

/** A client that connects in the background and again and again; while it cannot, its commands fail at once. */
export function connectRedis(url: string): Redis {
  const client = new Redis(url, {
    enableOfflineQueue: false, // a call must not wait for Redis to come back
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: ANSWER_LIMIT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  client.on("error", () => {}); // whoever counts hears of it
  return client;
}
