import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CallIntent } from "@/lib/calls/record";
import { callLiteral } from "@/lib/calls/literal";
import { NO_USAGE } from "@/lib/usage";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import { SAMPLE_TIME, sampleIntent } from "@/testing/spend/spend-samples";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { type Database, openDatabase } from "../database";
import { bookCalls } from "./calls";
import { pruneNewNames } from "./new-names";

const DAY = 86_400_000;
let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
});
afterAll(async () => {
  await database.close();
  await server.stop();
});
beforeEach(() =>
  database.pool.query(
    "TRUNCATE calls, entity_totals, shared_totals, hourly_figures, daily_figures, new_name_counts, end_users",
  ),
);

let calls = 0;
/** A finished call of key k1, one millisecond after the one before. */
function call(changes: Partial<CallIntent>): string {
  calls++;
  return callLiteral({
    ...sampleIntent(`call-${calls}`, { keyId: "k1", tags: [], startedAt: SAMPLE_TIME + calls, ...changes }),
    status: "success",
    attempts: 1,
    tried: [],
    httpStatus: 200,
    durationMs: 1,
    upstreamMs: 1,
    firstTokenMs: null,
    upstreamRequestId: null,
    spendNano: 5n,
    priceState: "priced",
    priceVersion: null,
    usage: NO_USAGE,
  });
}

/** The tags and end users of all calls, in the order of the calls. */
async function booked(): Promise<string[]> {
  const { rows } = await database.pool.query<{ tags: string[]; end_user_id: string | null }>(
    "SELECT tags, end_user_id FROM calls ORDER BY started_at",
  );
  return rows.map(({ tags, end_user_id: endUser }) =>
    [...(endUser === null ? [] : [`@${endUser}`]), ...tags].join(" "),
  );
}

async function totals(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    "SELECT entity_type || ' ' || entity_id || ' ' || calls AS name FROM entity_totals WHERE entity_type IN ('tag', 'end_user') ORDER BY 1",
  );
  return rows.map(({ name }) => name);
}

test("new tags and end users beyond the bound of a key and day are booked as other, in the row and in the totals", async () => {
  await bookCalls(database, [call({ tags: ["a", "b"] }), call({ tags: ["c"], endUserId: "ann" })], 4);
  await bookCalls(database, [call({ tags: ["d", "a", "e"], endUserId: "ben" }), call({ endUserId: "ann" })], 4);
  expect(await booked()).toEqual(["a b", "@ann c", "@other a other", "@ann"]);
  expect(await totals()).toEqual([
    "end_user ann 2",
    "end_user other 1",
    "tag a 2",
    "tag b 1",
    "tag c 1",
    "tag other 1",
  ]);
  expect(await findSpendDiscrepancies(database)).toEqual([]);
});

test("within one batch the names that come first are booked under their own names", async () => {
  await bookCalls(database, [call({ tags: ["z"] }), call({ tags: ["a"] }), call({ tags: ["m", "z"] })], 2);
  expect(await booked()).toEqual(["z", "a", "z other"]);
});

test("names with totals or a record, and those from a signed claim, count as no new ones", async () => {
  await database.pool.query("INSERT INTO end_users (id) VALUES ('recorded')");
  await bookCalls(database, [call({ tags: ["known"], keyId: "k2" })], 1);
  const rows = [
    call({ endUserId: "recorded", tags: ["known"] }),
    call({ endUserId: "signed", endUserSigned: true }),
    call({ endUserId: "claimed" }),
  ];
  await bookCalls(database, rows, 0);
  expect(await booked()).toEqual(["known", "@recorded known", "@signed", "@other"]);
});

test("each key, each caller without a key and each day has a bound of its own", async () => {
  const rows = [
    call({ tags: ["1"] }),
    call({ tags: ["2"] }),
    call({ tags: ["3"], keyId: "k2" }),
    call({ tags: ["4"], keyId: null, userId: "u1" }),
    call({ tags: ["5"], keyId: null, userId: "u2" }),
    call({ tags: ["6"], keyId: null, userId: null, teamId: "t9" }),
    call({ tags: ["7"], startedAt: SAMPLE_TIME + DAY }),
  ];
  await bookCalls(database, rows, 1);
  expect(await booked()).toEqual(["1", "other", "3", "4", "5", "6", "7"]);
});

test("where each team has its own end users, other is one of the team's", async () => {
  await bookCalls(database, [call({ teamId: "a/b", endUserId: "a~1b/ann" }), call({ endUserId: "plain" })], 0);
  expect(await booked()).toEqual(["@a~1b/other", "@other"]);
});

test("a batch that is sent again, or after a name was refused, uses up no more of the bound", async () => {
  const rows = [call({ tags: ["a"] }), call({ tags: ["b"] })];
  for (let sent = 0; sent < 3; sent++) await bookCalls(database, rows, 1);
  await bookCalls(database, [call({ tags: ["b", "c"] })], 2);
  expect(await booked()).toEqual(["a", "other", "b other"]);
});

test("nodes that book at the same time share one bound", async () => {
  const batches = Array.from({ length: 8 }, (_, node) =>
    Array.from({ length: 20 }, (_, at) => call({ tags: [`${node}-${at}`] })),
  );
  await Promise.all(batches.map((rows) => bookCalls(database, rows, 50)));
  const tags = (await totals()).filter((total) => !total.startsWith("tag other"));
  expect(tags).toHaveLength(50);
  expect(await totals()).toContain("tag other 110");
});

test("counts of new names are deleted after a month", async () => {
  await bookCalls(database, [call({ tags: ["a"] }), call({ tags: ["b"], startedAt: SAMPLE_TIME + 40 * DAY })], 9);
  await pruneNewNames(database, SAMPLE_TIME + 40 * DAY);
  const { rows } = await database.pool.query("SELECT names FROM new_name_counts");
  expect(rows).toHaveLength(1);
});
