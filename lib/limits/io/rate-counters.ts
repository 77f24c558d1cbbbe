import { RateLimiterCluster, RateLimiterMemory, type RateLimiterAbstract } from "rate-limiter-flexible";
import type { Logger } from "@/lib/log";
import { createOutage } from "@/lib/time/outage";
import { ANSWER_LIMIT_MS, connectRedis } from "./redis-client";
import { RedisMinutes } from "./redis-minutes";

/** How much of a minute is used, and after how many milliseconds the minute ends. */
export interface MinuteReading {
  readonly used: number;
  readonly resetMs: number;
}

/** Counts requests and tokens by the minute. A minute begins with its first count. */
export interface RateCounters {
  /** Adds whole points, which may be negative, and answers the new reading. Never fails. */
  add(key: string, points: number): Promise<MinuteReading>;
  /** Answers the reading without adding anything. Never fails. */
  peek(key: string): Promise<MinuteReading>;
  close(): Promise<void>;
}

export interface RateCounterOptions {
  /** Every process with the same Redis shares the counters. Undefined: the workers of one gateway share them. */
  readonly redisUrl: string | undefined;
  /** Whether this process is a worker, whose counters are in the first process (`RateLimiterClusterMaster`). */
  readonly isWorker: boolean;
  readonly log: Logger;
}

const MINUTE = { duration: 60, keyPrefix: "gateway-rate", points: Number.MAX_SAFE_INTEGER } as const;
const AWAY_PAUSE_MS = 1_000;

/**
 * Counters in Redis, in the first process of a gateway with workers, or in memory. While shared counters do not answer,
 * this process counts for itself and logs that once.
 */
export async function createRateCounters({ redisUrl, isWorker, log }: RateCounterOptions): Promise<RateCounters> {
  const own = countersOf(new RateLimiterMemory(MINUTE));
  if (redisUrl !== undefined) return redisCounters(redisUrl, own, log);
  if (!isWorker) return { ...own, close: async () => {} };
  const shared = new RateLimiterCluster({ ...MINUTE, timeoutMs: 4 * ANSWER_LIMIT_MS });
  return insured(countersOf(shared), own, log, async () => {});
}

type Counters = Omit<RateCounters, "close">;

async function redisCounters(url: string, own: Counters, log: Logger): Promise<RateCounters> {
  const client = await connectRedis(url);
  const minutes = new RedisMinutes(client, `${MINUTE.keyPrefix}:`, MINUTE.duration);
  const shared: Counters = {
    add: async (key, points) => readingOf(await minutes.add(key, points)),
    peek: async (key) => readingOf(await minutes.peek(key)),
  };
  return insured(shared, own, log, async () => client.disconnect());
}

/** `shared` may fail, and `own` counts then. */
function insured(shared: Counters, own: Counters, log: Logger, close: () => Promise<void>): RateCounters {
  const outage = createOutage({
    pauseMs: AWAY_PAUSE_MS,
    now: () => performance.now(),
    onAway: (error) =>
      log.error("rate_limits.not_shared", {
        error: String(error),
        meaning: "each process counts for itself until the shared counters answer",
      }),
    onBack: () => log.info("rate_limits.shared_again"),
  });
  return {
    add: (key, points) =>
      outage.attempt(
        () => shared.add(key, points),
        () => own.add(key, points),
      ),
    peek: (key) =>
      outage.attempt(
        () => shared.peek(key),
        () => own.peek(key),
      ),
    close,
  };
}

function countersOf(limiter: RateLimiterAbstract): Counters {
  return { add: (key, points) => addTo(limiter, key, points), peek: (key) => peekInto(limiter, key) };
}

/** `penalty` adds without comparing with a limit: each key has its own limit, which the caller compares with. */
async function addTo(limiter: RateLimiterAbstract, key: string, points: number): Promise<MinuteReading> {
  const { consumedPoints, msBeforeNext } =
    points < 0 ? await limiter.reward(key, -points) : await limiter.penalty(key, points);
  return readingOf({ used: consumedPoints, resetMs: msBeforeNext });
}

async function peekInto(limiter: RateLimiterAbstract, key: string): Promise<MinuteReading> {
  const found = await limiter.get(key);
  return found ? readingOf({ used: found.consumedPoints, resetMs: found.msBeforeNext }) : { used: 0, resetMs: 0 };
}

/** After a clock was set back, the end of the minute may be days away by that clock, so the answer is bounded. */
function readingOf({ used, resetMs }: MinuteReading): MinuteReading {
  return { used: Math.max(0, used), resetMs: Math.min(MINUTE.duration * 1_000, Math.max(0, resetMs)) };
}
