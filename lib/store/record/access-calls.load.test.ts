import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CallerDecisions, CountedDecision } from "@/lib/auth/pending-decisions";
import { replayIdentity } from "@/lib/auth/replay-identity";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { openDatabase, type Database } from "../database";
import { readAccessCalls } from "./access-calls";
import { pruneRecordedDecisions, writeRecordedDecisions } from "./recorded-decisions";

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 15, 12);
const ROLES = ["employee", "dev", "ops"];
const SCOPES = ["openid", "large"];
const NAMES = [
  ...ROLES.map((id) => ({ kind: "role", id }) as const),
  ...SCOPES.map((id) => ({ kind: "scope", id }) as const),
];

let server: TestDatabase;
let database: Database;
let other: Database;
beforeAll(async () => {
  server = await startTestDatabase();
});
beforeEach(async () => {
  const url = await server.createDatabase();
  [database, other] = [openDatabase(url), openDatabase(url)];
  return () => Promise.all([database.close(), other.close()]);
});
afterAll(() => server.stop());

function caller(number: number, ...decisions: Partial<CountedDecision>[]): CallerDecisions {
  const roles = ["employee", ...(number % 2 === 0 ? ["dev", "dev"] : []), ...(number % 5 === 0 ? ["ops"] : [])];
  const identity = replayIdentity.parse({
    kind: "jwt",
    reading: "r",
    userId: `user-${number}`,
    roles: number === 7 ? [] : roles,
    scopes: number % 3 === 0 ? ["large", "openid"] : [],
  });
  const rows = decisions.map((given) => ({
    method: "POST",
    route: "/chat/completions",
    family: "openai_routes" as const,
    model: "m",
    team: "",
    hosted: "",
    outcome: "allow" as const,
    count: 1,
    firstSeen: NOW,
    lastSeen: NOW,
    ...given,
  }));
  return {
    fingerprint: `caller-${number}`,
    identity,
    decisions: new Map(rows.map((row, index) => [String(index), row])),
  };
}

/** The decisions of all callers, counted without the sums that are kept of them. */
const PLAIN = `
SELECT kind, id, route, family, model, sum(count)::float8 AS count, to_char(max(day), 'YYYY-MM-DD') AS "lastDay"
FROM recorded_decisions JOIN recorded_identities USING (fingerprint), LATERAL (
  SELECT DISTINCT 'role' AS kind, id FROM jsonb_array_elements_text(identity->'roles') AS id
  UNION ALL SELECT DISTINCT 'scope', id FROM jsonb_array_elements_text(identity->'scopes') AS id
) AS named WHERE outcome = 'allow' AND day >= $1::date GROUP BY 1, 2, 3, 4, 5`;

/** Reads the calls of every role and scope, and expects them to be what a plain count of the decisions gives. */
async function agreed(since = "2026-05-01"): Promise<Map<string, number>> {
  const { rows } = await readAccessCalls(database, NAMES, { since, limit: 10_000 });
  const plain = await database.pool.query(PLAIN, [since]);
  const inOrder = (all: readonly object[]) => all.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort();
  expect(inOrder(rows)).toEqual(inOrder(plain.rows));
  const sums = new Map<string, number>();
  for (const { kind, id, model, count } of rows) {
    const name = `${kind} ${id} ${model}`;
    sums.set(name, (sums.get(name) ?? 0) + count);
  }
  return sums;
}
async function countOf(table: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
  return rows[0]!.count;
}

test("calls are counted once for each role and scope of their caller, and refusals are not", async () => {
  await writeRecordedDecisions(database, [
    caller(0, { count: 5 }, { model: "n", count: 2 }, { outcome: "team_blocked", count: 9 }),
    caller(1, { count: 3 }),
  ]);
  const found = await agreed();
  expect(Object.fromEntries(found)).toEqual({
    "role employee m": 8,
    "role employee n": 2,
    "role dev m": 5,
    "role dev n": 2,
    "role ops m": 5,
    "role ops n": 2,
    "scope openid m": 5,
    "scope openid n": 2,
    "scope large m": 5,
    "scope large n": 2,
  });
});

test("two nodes that write at the same time lose no call, and the sums agree with the decisions", async () => {
  const batch = (round: number) =>
    Array.from({ length: 30 }, (_, at) =>
      caller(
        (at * 7 + round) % 30,
        { model: `m${at % 4}`, count: 1 + at },
        { model: `m${round % 3}`, route: "/embeddings", lastSeen: NOW - (round % 3) * DAY },
        { model: "refused", outcome: "key_model_not_allowed" },
      ),
    );
  const rounds = Array.from({ length: 12 }, (_, round) => round);
  const nodes = [database, other];
  await Promise.all(rounds.map((round) => writeRecordedDecisions(nodes[round % 2]!, batch(round))));
  const found = await agreed();
  const employees = [...found].filter(([name]) => name.startsWith("role employee"));
  // There are 12 batches of 30 callers with 1 to 30 calls and one embedding each, without caller 7, who has no role.
  const own = await database.pool.query<{ count: number }>(
    "SELECT sum(count)::int AS count FROM recorded_decisions WHERE outcome = 'allow' AND fingerprint = 'caller-7'",
  );
  const all = 12 * (465 + 30);
  expect(employees.reduce((sum, [, count]) => sum + count, 0)).toBe(all - own.rows[0]!.count);
  expect(await agreed("2026-06-15")).not.toEqual(found);
});

test("after old decisions are deleted, and the oldest of too many, the sums agree with what is left", async () => {
  const days = [0, 1, 2, 3].map((back) => ({ lastSeen: NOW - back * DAY, model: `m${back}` }));
  await writeRecordedDecisions(
    database,
    Array.from({ length: 20 }, (_, number) => caller(number, ...days)),
  );
  await pruneRecordedDecisions(database, { now: NOW, keptDays: 2 });
  expect([...(await agreed()).keys()].filter((name) => name.endsWith(" m3"))).toEqual([]);
  await Promise.all([
    pruneRecordedDecisions(database, { now: NOW, keptDays: 2, kept: 25 }),
    writeRecordedDecisions(other, [caller(3, { count: 4 }), caller(41, { count: 2 })]),
  ]);
  expect((await agreed()).get("role employee m")).toBe(6);
  await pruneRecordedDecisions(database, { now: NOW, keptDays: 0 });
  expect((await agreed()).size).toBe(0);
  expect([await countOf("recorded_uses"), await countOf("recorded_names")]).toEqual([0, 0]);
});

test("calls without a role or a scope leave no sums", async () => {
  await writeRecordedDecisions(database, [
    caller(7, { count: 2 }),
    { ...caller(8, { count: 3 }), identity: { kind: "virtual-key", keyId: "k" } },
  ]);
  expect(await countOf("recorded_uses")).toBe(0);
  expect(
    (await readAccessCalls(database, [{ kind: "user", id: "user-7" }], { since: "2026-06-01", limit: 9 })).rows,
  ).toMatchObject([{ kind: "user", id: "user-7", count: 2 }]);
});
