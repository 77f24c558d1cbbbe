import { expect, test } from "vitest";
import { BusySet } from "./busy-set";

test("a busy set holds what was added until it is deleted, in any order", () => {
  const set = new BusySet<{ name: string }>();
  const [a, b, c] = [{ name: "a" }, { name: "b" }, { name: "c" }];
  const slots = [a, b, c].map((item) => set.add(item));
  set.delete(slots[1] ?? 0);
  expect([...set]).toEqual([a, c]);
  expect(set.size).toBe(2);
  set.delete(slots[0] ?? 0);
  set.delete(slots[2] ?? 0);
  expect([...set]).toEqual([]);
  expect(set.size).toBe(0);
});

test("a busy set gives free slots to new items, so that it grows no larger than the most items at once", () => {
  const set = new BusySet<{ round: number }>();
  for (let round = 0; round < 1_000; round++) {
    const slots = [set.add({ round }), set.add({ round })];
    expect(Math.max(...slots)).toBeLessThan(2);
    expect(set.size).toBe(2);
    for (const slot of slots) set.delete(slot);
  }
});

test("items of a busy set may leave while it is iterated", () => {
  const set = new BusySet<{ slot: number }>();
  const items = [0, 1, 2].map(() => {
    const item = { slot: -1 };
    item.slot = set.add(item);
    return item;
  });
  const seen: object[] = [];
  for (const item of set) {
    seen.push(item);
    set.delete(item.slot);
  }
  expect(seen).toEqual(items);
  expect(set.size).toBe(0);
});
