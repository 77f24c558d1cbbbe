import { afterAll, beforeAll, expect, test } from "vitest";
import { callLiteral } from "@/lib/calls/literal";
import { bookCalls } from "@/lib/store/calls/calls";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { record } from "@/testing/spend/spend-records";
import { type Database, openDatabase } from "../database";
import { type LargestFigures, type RankedGroups, readLargestOverTime } from "./largest-over-time";

const DAY = Date.parse("2026-11-05T00:00:00Z");

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
  const calls = [9n, 5n, 3n].map((spendNano, at) =>
    record(at, { startedAt: DAY, userId: `u${at}`, teamId: `t${at}`, spendNano, tags: [`x${at}`] }),
  );
  await bookCalls(database, calls.map(callLiteral));
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

async function readNamed(entityType: "user" | "team" | "tag", known?: RankedGroups): Promise<unknown[]> {
  const days = { from: DAY, to: DAY };
  const question: LargestFigures = {
    filter: { entityType, ...days },
    whole: { entityType: "all", entityId: "", ...days },
    dimensions: ["day", "entity"],
    count: 1,
    measure: "spend",
    limit: 10,
  };
  const { groups, all } = await readLargestOverTime(database, question, known);
  expect([all.totals.calls, all.groups.map(({ spend }) => spend)]).toEqual([3, ["0.000000017"]]);
  return groups.map(({ entity, spend }) => [entity, spend]);
}

test.each([
  ["user", "u"],
  ["team", "t"],
] as const)(
  "the largest %s that is known is not looked for again, as long as there is no other call",
  async (type, id) => {
    expect(await readNamed(type)).toEqual([[`${id}0`, "0.000000009"]]);
    const known = { groups: [{ entity: `${id}1` }], calls: 3 };
    expect(await readNamed(type, known)).toEqual([[`${id}1`, "0.000000005"]]);
    expect(await readNamed(type, { ...known, calls: 2 })).toEqual([[`${id}0`, "0.000000009"]]);
  },
);

test("tags are always looked for, because the calls of tags do not tell whether there is another call", async () => {
  expect(await readNamed("tag", { groups: [{ entity: "x1" }], calls: 3 })).toEqual([["x0", "0.000000009"]]);
});
