import {
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterAbstract,
  type RateLimiterRes,
} from "rate-limiter-flexible";
import type { Logger } from "@/lib/log";
import { createOutage } from "@/lib/time/outage";
import { ANSWER_LIMIT_MS, connectRedis, redisAnswer } from "./redis-client";

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
  const own = new RateLimiterMemory(MINUTE);
  if (redisUrl !== undefined) return redisCounters(redisUrl, own, log);
  if (isWorker)
    return insured(new RateLimiterCluster({ ...MINUTE, timeoutMs: 4 * ANSWER_LIMIT_MS }), own, log, async () => {});
  return { add: (key, points) => addTo(own, key, points), peek: (key) => peekInto(own, key), close: async () => {} };
}

async function redisCounters(url: string, own: RateLimiterMemory, log: Logger): Promise<RateCounters> {
  const client = await connectRedis(url);
  const shared = new RateLimiterRedis({ ...MINUTE, storeClient: client, rejectIfRedisNotReady: true });
  return insured(shared, own, log, async () => client.disconnect(), redisAnswer);
}

function insured(
  shared: RateLimiterAbstract,
  own: RateLimiterMemory,
  log: Logger,
  close: () => Promise<void>,
  inTime: (answer: Promise<MinuteReading>) => Promise<MinuteReading> = (answer) => answer,
): RateCounters {
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
  const attempt = (work: (limiter: RateLimiterAbstract) => Promise<MinuteReading>): Promise<MinuteReading> =>
    outage.attempt(
      () => inTime(work(shared)),
      () => work(own),
    );
  return {
    add: (key, points) => attempt((limiter) => addTo(limiter, key, points)),
    peek: (key) => attempt((limiter) => peekInto(limiter, key)),
    close,
  };
}

/** `penalty` adds without comparing with a limit: each key has its own limit, which the caller compares with. */
async function addTo(limiter: RateLimiterAbstract, key: string, points: number): Promise<MinuteReading> {
  return readingOf(points < 0 ? await limiter.reward(key, -points) : await limiter.penalty(key, points));
}

async function peekInto(limiter: RateLimiterAbstract, key: string): Promise<MinuteReading> {
  const found = await limiter.get(key);
  return found ? readingOf(found) : { used: 0, resetMs: 0 };
}

/** After a clock was set back, the end of the minute may be days away by that clock, so the answer is bounded. */
function readingOf({ consumedPoints, msBeforeNext }: RateLimiterRes): MinuteReading {
  return { used: Math.max(0, consumedPoints), resetMs: Math.min(MINUTE.duration * 1_000, Math.max(0, msBeforeNext)) };
}
