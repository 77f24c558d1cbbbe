import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MODEL_CALL } from "@/lib/auth/access";
import type { AccessRequest, Decision, VerifiedToken } from "@/lib/auth/decision";
import { identify } from "@/lib/auth/identify";
import { generalSettings } from "@/lib/config/schema";
import { openDatabase, type Database } from "@/lib/store/database";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { testSettings } from "@/testing/gateway/test-settings";
import { createDecisionRecorder, type DecisionRecorder } from "./decision-recorder";

let server: TestDatabase;
let database: Database;
let recorder: DecisionRecorder;
let settings = testSettings();
let warnings: string[];
beforeAll(async () => {
  server = await startTestDatabase();
});
beforeEach(async () => {
  database = openDatabase(await server.createDatabase());
  settings = testSettings();
  warnings = [];
  const log = { info() {}, warn: (event: string) => void warnings.push(event), error() {} };
  recorder = createDecisionRecorder({ database, log, now: () => Date.UTC(2026, 0, 1), settings: () => settings });
  return async () => {
    await recorder.close();
    await database.close();
  };
});
afterAll(() => server.stop());

const tokenOf = (team: string): VerifiedToken => ({
  kind: "jwt",
  via: "bearer",
  claims: { client_id: team },
  issuer: "https://issuer.test",
});
const allowed: Decision = {
  allow: true,
  principal: {
    admin: false,
    viewer: false,
    administers: [],
    role: undefined,
    keyId: undefined,
    teamId: "t",
    userId: undefined,
    organizationId: undefined,
    teamOrganizationId: undefined,
    endUserId: undefined,
  },
  obligations: [],
  checks: [],
};
const denied: Decision = { allow: false, code: "team_blocked", message: "The team is blocked.", checks: [] };

function record(token: VerifiedToken, model: string, decision = allowed, organization?: string): void {
  const request: AccessRequest = {
    method: "POST",
    route: "/chat/completions",
    family: "openai_routes",
    ...MODEL_CALL,
    model,
    requestedTeam: undefined,
    requestedOrganization: organization,
    endUser: undefined,
  };
  recorder.record(token, identify(token, settings.jwtAuth, organization), request, decision);
}
async function counts(): Promise<string[]> {
  const { rows } = await database.pool.query<{ line: string }>(
    "SELECT concat_ws(' ', identity->>'teamId', model, outcome, count) AS line FROM recorded_decisions JOIN recorded_identities USING (fingerprint) ORDER BY 1",
  );
  return rows.map(({ line }) => line);
}

describe("the recorder", () => {
  test("the recorder counts per caller, model and outcome, whether or not it has seen the token before", async () => {
    const token = tokenOf("t1");
    for (const one of [token, token, tokenOf("t1"), tokenOf("t2")]) record(one, "m");
    record(token, "m", denied);
    await recorder.flush();
    record(token, "m");
    await recorder.flush();
    expect(await counts()).toEqual(["t1 m allow 4", "t1 m team_blocked 1", "t2 m allow 1"]);
    expect(warnings).toEqual([]);
  });

  test("the recorder writes before its time when many callers come at once, and loses none of them", async () => {
    for (const half of ["first", "second"]) {
      for (let caller = 0; caller < 1_500; caller++) record(tokenOf(`${half}-${caller}`), "m");
      await new Promise(setImmediate);
    }
    await recorder.flush();
    expect(await counts()).toHaveLength(3_000);
    expect(warnings).toEqual([]);
  });

  test("a token with a role that the database cannot store costs no other caller its record", async () => {
    settings = testSettings({ jwtAuth: { ...settings.jwtAuth, roles_jwt_field: "roles" } });
    const claims = { client_id: "t1", roles: ["app", "nul\0"] };
    record({ kind: "jwt", via: "bearer", claims, issuer: undefined }, "m");
    record(tokenOf("t2"), "m");
    await recorder.flush();
    expect(await counts()).toEqual(["t2 m allow 1"]);
    expect(warnings).toEqual([]);
  });

  test("the recorder keeps a token's decisions apart by the organisation that it chose", async () => {
    settings = testSettings({ jwtAuth: { ...settings.jwtAuth, org_id_jwt_field: "org" } });
    const token: VerifiedToken = {
      kind: "jwt",
      via: "bearer",
      claims: { client_id: "t1", org: ["o1", "o2"] },
      issuer: undefined,
    };
    for (const organization of ["o1", "o2", "o1"]) record(token, "m", allowed, organization);
    await recorder.flush();
    const { rows } = await database.pool.query<{ line: string }>(
      "SELECT concat_ws(' ', identity->>'organizationId', count) AS line FROM recorded_decisions JOIN recorded_identities USING (fingerprint) ORDER BY 1",
    );
    expect(rows.map(({ line }) => line)).toEqual(["o1 2", "o2 1"]);
  });

  test("the recorder keeps a token's decisions apart before and after a change of how its claims are read", async () => {
    const token: VerifiedToken = {
      kind: "jwt",
      via: "bearer",
      claims: { client_id: "t1", project: "t2" },
      issuer: undefined,
    };
    record(token, "m");
    settings = testSettings({ jwtAuth: { ...settings.jwtAuth, team_id_jwt_field: "project" } });
    record(token, "m");
    await recorder.flush();
    expect(await counts()).toEqual(["t1 m allow 1", "t2 m allow 1"]);
  });

  test("the recorder records nothing of the master key, of an unreadable identity, or while nothing is to be kept", async () => {
    record({ kind: "master-key", via: "bearer" }, "m");
    record({ kind: "jwt", via: "bearer", claims: { client_id: 7 }, issuer: undefined }, "m");
    settings = testSettings({ general: generalSettings.parse({ decision_retention_days: 0 }) });
    record(tokenOf("t1"), "m");
    await recorder.flush();
    expect(await counts()).toEqual([]);
  });

  test("the recorder keeps its counts while the database is away, and reports that once", async () => {
    await database.pool.query("ALTER TABLE recorded_decisions RENAME TO elsewhere");
    record(tokenOf("t1"), "m");
    await recorder.flush();
    record(tokenOf("t1"), "m");
    await recorder.flush();
    expect(warnings).toEqual(["decisions.not_written"]);
    await database.pool.query("ALTER TABLE elsewhere RENAME TO recorded_decisions");
    await recorder.flush();
    expect(await counts()).toEqual(["t1 m allow 2"]);
  });

  test("the recorder drops what the database refuses permanently and goes on with the rest", async () => {
    await database.pool.query("ALTER TABLE recorded_decisions ADD CHECK (model <> 'refused')");
    record(tokenOf("t1"), "refused");
    await recorder.flush();
    record(tokenOf("t1"), "m");
    await recorder.flush();
    expect(await counts()).toEqual(["t1 m allow 1"]);
  });

  test("the recorder writes waiting counts when it is closed", async () => {
    record(tokenOf("t1"), "m");
    await recorder.close();
    expect(await counts()).toEqual(["t1 m allow 1"]);
  });

  test("the recorder drops and reports the requests of a caller with invented models beyond its bounds", async () => {
    const token = tokenOf("t1");
    for (let index = 0; index < 150; index++) record(token, `invented ${index}`);
    record(tokenOf("t2"), "m");
    await recorder.flush();
    const lines = await counts();
    expect([lines.length, lines.at(-1)]).toEqual([101, "t2 m allow 1"]);
    expect(warnings).toEqual(["decisions.not_recorded"]);
  });
});
