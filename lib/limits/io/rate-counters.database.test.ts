import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Redis } from "ioredis";
import { startTcpLine } from "@/testing/database/tcp-line";
import { findRedis, startRedis, type RedisServer } from "@/testing/database/redis-server";
import { recordingLog } from "@/testing/spend/spend-samples";
import { createRateCounters, type RateCounters } from "./rate-counters";
import { ANSWER_LIMIT_MS } from "./redis-client";

const opened: RateCounters[] = [];
async function open(redisUrl?: string, log = recordingLog()): Promise<RateCounters> {
  const counters = await createRateCounters({ redisUrl, isWorker: false, log });
  opened.push(counters);
  return counters;
}
afterEach(async () => {
  for (const counters of opened.splice(0)) await counters.close();
});

describe("counters in memory", () => {
  test("counters in memory add, give back, and say when their minute is over", async () => {
    const counters = await open();
    expect(await counters.peek("a")).toEqual({ used: 0, resetMs: 0 });
    expect(await counters.add("a", 3)).toEqual({ used: 3, resetMs: 60_000 });
    expect((await counters.add("a", -2)).used).toBe(1);
    expect((await counters.add("b", 1)).used).toBe(1);
    const { used, resetMs } = await counters.peek("a");
    expect([used, resetMs > 0 && resetMs <= 60_000]).toEqual([1, true]);
  });

  test("counters in memory say at most a minute after the clock was set back by a day", async () => {
    const counters = await open();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_400_000 });
    try {
      await counters.add("a", 3);
    } finally {
      vi.useRealTimers();
    }
    expect(await counters.peek("a")).toEqual({ used: 3, resetMs: 60_000 });
    expect(await counters.add("a", 1)).toEqual({ used: 4, resetMs: 60_000 });
  });

  test("counters in memory never fall below zero", async () => {
    const counters = await open();
    expect((await counters.add("a", -5)).used).toBe(0);
  });
});

const program = findRedis();
const title =
  program === undefined
    ? "counters in Redis (skipped: there is no redis-server here, and none could be installed)"
    : "counters in Redis";

describe.skipIf(program === undefined)(title, () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis(program ?? "");
  });
  afterAll(() => redis.stop());

  /** A client connects in the background; until then it counts for itself. */
  async function connected(log = recordingLog()): Promise<RateCounters> {
    const counters = await open(redis.url, log);
    const key = `connected ${opened.length} ${Math.random()}`;
    await counters.add(key, 1);
    const other = await open(redis.url);
    await expect.poll(async () => (await counters.add(key, 1), (await other.peek(key)).used)).toBeGreaterThan(0);
    return counters;
  }

  test("counters in Redis are one count for all processes, exact under concurrency, and end after a minute", async () => {
    const [one, two] = [await connected(), await connected()];
    const readings = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (index % 2 ? one : two).add("shared ü", 1)),
    );
    expect(readings.map(({ used }) => used).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    );
    const { used, resetMs } = await two.peek("shared ü");
    expect([used, resetMs > 50_000 && resetMs <= 60_000]).toEqual([100, true]);
  });

  test("what one turn counts leaves as one command, and each count has its own reading", async () => {
    const counters = await connected();
    const commands = async (): Promise<number> => {
      const [, evals] = /cmdstat_eval:calls=(\d+)/.exec(await watcher.info("commandstats")) ?? [];
      return Number(evals ?? 0);
    };
    const watcher = new Redis(redis.url);
    try {
      const before = await commands();
      const readings = await Promise.all([
        counters.add("turn a", 2),
        counters.add("turn b", 5),
        counters.add("turn a", 3),
        counters.add("turn a", -4),
        counters.add("turn c", -1),
      ]);
      expect(readings.map(({ used }) => used)).toEqual([2, 5, 5, 1, 0]);
      expect((await commands()) - before).toBe(1);
      expect((await counters.add("turn c", 3)).used, "it was counted below zero").toBe(2);
    } finally {
      watcher.disconnect();
    }
  });

  test("while Redis is away each process counts for itself, which is reported once, and together again when it is back", async () => {
    const log = recordingLog();
    const counters = await connected(log);
    const before = log.events.length;
    await redis.stop();
    for (let index = 1; index <= 5; index++) expect((await counters.add("away", 1)).used).toBe(index);
    expect(log.events.slice(before)).toEqual(["rate_limits.not_shared"]);
    await redis.start();
    await expect
      .poll(async () => (await counters.add("back", 1), log.events.slice(before)))
      .toEqual(["rate_limits.not_shared", "rate_limits.shared_again"]);
  });

  test("after a failover the counters are at the new master, though the old one still answers", async () => {
    const [old, next] = [await startRedis(program ?? ""), await startRedis(program ?? "")];
    let master = old;
    const line = await startTcpLine(() => Number(new URL(master.url).port));
    const [atOld, atNext] = [new Redis(old.url), new Redis(next.url)];
    try {
      const counters = await open(`redis://127.0.0.1:${line.port}`);
      const countsAt = (server: Redis) =>
        expect.poll(async () => (await counters.add("failover", 1), await server.exists("gateway-rate:failover")));
      await countsAt(atOld).toBe(1);
      master = next;
      await atOld.replicaof("127.0.0.1", Number(new URL(next.url).port));
      await countsAt(atNext).toBe(1);
    } finally {
      atOld.disconnect();
      atNext.disconnect();
      await line.close();
      await Promise.all([old.stop(), next.stop()]);
    }
  });

  test("a pause of this process is not one of Redis", async () => {
    const log = recordingLog();
    const counters = await connected(log);
    const before = log.events.length;
    const counted = counters.add("paused", 1);
    // The command leaves at the end of this turn; its answer then waits in the socket.
    await new Promise(setImmediate);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * ANSWER_LIMIT_MS);
    await counted;
    expect(log.events.slice(before)).toEqual([]);
  });

  test("counters do not delay a call while Redis hangs", async () => {
    const counters = await connected();
    redis.pause();
    try {
      const count = async () =>
        (await Promise.all(Array.from({ length: 20 }, () => counters.add("hanging", 1))))
          .map(({ used }) => used)
          .sort((a, b) => a - b);
      expect(await count()).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    } finally {
      redis.resume();
    }
  });
});
