import { expect, test } from "vitest";
import { type Json, useRulesFixture } from "@/testing/gateway/rules-fixture";

const fixture = useRulesFixture();
const { configured, send, chat, userToken, generateKey } = fixture;
const COLUMNS = ["gpt-4o", "o3"];
const DAY_MS = 86_400_000;

async function calls(rows: { kind: string; id: string }[], more: object = {}): Promise<Json> {
  return fixture.manage("/auth/matrix/calls", { rows, models: COLUMNS, ...more });
}
async function countsOf(kind: string, id: string, more: object = {}): Promise<string[]> {
  const { data } = await calls([{ kind, id }], more);
  expect(data.map((row: Json) => [row.kind, row.id])).toEqual([[kind, id]]);
  return data[0].calls.map(({ column, count }: Json) => `${column.name} ${count}`);
}

test("calls are counted for the roles, scopes, team and user of their tokens, and for the owner of their key", async () => {
  await fixture.gateway.configure(
    configured(
      {},
      {
        scope_mappings: [{ scope: "large", models: COLUMNS }],
        role_mappings: [{ role: "dev", internal_role: "internal_user" }],
      },
    ),
  );
  await send("/team/new", fixture.gateway.masterKey, { team_id: "t1" });
  const ann = await userToken("ann", { scope: "openid large", roles: ["dev"] });
  for (const model of ["gpt-4o", "gpt-4o", "o3"]) expect(await chat(ann, model)).toBe("allowed");
  const team = await fixture.provider.issueToken({ client_id: "t1", scope: "large" });
  expect(await chat(team, "o3")).toBe("allowed");
  const { key, token_id: keyId } = await generateKey({ team_id: "t1", models: ["gpt-4o"] });
  expect([await chat(key, "gpt-4o"), await chat(key, "o3")]).toEqual(["allowed", "denied"]);

  expect(await countsOf("role", "dev")).toEqual(["gpt-4o 2", "o3 1", "openai_routes 3"]);
  expect(await countsOf("scope", "large")).toEqual(["gpt-4o 2", "o3 2", "openai_routes 4"]);
  expect(await countsOf("user", "ann")).toEqual(["gpt-4o 2", "o3 1", "openai_routes 3"]);
  expect(await countsOf("team", "t1")).toEqual(["gpt-4o 1", "o3 1", "openai_routes 2"]);
  expect(await countsOf("key", keyId)).toEqual(["gpt-4o 1", "openai_routes 1"]);
  for (const kind of ["role", "team", "user"]) expect(await countsOf(kind, "nobody")).toEqual([]);
});

test("a call with the header x-gateway-team-id counts for that team", async () => {
  await fixture.gateway.configure(configured({}, { team_ids_jwt_field: "groups" }));
  for (const team_id of ["t1", "t2"]) await send("/team/new", fixture.gateway.masterKey, { team_id });
  const ann = await userToken("ann", { groups: ["t1", "t2"] });
  const body = JSON.stringify({ model: "o3", messages: [{ role: "user", content: "a prompt" }] });
  const headers = { authorization: `Bearer ${ann}`, "content-type": "application/json", "x-gateway-team-id": "t2" };
  expect((await fixture.gateway.send("/v1/chat/completions", { method: "POST", headers, body })).status).toBe(502);
  expect(await countsOf("team", "t2")).toEqual(["o3 1", "openai_routes 1"]);
  expect(await countsOf("team", "t1")).toEqual([]);
});

test("only the days that are asked for and kept are counted, and the answer says which", async () => {
  const ann = await userToken("ann");
  expect(await chat(ann, "o3")).toBe("allowed");
  const today = new Date(fixture.gateway.services.now()).toISOString().slice(0, 10);
  expect(await calls([{ kind: "user", id: "ann" }])).toMatchObject({
    since: today,
    days: 1,
    kept_days: 14,
    truncated: false,
    data: [{ count: 1, calls: [{ last_day: today }, { last_day: today }] }],
  });
  const { pool } = fixture.gateway.services.database;
  await pool.query(
    "INSERT INTO recorded_decisions SELECT day - 9, fingerprint, method, route, model, team, hosted_tools, outcome, family, 70, first_seen, last_seen FROM recorded_decisions",
  );
  expect(await countsOf("user", "ann")).toEqual(["o3 1", "openai_routes 1"]);
  expect(await countsOf("user", "ann", { days: 30 })).toEqual(["o3 71", "openai_routes 71"]);
  const since = new Date(Date.parse(today) - 9 * DAY_MS).toISOString().slice(0, 10);
  expect(await calls([{ kind: "user", id: "ann" }], { days: 30 })).toMatchObject({ since, days: 10 });
  await fixture.gateway.configure(configured({ decision_retention_days: 3 }));
  expect(await countsOf("user", "ann", { days: 30 })).toEqual(["o3 1", "openai_routes 1"]);
});

test("POST /auth/matrix/calls is for administrators only, and bounds what it is asked", async () => {
  const rows = [{ kind: "user", id: "ann" }];
  expect((await send("/auth/matrix/calls", await userToken("ann"), { rows })).status).toBe(403);
  const refused = [
    { rows: [] },
    { rows, days: 91 },
    { rows: new Array(101).fill(rows[0]) },
    { rows: [{ kind: "x", id: "y" }] },
  ];
  for (const body of refused)
    expect((await send("/auth/matrix/calls", fixture.gateway.masterKey, body)).status).toBe(400);
});
