import { afterAll, beforeAll, expect, test } from "vitest";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { MOST_PANELS } from "@/lib/wire/dashboards/measures";

let database: TestDatabase;
let provider: LocalProvider;
let gateway: InProcessGateway;
beforeAll(async () => {
  [database, provider] = await Promise.all([startTestDatabase(), startProvider()]);
  gateway = await startInProcessGateway(database.url, { config: {} });
  await gateway.configure({
    config: {
      general_settings: {
        enable_jwt_auth: true,
        gateway_jwtauth: { admin_jwt_scope: "admin", admin_viewer_jwt_scope: "auditor", user_id_jwt_field: "uid" },
      },
    },
    environment: { JWT_PUBLIC_KEY_URL: provider.jwksUrl, JWT_AUDIENCE: provider.audience },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([provider?.stop(), database?.stop()]);
});

async function ask(method: string, path: string, body?: object, more: Record<string, string> = {}) {
  const headers = { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json", ...more };
  const answer = await gateway.send(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const json = (await answer.json()) as Record<string, unknown> & { readonly error?: object };
  return { status: answer.status, json, etag: answer.headers.get("etag") ?? "" };
}

const LATENCY = { of: "calls", title: "Latency of OpenAI", measure: "latency", filter: { provider: "openai" } };
const TEAMS = { of: "calls", title: "Teams", measure: "latency", by: "team", percentile: "p99", filter: {} };
const REFUSED = { of: "refusals", title: "Blocked", filter: { code: "team_blocked" } };

test("a dashboard is created, listed by name, renamed, given charts in their order, and deleted", async () => {
  const { json: made, etag } = await ask("POST", "/dashboards", { name: " Operations ", panels: [LATENCY] });
  expect(made).toMatchObject({ name: "Operations", hours: 168, panels: [LATENCY], created_by: "master key" });
  const path = `/dashboards/${String(made["dashboard_id"])}`;
  await ask("POST", "/dashboards", { name: "Finance" });
  const list = await ask("GET", "/dashboards");
  expect(list.json["data"]).toMatchObject([{ name: "Finance", panels: [] }, { name: "Operations" }]);
  expect((await ask("GET", path)).etag).toBe(etag);

  const changed = await ask("PATCH", path, { panels: [REFUSED, TEAMS, LATENCY] }, { "if-match": etag });
  expect(changed.json).toMatchObject({ name: "Operations", hours: 168, panels: [REFUSED, TEAMS, LATENCY] });
  expect((await ask("PATCH", path, { name: "Late" }, { "if-match": etag })).status).toBe(412);
  expect((await ask("DELETE", path, undefined, { "if-match": etag })).status).toBe(412);
  expect((await ask("PATCH", path, { name: "On call", hours: 24 })).json).toMatchObject({ name: "On call", hours: 24 });
  const { rows: events } = await gateway.services.database.pool.query<{ action: string; name: string | null }>(
    "SELECT action, coalesce(after, before)->>'name' AS name FROM audit_events WHERE entity_type = 'dashboard' ORDER BY id",
  );
  expect(events.map(({ action, name }) => [action, name])).toEqual([
    ["dashboard.create", "Operations"],
    ["dashboard.create", "Finance"],
    ["dashboard.update", "Operations"],
    ["dashboard.update", "On call"],
  ]);
  expect((await ask("DELETE", path)).json).toEqual({ deleted_dashboard: made["dashboard_id"] });
  expect((await ask("GET", path)).status).toBe(404);
  expect((await ask("DELETE", path)).status).toBe(404);
});

test.each([
  ["no name", { name: " " }],
  ["a measure that is unknown", { name: "d", panels: [{ ...LATENCY, measure: "mood" }] }],
  ["a filter that calls do not have", { name: "d", panels: [{ ...LATENCY, filter: { code: "team_blocked" } }] }],
  ["a time in a filter", { name: "d", panels: [{ ...LATENCY, filter: { start_date: "2026-03-01" } }] }],
  ["a field that is unknown", { name: "d", panels: [{ ...REFUSED, colour: "red" }] }],
  ["more charts than it may have", { name: "d", panels: Array.from({ length: MOST_PANELS + 1 }, () => REFUSED) }],
  [
    "filters that are too long together",
    {
      name: "d",
      panels: Array.from({ length: MOST_PANELS }, () => ({
        ...REFUSED,
        filter: { code: "c".repeat(512), principal: "p".repeat(512), route: "r".repeat(512) },
      })),
    },
  ],
  ["a NUL character", { name: "d", panels: [{ ...REFUSED, filter: { code: "a\0" } }] }],
])("a dashboard with %s is refused", async (_, body) => {
  const { status, json } = await ask("POST", "/dashboards", body);
  expect([status, json.error]).toMatchObject([400, { code: "invalid_request" }]);
});

test("a chart that only another version knows is left out, and the others are shown", async () => {
  const { json } = await ask("POST", "/dashboards", { name: "d", panels: [LATENCY] });
  await gateway.services.database.pool.query(`UPDATE dashboards SET panels = panels || '[{"of": "dreams"}]'`);
  expect((await ask("GET", `/dashboards/${String(json["dashboard_id"])}`)).json["panels"]).toEqual([LATENCY]);
});

test("a dashboard for its creator alone is nobody else's until it is shared", async () => {
  const tokenOf = async (uid: string, scope: string) => ({
    authorization: `Bearer ${await provider.issueToken({ uid, scope })}`,
  });
  const [ada, bob, viewer] = await Promise.all([
    tokenOf("ada", "admin"),
    tokenOf("bob", "admin"),
    tokenOf("vera", "auditor"),
  ]);
  const { json } = await ask("POST", "/dashboards", { name: "Ada's", personal: true, panels: [LATENCY] }, ada);
  expect(json).toMatchObject({ personal: true, created_by: "ada" });
  const path = `/dashboards/${String(json["dashboard_id"])}`;
  const listed = async (who: Record<string, string>) => {
    const { data } = (await ask("GET", "/dashboards", undefined, who)).json as unknown as { data: { name: string }[] };
    return data.map(({ name }) => name).includes("Ada's");
  };
  expect(await listed(ada)).toBe(true);
  for (const other of [bob, viewer, {}]) {
    expect(await listed(other)).toBe(false);
    expect((await ask("GET", path, undefined, other)).status).toBe(404);
  }
  for (const [method, body] of [
    ["PATCH", { name: "Bob's" }],
    ["PATCH", { personal: false }],
    ["DELETE", undefined],
  ] as const) {
    const { status, json: refusal } = await ask(method, path, body, bob);
    expect([status, refusal.error]).toMatchObject([404, { code: "not_found", param: "dashboard_id" }]);
  }

  expect((await ask("PATCH", path, { personal: false }, ada)).json).toMatchObject({ name: "Ada's", personal: false });
  for (const other of [bob, viewer, {}]) expect(await listed(other)).toBe(true);
  const { status, json: refusal } = await ask("PATCH", path, { personal: true }, bob);
  expect([status, refusal.error]).toMatchObject([
    400,
    { param: "personal", message: "Only ada, who created it, can hide it from all others." },
  ]);
  expect((await ask("PATCH", path, { name: "Everybody's" }, bob)).json).toMatchObject({ personal: false });
  expect((await ask("PATCH", path, { personal: true }, ada)).json).toMatchObject({ personal: true });
  expect((await ask("DELETE", path, undefined, ada)).status).toBe(200);
});

test("a dashboard that is renamed keeps the charts that only another version can draw", async () => {
  const { json } = await ask("POST", "/dashboards", { name: "Rolling", panels: [LATENCY] });
  const id = String(json["dashboard_id"]);
  const { pool } = gateway.services.database;
  const newer = { of: "weather", title: "Rain" };
  await pool.query("UPDATE dashboards SET panels = panels || $2::jsonb WHERE id = $1", [id, JSON.stringify([newer])]);
  expect((await ask("PATCH", `/dashboards/${id}`, { name: "Rolled" })).json).toMatchObject({ panels: [LATENCY] });
  const { rows } = await pool.query("SELECT panels FROM dashboards WHERE id = $1", [id]);
  expect(rows).toEqual([{ panels: [LATENCY, newer] }]);
  await ask("DELETE", `/dashboards/${id}`);
});

test("dashboards that nobody else sees take no room from them", async () => {
  const { pool } = gateway.services.database;
  await pool.query(`INSERT INTO dashboards (id, name, personal, hours, panels, created_by, updated_at)
    SELECT 'left-' || n, 'd', true, 24, '[]', 'somebody who has left', now() FROM generate_series(1, 200) AS n`);
  expect((await ask("POST", "/dashboards", { name: "Mine" })).status).toBe(200);
  await pool.query("UPDATE dashboards SET personal = false WHERE id LIKE 'left-%'");
  expect((await ask("POST", "/dashboards", { name: "Yours" })).json).toMatchObject({
    error: { message: "There are 200 dashboards, which is the most." },
  });
  await pool.query("DELETE FROM dashboards");
});
