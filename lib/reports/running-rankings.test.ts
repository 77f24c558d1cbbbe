import { expect, test } from "vitest";
import type { DailyFilter } from "@/lib/store/spend/daily-filter";
import type { LargestFigures, RankedGroups } from "@/lib/store/spend/largest-over-time";
import { RunningRankings } from "./running-rankings";

const filter: DailyFilter = { entityType: "team", from: 0, to: 0 };
const question: LargestFigures = {
  filter,
  whole: filter,
  dimensions: ["day", "entity"],
  count: 2,
  measure: "spend",
  limit: 10,
};
const found: RankedGroups = { groups: [{ entity: "a" }, { entity: "b" }, { entity: "c" }], calls: 7 };

/** A table that is being read. */
function pendingTable() {
  let resolve: (groups: RankedGroups) => void = () => {};
  const promise = new Promise<RankedGroups>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

test("a chart takes the first payers of the table that is being read, and nothing once it is there", async () => {
  const rankings = new RunningRankings();
  const table = pendingTable();
  rankings.note({ filter, dimensions: ["entity"], limit: 100 }, table.promise);
  const chart = rankings.find(question);
  table.resolve(found);
  expect(await chart).toEqual({ groups: [{ entity: "a" }, { entity: "b" }], calls: 7 });
  expect(await rankings.find(question)).toBeUndefined();
});

test.each<[what: string, changes: Partial<LargestFigures>]>([
  ["is about other calls", { filter: { ...filter, model: "m" } }],
  ["is about other groups", { dimensions: ["day", "entity", "model"] }],
  ["goes by calls", { measure: "calls" }],
  ["names more than the table has", { count: 101 }],
])("a chart that %s looks for its own", async (_what, changes) => {
  const rankings = new RunningRankings();
  rankings.note({ filter, dimensions: ["entity"], limit: 100 }, new Promise(() => {}));
  expect(await rankings.find({ ...question, ...changes })).toBeUndefined();
});

test("a table that fails, or is by time, leaves the chart to look for its own", async () => {
  const rankings = new RunningRankings();
  rankings.note({ filter, dimensions: ["entity"], limit: 100 }, Promise.reject(new Error("away")));
  expect(await rankings.find(question)).toBeUndefined();
  rankings.note({ filter, dimensions: ["day", "entity"], limit: 100 }, Promise.reject(new Error("away")));
  expect(await rankings.find(question)).toBeUndefined();
});

test("of two tables at once the later one counts, whichever ends first", async () => {
  const rankings = new RunningRankings();
  const first = pendingTable();
  const second = pendingTable();
  rankings.note({ filter, dimensions: ["entity"], limit: 100 }, first.promise);
  rankings.note({ filter, dimensions: ["entity"], limit: 100 }, second.promise);
  first.resolve({ groups: [], calls: 0 });
  await first.promise;
  await Promise.resolve();
  const chart = rankings.find(question);
  second.resolve(found);
  expect((await chart)?.calls).toBe(7);
});
