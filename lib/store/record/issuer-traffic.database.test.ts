import { afterAll, beforeAll, expect, test } from "vitest";
import type { CallerDecisions, CountedDecision } from "@/lib/auth/pending-decisions";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { openDatabase, type Database } from "../database";
import { readIssuerTraffic } from "./issuer-traffic";
import { writeRecordedDecisions } from "./recorded-decisions";

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 15, 12);
const ISSUER = "https://idp.test";

let server: TestDatabase;
let database: Database;

function caller(name: string, identity: object, ...decisions: Partial<CountedDecision>[]): CallerDecisions {
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
    fingerprint: name,
    identity: { kind: "jwt", reading: "r", issuer: ISSUER, ...identity } as CallerDecisions["identity"],
    decisions: new Map(rows.map((row, index) => [String(index), row])),
  };
}

beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
  const before = { firstSeen: NOW - DAY, lastSeen: NOW - DAY };
  await writeRecordedDecisions(database, [
    caller("ada", { userId: "ada", teamId: "t1" }, { count: 5 }, { count: 2, outcome: "team_blocked" }),
    caller("grace", { userId: "grace", groups: ["t2", "t3"] }, { model: "n" }, { team: "t3", count: 4, ...before }),
    caller("robot", { teamId: "t1" }, { model: "", route: "/models", count: 9, ...before }),
    caller("old", { userId: "old" }, { count: 100, firstSeen: NOW - 9 * DAY, lastSeen: NOW - 9 * DAY }),
    caller("other", { issuer: "https://other.test", userId: "ada" }, { count: 50 }),
  ]);
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

test("what the tokens of an issuer asked for is counted by day, model, team and user, without those of others", async () => {
  const found = await readIssuerTraffic(database, ISSUER, "2026-06-10");
  expect(found.map(({ kind, id, allowed, refused }) => [kind, id, allowed, refused])).toEqual([
    ["all", "", 19, 2],
    ["callers", "", 3, 0],
    ["day", "2026-06-14", 13, 0],
    ["day", "2026-06-15", 6, 2],
    ["model", "m", 9, 2],
    ["model", "n", 1, 0],
    ["team", "t1", 14, 2],
    ["team", "t3", 4, 0],
    ["team", "t2", 1, 0],
    ["user", "ada", 5, 2],
    ["user", "grace", 5, 0],
  ]);
});

test("an issuer that nobody came from has no traffic", async () => {
  expect(await readIssuerTraffic(database, "https://nobody.test", "2026-06-10")).toEqual([
    { kind: "all", id: "", allowed: 0, refused: 0 },
    { kind: "callers", id: "", allowed: 0, refused: 0 },
  ]);
});
