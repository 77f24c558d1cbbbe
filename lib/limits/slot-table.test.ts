import fc from "fast-check";
import { expect, test } from "vitest";
import { SlotTable } from "./slot-table";

test("a call takes a slot of every limit or of none, and the slots of a process that dies are given back", () => {
  const table = new SlotTable();
  expect(
    table.enter(1, "a", [
      { key: "k", limit: 2 },
      { key: "t", limit: 1 },
    ]),
  ).toBe(-1);
  expect(
    table.enter(2, "b", [
      { key: "k", limit: 2 },
      { key: "t", limit: 1 },
    ]),
  ).toBe(1);
  expect(table.enter(2, "c", [{ key: "k", limit: 2 }])).toBe(-1);
  expect(table.enter(2, "d", [{ key: "k", limit: 2 }])).toBe(0);
  table.abandon(1);
  expect(
    table.enter(2, "e", [
      { key: "k", limit: 2 },
      { key: "t", limit: 1 },
    ]),
  ).toBe(-1);
  table.leave("e", ["k", "t"]);
  table.leave("e", ["k", "t"]);
  expect(table.enter(2, "f", [{ key: "t", limit: 1 }])).toBe(-1);
});

test("the slot table never exceeds a limit, and every slot is free once all calls have ended", () => {
  const step = fc.record({ call: fc.nat(9), owner: fc.nat(2), enters: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step), fc.integer({ min: 1, max: 4 }), (steps, limit) => {
      const table = new SlotTable();
      const inside = new Set<number>();
      for (const { call, owner, enters } of steps) {
        if (!enters) {
          table.leave(String(call), ["k"]);
          inside.delete(call);
        } else if (!inside.has(call) && table.enter(owner, String(call), [{ key: "k", limit }]) === -1)
          inside.add(call);
        expect(inside.size).toBeLessThanOrEqual(limit);
      }
      for (const owner of [0, 1, 2]) table.abandon(owner);
      expect(table.enter(0, "last", [{ key: "k", limit: 1 }])).toBe(-1);
    }),
  );
});
