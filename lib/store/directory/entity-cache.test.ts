import fc from "fast-check";
import { expect, test } from "vitest";
import { createEntityCache } from "./entity-cache";

const AWAY = new Error("away");

/** A cache over a table that the test changes, with reads that the test lets finish one by one. */
function world(options: { capacity?: number; staleTtlMs?: number } = {}) {
  const table = new Map<string, number>();
  const pending: { id: string; finish: () => void }[] = [];
  const state = { time: 1_000_000, away: false, reads: 0, held: false, unvouched: 0 };
  const feed = { connected: true, lastHeardAt: 1_000_000 };
  const cache = createEntityCache<number>({
    read(id) {
      state.reads++;
      if (state.away) return Promise.reject(AWAY);
      const seen = table.get(id); // what the database's snapshot says when the read begins
      if (!state.held) return Promise.resolve(seen);
      return new Promise((resolve) => pending.push({ id, finish: () => resolve(seen) }));
    },
    isAway: (error) => error === AWAY,
    now: () => state.time,
    feed,
    staleTtlMs: () => options.staleTtlMs ?? 300_000,
    onUnvouched: () => void state.unvouched++,
    capacity: () => options.capacity ?? 100,
  });
  return { table, pending, state, feed, cache };
}

test("the entity cache reads a row once while the change feed is up, whatever the row's age", async () => {
  const { table, state, cache } = world();
  table.set("a", 1);
  expect(await cache.get("a")).toBe(1);
  state.time += 3_600_000;
  expect(await cache.get("a")).toBe(1);
  expect(state.reads).toBe(1);
});

test("while the change feed is down, a clock that is set back makes no row look young", async () => {
  const { table, state, feed, cache } = world();
  feed.connected = false;
  table.set("a", 1);
  expect(await cache.get("a")).toBe(1);
  table.set("a", 2);
  state.time -= 3_600_000;
  expect(await cache.get("a")).toBe(2);
});

test("the entity cache remembers that a row is missing until a change names it", async () => {
  const { table, state, cache } = world();
  expect(await cache.get("a")).toBeUndefined();
  expect(await cache.get("a")).toBeUndefined();
  expect(state.reads).toBe(1);
  table.set("a", 1);
  cache.drop("a");
  expect(await cache.get("a")).toBe(1);
});

test("concurrent reads of one id share one read of the entity cache", async () => {
  const { table, state, pending, cache } = world();
  table.set("a", 1);
  state.held = true;
  const answers = [cache.get("a"), cache.get("a"), cache.get("a")];
  pending.forEach(({ finish }) => finish());
  expect(await Promise.all(answers)).toEqual([1, 1, 1]);
  expect(state.reads).toBe(1);
});

test("the entity cache never keeps the result of a read that began before a change", async () => {
  const { table, state, pending, cache } = world();
  table.set("a", 1);
  state.held = true;
  const early = cache.get("a");
  table.set("a", 2);
  cache.drop("a");
  pending[0]!.finish();
  expect(await early).toBe(1);
  state.held = false;
  expect(await cache.get("a")).toBe(2);
});

test("the entity cache agrees with the table after any interleaving of reads, changes and notices", async () => {
  const step = fc.record({
    kind: fc.constantFrom("get", "change", "finish", "suspect"),
    id: fc.constantFrom("a", "b"),
    which: fc.nat(5),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { table, state, pending, cache } = world();
      state.held = true;
      let version = 0;
      for (const { kind, id, which } of steps) {
        if (kind === "get") void cache.get(id);
        else if (kind === "change") {
          table.set(id, ++version);
          cache.drop(id);
        } else if (kind === "suspect") {
          // A change whose notice was missed: only "everything may have changed" follows.
          table.set(id, ++version);
          cache.suspectAll();
        } else pending.splice(which, 1)[0]?.finish();
        await new Promise((resolve) => setImmediate(resolve));
      }
      pending.forEach(({ finish }) => finish());
      await new Promise((resolve) => setImmediate(resolve));
      state.held = false;
      for (const id of ["a", "b"]) expect(await cache.get(id)).toBe(table.get(id));
    }),
    { numRuns: 150 },
  );
});

