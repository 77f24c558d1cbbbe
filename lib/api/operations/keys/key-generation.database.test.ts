import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

let database: TestDatabase;
let provider: LocalProvider;
let gateway: InProcessGateway;
let ada: string;
beforeAll(async () => {
  [database, provider] = await Promise.all([startTestDatabase(), startProvider()]);
  gateway = await startInProcessGateway(database.url, configured({}));
  for (const team_id of ["ml", "ops"]) await send("/team/new", { team_id }, gateway.masterKey);
  await send("/user/new", { user_id: "ada" }, gateway.masterKey);
  await send("/team/member_add", { team_id: "ml", member: [{ user_id: "ada", role: "user" }] }, gateway.masterKey);
  ada = await provider.issueToken({ sub: "ada" });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([provider?.stop(), database?.stop()]);
});

function configured(keys: object): Parameters<InProcessGateway["configure"]>[0] {
  return {
    config: {
      general_settings: { enable_jwt_auth: true, user_key_max_days: 30 },
      gateway_jwtauth: { user_id_jwt_field: "sub", key_generation_settings: keys },
    },
    environment: { JWT_PUBLIC_KEY_URL: provider.jwksUrl, JWT_AUDIENCE: provider.audience },
  };
}
type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- JSON, asserted on
async function send(path: string, body: unknown, bearer: string): Promise<{ status: number; body: Json }> {
  const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
  const answer = await gateway.send(path, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as Json };
}
const refusal = { status: 403, body: { error: { code: "route_not_allowed" } } };

test("settings that name nobody let no user make a key", async () => {
  await gateway.configure(configured({}));
  expect(await send("/key/generate", {}, ada)).toMatchObject(refusal);
});

describe("a user who may make personal keys", () => {
  beforeEach(() =>
    gateway.configure(configured({ personal_key_generation: { allowed_user_roles: ["internal_user"] } })),
  );

  test("makes, renews and deletes a key of their own, which acts as them", async () => {
    const { body: key } = await send("/key/generate", { key_alias: "mine" }, ada);
    expect(key).toMatchObject({ user_id: "ada", team_id: null, key_alias: "mine" });
    expect((await send("/key/regenerate", { key: key["token_id"] }, ada)).status).toBe(200);
    expect((await send("/key/delete", { keys: [key["token_id"]] }, ada)).status).toBe(200);
  });

  test("makes no key of their team, none of anybody else, and none with a key", async () => {
    expect(await send("/key/generate", { team_id: "ml" }, ada)).toMatchObject(refusal);
    expect(await send("/key/generate", { user_id: "bob" }, ada)).toMatchObject(refusal);
    const { body: key } = await send("/key/generate", {}, ada);
    expect((await send("/key/generate", {}, key["key"] as string)).status).toBe(403);
  });
});

describe("a member who may make keys of their team", () => {
  beforeEach(() => gateway.configure(configured({ team_key_generation: { allowed_team_member_roles: ["user"] } })));

  test("makes keys of that team, which needs no name where it is the only one, and none of another", async () => {
    expect((await send("/key/generate", { team_id: "ml" }, ada)).body).toMatchObject({ user_id: "ada", team_id: "ml" });
    expect(await send("/key/generate", { team_id: "ops" }, ada)).toMatchObject(refusal);
    expect((await send("/key/generate", {}, ada)).body).toMatchObject({ user_id: "ada", team_id: "ml" });
  });

  test("names the team where there are several", async () => {
    await send("/team/member_add", { team_id: "ops", member: [{ user_id: "ada", role: "user" }] }, gateway.masterKey);
    expect(await send("/key/generate", {}, ada)).toMatchObject(refusal);
    expect((await send("/key/generate", { team_id: "ops" }, ada)).body).toMatchObject({ team_id: "ops" });
  });
});

test("a user who may make both kinds of keys makes a personal one with team_id null, and one of their team without it", async () => {
  await gateway.configure({
    ...configured({}),
    config: {
      general_settings: { enable_jwt_auth: true },
      gateway_jwtauth: {
        user_id_jwt_field: "sub",
        team_ids_jwt_field: "groups",
        key_generation_settings: {
          personal_key_generation: { allowed_user_roles: ["internal_user"] },
          team_key_generation: { allowed_team_member_roles: ["user"] },
        },
      },
    },
  });
  const member = await provider.issueToken({ sub: "ada", groups: ["ml"] });
  expect((await send("/key/generate", {}, member)).body).toMatchObject({ user_id: "ada", team_id: "ml" });
  expect((await send("/key/generate", { team_id: null }, member)).body).toMatchObject({
    user_id: "ada",
    team_id: null,
  });
});

test("a user who may make keys of their team alone makes no personal one with team_id null", async () => {
  await gateway.configure(configured({ team_key_generation: { allowed_team_member_roles: ["user"] } }));
  expect(await send("/key/generate", { team_id: null }, ada)).toMatchObject(refusal);
});
