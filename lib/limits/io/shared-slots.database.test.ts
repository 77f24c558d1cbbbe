import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findRedis, startRedis, type RedisServer } from "@/testing/database/redis-server";
import { recordingLog } from "@/testing/spend/spend-samples";
import { createSharedSlots, type SharedSlots } from "./shared-slots";
import type { Slot } from "../slot-table";

const program = findRedis();
const title =
  program === undefined
    ? "slots in Redis (skipped: there is no redis-server here, and none could be installed)"
    : "slots in Redis";
const slots = (key: string, limit: number): Slot[] => [{ key, limit }];

test("a single process shares no slots", async () => {
  expect(await createSharedSlots({ redisUrl: undefined, isWorker: false, log: recordingLog() })).toBeUndefined();
});

describe.skipIf(program === undefined)(title, () => {
  let redis: RedisServer;
  const opened: SharedSlots[] = [];
  beforeAll(async () => {
    redis = await startRedis(program ?? "");
  });
  afterEach(async () => {
    for (const node of opened.splice(0)) await node.close();
  });
  afterAll(() => redis.stop());

  /** A client connects in the background; until then everybody is let in. */
  async function connected({ log = recordingLog(), leaseMs = 30_000 } = {}): Promise<SharedSlots> {
    const node = (await createSharedSlots({ redisUrl: redis.url, isWorker: false, log, leaseMs }))!;
    opened.push(node);
    await expect.poll(async () => "full" in (await node.enter(slots("nobody", 0))), { interval: 100 }).toBe(true);
    log.events.length = 0;
    return node;
  }
  const isIn = (entered: Awaited<ReturnType<SharedSlots["enter"]>>): entered is { leave: () => void } =>
    "leave" in entered;

  test("all nodes together have as many slots as the limit, and slots are free again when their calls end", async () => {
    const [one, two] = [await connected(), await connected()];
    const entered = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? one : two).enter(slots("k", 7))),
    );
    const inside = entered.filter(isIn);
    expect(inside.length).toBe(7);
    expect(entered.find((outcome) => "full" in outcome)).toEqual({ full: { key: "k", limit: 7 } });
    for (const { leave } of inside) leave();
    await expect.poll(async () => isIn(await one.enter(slots("k", 1)))).toBe(true);
  });

  test("a call takes a slot of every limit or of none", async () => {
    const [one, two] = [await connected(), await connected()];
    await one.enter(slots("team", 1));
    expect(
      await two.enter([
        { key: "key", limit: 1 },
        { key: "team", limit: 1 },
      ]),
    ).toEqual({ full: { key: "team", limit: 1 } });
    expect(isIn(await two.enter(slots("key", 1)))).toBe(true);
  });

  test("the slots of a node that died become free after a while, and those of a live node stay taken", async () => {
    const [dead, alive, other] = [
      await connected({ leaseMs: 600 }),
      await connected({ leaseMs: 600 }),
      await connected(),
    ];
    await dead.enter(slots("of the dead", 1));
    await alive.enter(slots("of the living", 1));
    await dead.close();
    expect(isIn(await other.enter(slots("of the dead", 1)))).toBe(false);
    await expect.poll(async () => isIn(await other.enter(slots("of the dead", 1))), { interval: 100 }).toBe(true);
    expect(isIn(await other.enter(slots("of the living", 1)))).toBe(false);
  });

  test("slots are not counted together while Redis is away, which is reported once, and together again when it is back, calls in flight included", async () => {
    const log = recordingLog();
    const [node, other] = [await connected({ log, leaseMs: 600 }), await connected()];
    await node.enter(slots("long", 1));
    await redis.stop();
    for (let call = 0; call < 3; call++) expect(isIn(await node.enter(slots("k", 0)))).toBe(true);
    expect(log.events).toEqual(["parallel_limits.not_shared"]);
    await redis.start();
    await expect.poll(async () => isIn(await node.enter(slots("k", 0))), { interval: 100 }).toBe(false);
    expect(log.events).toEqual(["parallel_limits.not_shared", "parallel_limits.shared_again"]);
    await expect.poll(async () => isIn(await other.enter(slots("long", 0))), { interval: 100 }).toBe(false);
  });

  test("shared slots do not delay a call while Redis hangs", async () => {
    const node = await connected();
    redis.pause();
    try {
      expect((await Promise.all(Array.from({ length: 20 }, () => node.enter(slots("k", 1))))).every(isIn)).toBe(true);
    } finally {
      redis.resume();
    }
  });
});
