import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MODEL_CALL } from "@/lib/auth/access";
import type { AccessRequest } from "@/lib/auth/decision";
import { identify } from "@/lib/auth/identify";
import { generalSettings } from "@/lib/config/schema";
import { openDatabase, type Database } from "@/lib/store/database";
import { pruneRefusals } from "@/lib/store/record/refusals";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { testSettings } from "@/testing/gateway/test-settings";
import { createRefusalLog, type RefusalLog } from "./refusal-log";

const NOW = Date.UTC(2026, 0, 15);
const DAY = 86_400_000;

let server: TestDatabase;
let database: Database;
let settings = testSettings();
beforeAll(async () => {
  server = await startTestDatabase();
});
beforeEach(async () => {
  database = openDatabase(await server.createDatabase());
  settings = testSettings();
  return () => database.close();
});
afterAll(() => server.stop());

const log = { info() {}, warn() {}, error() {} };
const open = (): RefusalLog => createRefusalLog({ database, log, now: () => NOW, settings: () => settings });
const request: AccessRequest = {
  method: "POST",
  route: "/chat/completions",
  family: "openai_routes",
  ...MODEL_CALL,
  model: "m",
  requestedTeam: undefined,
  requestedOrganization: undefined,
  endUser: undefined,
};

function deny(refusals: RefusalLog, claims: Record<string, unknown> | undefined, at = NOW): string {
  const id = `dec_${randomUUID()}`;
  const identity = claims && identify({ kind: "jwt", via: "bearer", claims, issuer: undefined }, settings.jwtAuth);
  refusals.record({
    id,
    at,
    generation: 1,
    identity,
    request,
    decision: { allow: false, code: "team_blocked", message: "The team is blocked.", checks: [] },
  });
  return id;
}
const kept = async (): Promise<number> =>
  (await database.pool.query<{ count: number }>("SELECT count(*)::int AS count FROM refusals")).rows[0]!.count;

describe("a refusal", () => {
  test("a refusal can be looked up at once where it happened, and at every other process of the database", async () => {
    const [here, there] = [open(), open()];
    const id = deny(here, { client_id: "t1", scope: "nul\0 and half a pair \ud800" });
    const recorded = await here.find(id);
    expect(recorded).toMatchObject({ id, code: "team_blocked", model: "m", identity: { team_id: "t1" } });
    await here.close();
    expect(await there.find(id)).toEqual(recorded);
    await there.close();
  });

  test("a refusal without an identity is recorded too, and a flood of those leaves room for the others", async () => {
    const refusals = open();
    for (let index = 0; index < 3_000; index++) deny(refusals, undefined);
    const id = deny(refusals, { client_id: "t1" });
    await refusals.close();
    expect(await open().find(id)).toMatchObject({ id });
    expect(await kept()).toBeLessThan(200);
  });

  test("a refusal is not kept in the database if nothing is to be recorded", async () => {
    settings = { ...settings, general: generalSettings.parse({ decision_retention_days: 0 }) };
    const refusals = open();
    const id = deny(refusals, { client_id: "t1" });
    expect(await refusals.find(id)).toMatchObject({ id });
    await refusals.close();
    expect(await kept()).toBe(0);
  });

  test("a refusal is deleted when it is too old, and the oldest ones when there are too many", async () => {
    const refusals = open();
    const ids = [4, 3, 2, 1].map((days) => deny(refusals, { client_id: "t1" }, NOW - days * DAY));
    await refusals.close();
    await pruneRefusals(database, { now: NOW, keptDays: 3.5 });
    const found = async () => Promise.all(ids.map(async (id) => (await open().find(id)) !== undefined));
    expect(await found()).toEqual([false, true, true, true]);
    await pruneRefusals(database, { now: NOW, keptDays: 14, kept: 1 });
    expect(await found()).toEqual([false, false, false, true]);
  });
});