test("the entity cache reads a row again after a second while the change feed is down", async () => {
  const { table, state, feed, cache } = world();
  table.set("a", 1);
  await cache.get("a");
  feed.connected = false;
  table.set("a", 2);
  state.time += 999;
  expect(await cache.get("a")).toBe(1);
  state.time += 1;
  expect(await cache.get("a")).toBe(2);
});

test("the entity cache serves a known row while the database is away, for as long as the stale time allows", async () => {
  const { table, state, feed, cache } = world({ staleTtlMs: 300_000 });
  table.set("a", 1);
  await cache.get("a");
  state.time += 3_600_000;
  feed.lastHeardAt = state.time; // an hour old, and right until now
  feed.connected = false;
  state.away = true;
  state.time += 300_000;
  expect(state.unvouched).toBe(0);
  expect(await cache.get("a")).toBe(1);
  expect(state.unvouched).toBe(1);
  state.time += 1;
  await expect(cache.get("a")).rejects.toBe(AWAY);
  expect(state.unvouched).toBe(1);
});

test("the entity cache serves neither an unknown row nor a remembered absence while the database is away", async () => {
  const { state, feed, cache } = world();
  await cache.get("absent");
  feed.connected = false;
  state.away = true;
  state.time += 1_000;
  await expect(cache.get("absent")).rejects.toBe(AWAY);
  await expect(cache.get("unknown")).rejects.toBe(AWAY);
});

test("the entity cache does not serve a dropped row, even while the database is away", async () => {
  const { table, state, cache } = world();
  table.set("a", 1);
  await cache.get("a");
  cache.drop("a");
  state.away = true;
  await expect(cache.get("a")).rejects.toBe(AWAY);
});

test("the stale time of a suspect row is counted from when the row was last known to be right", async () => {
  const { table, state, feed, cache } = world({ staleTtlMs: 10_000 });
  table.set("a", 1);
  await cache.get("a");
  cache.suspectAll();
  state.away = true;
  state.time += 10_000;
  feed.lastHeardAt = state.time; // the feed is back, but it does not vouch for what came before
  expect(await cache.get("a")).toBe(1);
  state.time += 1;
  await expect(cache.get("a")).rejects.toBe(AWAY);
});

test("the entity cache reports a failed read unless the database is away", async () => {
  const fault = new Error("column does not exist");
  const cache = createEntityCache<number>({
    read: () => Promise.reject(fault),
    isAway: () => false,
    now: () => 0,
    feed: { connected: true, lastHeardAt: 0 },
    staleTtlMs: () => 1,
    onUnvouched() {},
    capacity: () => 1,
  });
  await expect(cache.get("a")).rejects.toBe(fault);
});

test("the entity cache evicts the least recently used row, and none for a flood of ids that do not exist", async () => {
  const { table, state, cache } = world({ capacity: 3 });
  for (const id of ["a", "b", "c", "d"]) table.set(id, 1);
  for (const id of ["a", "b", "c", "a", "d"]) await cache.get(id); // evicts b
  for (let index = 0; index < 1_000; index++) await cache.get(`invented ${index}`);
  const reads = state.reads;
  for (const id of ["a", "c", "d"]) await cache.get(id);
  expect(state.reads).toBe(reads);
  await cache.get("b");
  expect(state.reads).toBe(reads + 1);
  await cache.get("invented 0"); // forgotten too: no more absences are kept than rows
  expect(state.reads).toBe(reads + 2);
});

test("the entity cache keeps as many rows as its capacity says now", async () => {
  const bounds = { capacity: 3 };
  const { table, state, cache } = world(bounds);
  for (const id of ["a", "b", "c", "d"]) table.set(id, 1);
  for (const id of ["a", "b", "c"]) await cache.get(id);
  bounds.capacity = 1;
  await cache.get("d"); // evicts the others
  await cache.get("d");
  expect(state.reads).toBe(4);
  await cache.get("c");
  expect(state.reads).toBe(5);
  bounds.capacity = 2;
  for (const id of ["d", "c", "d"]) await cache.get(id);
  expect(state.reads).toBe(6);
});
