import { expect, test } from "vitest";
import { createGrowingCache } from "./growing-cache";

test("what was used last stays, up to the bound, and a key counts once however often it is written", () => {
  const cache = createGrowingCache<string, number>(2);
  cache.set("a", 1).set("b", 2).set("b", 3);
  expect(cache.get("a")).toBe(1);
  cache.set("c", 4);
  expect([...cache.entries()]).toEqual([
    ["c", 4],
    ["a", 1],
  ]);
});

test("a large bound takes no room before there are entries", () => {
  const before = process.memoryUsage().heapUsed;
  const caches = Array.from({ length: 100 }, () => createGrowingCache<string, number>(1_000_000));
  // With room for all entries, one of them would take 16 MB.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(16_000_000);
  expect(caches).toHaveLength(100);
});
