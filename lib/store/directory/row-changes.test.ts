import fc from "fast-check";
import { expect, test } from "vitest";
import { RowChanges, rowIndex, type RowKind } from "./row-changes";

const kind = fc.constantFrom<RowKind>("team", "teamsByAlias", "user", "organization", "endUser", "keyByHash");
const row = fc.tuple(kind, fc.string({ maxLength: 4 }));

test("no change of a row is ever missed, whatever else changes", () => {
  fc.assert(
    fc.property(fc.array(fc.option(row), { maxLength: 20 }), fc.array(row), fc.nat(20), (steps, rows, at) => {
      const changes = new RowChanges();
      const buckets = rows.map(([of, id]) => rowIndex(of, id));
      const names = new Set(rows.map((name) => JSON.stringify(name)));
      let since = 0;
      let isChanged = false;
      for (const [index, step] of steps.entries()) {
        if (index === at) {
          since = changes.version;
          isChanged = false;
        }
        if (step) changes.change(...step);
        else changes.changeAll();
        isChanged ||= step === null || names.has(JSON.stringify(step));
      }
      if (isChanged) expect(changes.areUnchanged(buckets, since)).toBe(false);
    }),
  );
});

test("a change of one row leaves the others, and is known of those who look from an earlier version alone", () => {
  const changes = new RowChanges();
  const before = changes.version;
  changes.change("team", "t1");
  const after = changes.version;
  expect(after).toBeGreaterThan(before);
  const ask = (of: RowKind, id: string, since: number) => changes.areUnchanged([rowIndex(of, id)], since);
  expect([ask("team", "t1", before), ask("team", "t1", after)]).toEqual([false, true]);
  expect([ask("team", "t2", before), ask("user", "t1", before)]).toEqual([true, true]);
  expect(changes.areUnchanged([], before)).toBe(true);
  changes.changeAll();
  expect([ask("team", "t2", after), changes.areUnchanged([], after)]).toEqual([false, false]);
});

test("ids that differ little are spread over all buckets", () => {
  const buckets = new Set(Array.from({ length: 10_000 }, (_, number) => rowIndex("user", `user-${number}`)));
  expect(buckets.size).toBeGreaterThan(9_000);
});
