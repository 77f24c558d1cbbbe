import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CallerDecisions, CountedDecision } from "@/lib/auth/pending-decisions";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { openDatabase, type Database } from "../database";
import { pruneRecordedDecisions, readRecordedTraffic, writeRecordedDecisions } from "./recorded-decisions";

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 15, 12);

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
});
beforeEach(async () => {
  database = openDatabase(await server.createDatabase());
  return () => database.close();
});
afterAll(() => server.stop());

function caller(name: string, ...decisions: Partial<CountedDecision>[]): CallerDecisions {
  const rows = (decisions.length > 0 ? decisions : [{}]).map((given) => {
    const lastSeen = given.lastSeen ?? NOW;
    return {
      method: "POST",
      route: "/chat/completions",
      family: "openai_routes" as const,
      model: "m",
      team: "",
      hosted: "",
      outcome: "allow" as const,
      count: 1,
      firstSeen: lastSeen,
      ...given,
      lastSeen,
    };
  });
  return {
    fingerprint: name,
    identity: { kind: "virtual-key", keyId: name },
    decisions: new Map(rows.map((row, index) => [String(index), row])),
  };
}
const read = (days = 30, limit = 100) => readRecordedTraffic(database, { now: NOW, days, limit });
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const countOf = async (table: string): Promise<number> =>
  (await database.pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`)).rows[0]!.count;

test("recorded decisions add up over writes, days and outcomes, and are read with their callers, most frequent first", async () => {
  await writeRecordedDecisions(database, [
    caller("a", { count: 2, lastSeen: NOW - DAY }),
    caller("b", { model: "", route: "/models", method: "GET", team: "t", count: 9 }),
  ]);
  await writeRecordedDecisions(database, [caller("a", { count: 3 }, { outcome: "team_blocked", count: 5 })]);
  const { requests, identities, truncated } = await read();
  expect(requests).toEqual([
    {
      fingerprint: "a",
      method: "POST",
      route: "/chat/completions",
      family: "openai_routes",
      model: "m",
      team: undefined,
      count: 10,
      lastSeen: new Date(NOW),
      days: { [dayOf(NOW - DAY)]: 2, [dayOf(NOW)]: 8 },
    },
    {
      fingerprint: "b",
      method: "GET",
      route: "/models",
      family: "openai_routes",
      model: undefined,
      team: "t",
      count: 9,
      lastSeen: new Date(NOW),
      days: { [dayOf(NOW)]: 9 },
    },
  ]);
  expect([...identities].sort()).toEqual([
    ["a", { kind: "virtual-key", keyId: "a" }],
    ["b", { kind: "virtual-key", keyId: "b" }],
  ]);
  expect(truncated).toBe(false);
});

test("a recorded decision keeps the first and the last time of its day", async () => {
  await writeRecordedDecisions(database, [caller("a", { firstSeen: NOW, lastSeen: NOW + 5 })]);
  await writeRecordedDecisions(database, [caller("a", { firstSeen: NOW - 9, lastSeen: NOW - 1 })]);
  const { rows } = await database.pool.query("SELECT first_seen, last_seen FROM recorded_decisions");
  expect(rows).toEqual([{ first_seen: new Date(NOW - 9), last_seen: new Date(NOW + 5) }]);
});

test("recorded decisions are read for today and the days before it", async () => {
  await writeRecordedDecisions(
    database,
    [0, 1, 2].map((ago) => caller(`ago ${ago}`, { lastSeen: NOW - ago * DAY })),
  );
  expect((await read(1)).requests.map(({ fingerprint }) => fingerprint)).toEqual(["ago 0"]);
  expect((await read(2)).requests.map(({ fingerprint }) => fingerprint)).toEqual(["ago 0", "ago 1"]);
});

test("reading recorded decisions says when there are more than the limit", async () => {
  await writeRecordedDecisions(database, [caller("a", { count: 2 }), caller("b")]);
  const { requests, truncated } = await read(30, 1);
  expect([requests.length, truncated]).toEqual([1, true]);
});

test("recorded decisions leave out an identity that this version cannot read", async () => {
  await writeRecordedDecisions(database, [caller("a")]);
  await database.pool.query(`UPDATE recorded_identities SET identity = '{"kind": "carrier pigeon"}'`);
  expect((await read()).identities.size).toBe(0);
});

test("decisions that two nodes record at once all count, whatever the order of their rows", async () => {
  const names = Array.from({ length: 40 }, (_, index) => `caller ${index}`);
  const batches = Array.from({ length: 20 }, (_, index) =>
    (index % 2 === 0 ? names : names.toReversed()).map((name) => caller(name)),
  );
  await Promise.all(batches.map((batch) => writeRecordedDecisions(database, batch)));
  const { requests } = await read();
  expect(requests.map(({ count }) => count)).toEqual(names.map(() => 20));
});

test("the decisions of one caller and day are bounded: existing rows keep counting, new ones find no room", async () => {
  const many = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => ({ model: `invented ${from + index}` }));
  expect(await writeRecordedDecisions(database, [caller("a", ...many(0, 500))])).toBe(0);
  expect(await writeRecordedDecisions(database, [caller("a", ...many(499, 503)), caller("b")])).toBe(3);
  expect(await writeRecordedDecisions(database, [caller("a", { model: "tomorrow", lastSeen: NOW + DAY })])).toBe(0);
  expect(await countOf("recorded_decisions")).toBe(502);
  expect((await read(30, 1)).requests).toMatchObject([{ model: "invented 499", count: 2 }]);
});

describe("pruning", () => {
  beforeEach(async () => {
    await writeRecordedDecisions(
      database,
      [0, 3, 4, 5].map((ago) => caller(`ago ${ago}`, { lastSeen: NOW - ago * DAY })),
    );
  });
  const left = async () =>
    (
      await database.pool.query<{ fingerprint: string }>("SELECT fingerprint FROM recorded_decisions ORDER BY day DESC")
    ).rows.map(({ fingerprint }) => fingerprint);

  test("pruning removes decisions older than the days kept, and callers not seen since", async () => {
    await pruneRecordedDecisions(database, { now: NOW, keptDays: 4 });
    expect(await left()).toEqual(["ago 0", "ago 3", "ago 4"]);
    expect(await countOf("recorded_identities")).toBe(3);
  });

  test("pruning removes every decision when no day is kept", async () => {
    await pruneRecordedDecisions(database, { now: NOW, keptDays: 0 });
    expect(await left()).toEqual([]);
    expect(await countOf("recorded_identities")).toBe(0);
  });

  test("pruning removes the oldest decisions beyond the most that are kept", async () => {
    await pruneRecordedDecisions(database, { now: NOW, keptDays: 30, kept: 2 });
    expect(await left()).toEqual(["ago 0", "ago 3"]);
  });

  test("pruning removes more decisions than one statement deletes", async () => {
    await server.fill(
      `INSERT INTO recorded_decisions SELECT '2020-01-01', 'x', 'GET', n::text, '', '', '', 'allow', 'info_routes', 1, now(), now() FROM generate_series(1, 12000) AS n`,
      database.directUrl,
    );
    await pruneRecordedDecisions(database, { now: NOW, keptDays: 30 });
    expect(await countOf("recorded_decisions")).toBe(4);
  });
});
