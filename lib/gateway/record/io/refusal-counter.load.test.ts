import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MODEL_CALL } from "@/lib/auth/access";
import { identify } from "@/lib/auth/identify";
import type { ErrorCode } from "@/lib/errors";
import { openDatabase, type Database } from "@/lib/store/database";
import { listRefusalGroups } from "@/lib/store/record/refusal-groups";
import { startLineTo } from "@/testing/database/tcp-line";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { testSettings } from "@/testing/gateway/test-settings";
import { createRefusalLog, type RefusalLog } from "./refusal-log";

const NOW = Date.UTC(2026, 0, 15, 12, 30);

let server: TestDatabase;
let url: string;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
});
beforeEach(async () => {
  url = await server.createDatabase();
  database = openDatabase(url);
  return () => database.close();
});
afterAll(() => server.stop());

let warned: string[] = [];
const log = { info() {}, warn: (event: string) => void warned.push(event), error() {} };
const open = (store = database): RefusalLog =>
  createRefusalLog({ database: store, log, now: () => NOW, settings: testSettings });

function refuse(refusals: RefusalLog, model: string, code: ErrorCode = "team_model_not_allowed"): void {
  refusals.record({
    id: `dec_${randomUUID()}`,
    at: NOW,
    generation: 1,
    identity: identify(
      { kind: "jwt", via: "bearer", claims: { client_id: "t" }, issuer: undefined },
      testSettings().jwtAuth,
    ),
    request: {
      method: "POST",
      route: "/chat/completions",
      family: "openai_routes",
      ...MODEL_CALL,
      model,
      requestedTeam: undefined,
      requestedOrganization: undefined,
      endUser: undefined,
    },
    decision: { allow: false, code, message: "No.", checks: [] },
  });
}

async function counted(): Promise<{ refusals: number; groups: number; byCode: Record<string, number> }> {
  const query = { since: NOW, now: NOW, state: "all", page: 1, size: 10_000 } as const;
  const { rows, refusals, groups } = await listRefusalGroups(database, query);
  const byCode: Record<string, number> = {};
  for (const { code, count } of rows) byCode[code] = (byCode[code] ?? 0) + count;
  return { refusals, groups, byCode };
}

test("no refusal is missing from a count: of a flood of which only some are recorded, on two nodes that write at once", async () => {
  const nodes = [open(), open()];
  for (const [at, refusals] of nodes.entries())
    for (let index = 0; index < 3_000; index++) {
      // Each node has groups of its own and groups that the other has too.
      refuse(refusals, index % 3 === 0 ? "shared" : `model-${at}-${index}`);
      refuse(refusals, "shared", "budget_exceeded");
    }
  await Promise.all(nodes.map((refusals) => refusals.close()));
  const { refusals, groups, byCode } = await counted();
  expect(refusals).toBe(12_000);
  expect(byCode).toEqual({ team_model_not_allowed: 6_000, budget_exceeded: 6_000 });
  expect(groups).toBeLessThan(6_000);
  const { rows } = await database.pool.query<{ count: number }>("SELECT count(*)::int AS count FROM refusals");
  expect(rows[0]?.count).toBeLessThan(2_000);
});

test("no refusal is missing from a count after the database was away", async () => {
  warned = [];
  const line = await startLineTo(url);
  const far = openDatabase(line.url);
  try {
    line.cut();
    const refusals = open(far);
    for (let index = 0; index < 500; index++) refuse(refusals, "m");
    await expect.poll(() => warned).toContain("refusal_counts.not_written");
    line.mend();
    for (let index = 0; index < 500; index++) refuse(refusals, "m");
    // The last write at the end has two seconds, and a machine that is busy may take longer to connect again.
    await expect.poll(async () => (await counted()).refusals).toBe(1_000);
    await refusals.close();
  } finally {
    await far.close();
    await line.close();
  }
});
