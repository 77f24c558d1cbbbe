import { Redis } from "ioredis";
import { afterEach, describe, expect, test } from "vitest";
import { findRedis } from "@/testing/database/redis-server";
import { type RedisGroup, startRedisCluster, startRedisSentinel } from "@/testing/database/redis-group";
import { recordingLog } from "@/testing/spend/spend-samples";
import { createRateCounters, type RateCounters } from "./rate-counters";
import { createSharedSlots, type SharedSlots } from "./shared-slots";

const program = findRedis() ?? "";
const KEYS = Array.from({ length: 30 }, (_, index) => `key-${index}`);

const closing: { close(): Promise<void> }[] = [];
let group: RedisGroup;
afterEach(async () => {
  for (const one of closing.splice(0)) await one.close();
  await group.stop();
});

async function open(log = recordingLog()): Promise<RateCounters> {
  const counters = await createRateCounters({ redisUrl: group.address, isWorker: false, log });
  closing.push(counters);
  return counters;
}

async function openSlots(): Promise<SharedSlots> {
  const slots = await createSharedSlots({ redisUrl: group.address, isWorker: false, log: recordingLog() });
  if (!slots) throw new Error("There are no shared slots");
  closing.push(slots);
  return slots;
}

let tries = 0;

/** Waits until what one process counts is seen by the other, under a key that nothing else counts. */
async function areShared(one: RateCounters, other: RateCounters): Promise<void> {
  await expect
    .poll(async () => {
      const key = `shared-${++tries}`;
      await one.add(key, 1);
      return (await other.add(key, 1)).used;
    })
    .toBe(2);
}

describe.skipIf(program === "")("two processes with several servers of Redis", () => {
  test("count together on all nodes of a cluster, for themselves while a node is away, and together again", async () => {
    group = await startRedisCluster(program);
    const [one, other] = [await open(), await open()];
    await areShared(one, other);
    for (const key of KEYS) {
      expect((await one.add(key, 2)).used).toBe(2);
      expect((await other.add(key, 3)).used).toBe(5);
    }
    const [, node] = group.servers;
    await node?.stop();
    // The cluster takes no calls while a third of its keys is missing.
    await expect.poll(async () => (await one.add("alone", 1)).used - (await other.add("alone", 1)).used).toBe(0);
    await node?.start();
    await areShared(one, other);
  });

  test("take the slots of several limits of one call together in a cluster", async () => {
    group = await startRedisCluster(program);
    const [one, other] = [await openSlots(), await openSlots()];
    const slots = [
      { key: "team", limit: 1 },
      { key: "user", limit: 5 },
    ];
    await areShared(await open(), await open());
    await expect
      .poll(async () => {
        const first = await one.enter(slots);
        const second = await other.enter(slots);
        for (const entered of [first, second]) if ("leave" in entered) entered.leave();
        return "full" in second ? second.full.key : "entered";
      })
      .toBe("team");
  });

  test("follow Sentinel to the replica when the master dies, with what was counted", async () => {
    group = await startRedisSentinel(program);
    const [one, other] = [await open(), await open()];
    await areShared(one, other);
    expect((await one.add("kept", 7)).used).toBe(7);
    const [master] = group.servers;
    const source = new Redis(master?.url ?? "");
    await source.wait(1, 10_000);
    source.disconnect();
    await master?.stop();
    await areShared(one, other);
    expect((await other.peek("kept")).used).toBe(7);
  });
});
