import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

let database: TestDatabase;
let provider: LocalProvider;
let upstream: LocalUpstream;
let gateway: InProcessGateway;
beforeAll(async () => {
  [database, provider, upstream] = await Promise.all([startTestDatabase(), startProvider(), startUpstream()]);
});
beforeEach(async () => {
  const entry = (model_name: string): object => ({
    model_name,
    gateway_params: { model: "openai/gpt-4o", api_base: upstream.apiBase, api_key: "k" },
  });
  gateway = await startInProcessGateway(await database.createDatabase(), {
    config: {
      general_settings: {
        enable_jwt_auth: true,
        default_team_settings: { models: ["house"], rpm_limit: 1 },
        default_internal_user_params: {
          models: ["house"],
          max_budget: 5,
          budget_duration: "1mo",
          user_role: "proxy_admin_viewer",
        },
      },
      gateway_jwtauth: { user_id_jwt_field: "sub", user_id_upsert: true, team_id_upsert: true },
      model_list: [entry("house"), entry("dear")],
    },
    environment: { JWT_PUBLIC_KEY_URL: provider.jwksUrl, JWT_AUDIENCE: provider.audience },
  });
  return () => gateway.stop();
});
afterAll(async () => {
  await Promise.all([provider?.stop(), upstream?.stop(), database?.stop()]);
});

async function call(claims: Record<string, string>, model: string) {
  const headers = { authorization: `Bearer ${await provider.issueToken(claims)}`, "content-type": "application/json" };
  const body = JSON.stringify({ model, messages: [{ role: "user", content: "Hi" }] });
  const answer = await gateway.send("/v1/chat/completions", { method: "POST", headers, body });
  const { error } = (await answer.json()) as { error?: { code: string } };
  return { status: answer.status, code: error?.code, decisionId: answer.headers.get("x-gateway-decision-id") };
}
async function post(path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" };
  expect((await gateway.send(path, { method: "POST", headers, body: JSON.stringify(body) })).status).toBe(200);
}
async function info(path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${gateway.masterKey}` };
  return await (await gateway.send(path, { headers })).json();
}

test("a user whom a call creates has the operator's defaults", async () => {
  expect(await call({ sub: "ada" }, "house")).toMatchObject({ status: 200 });
  expect(await info("/user/info?user_id=ada")).toMatchObject({
    models: ["house"],
    max_budget: 5,
    budget_duration: "1mo",
    rpm_limit: null,
    user_role: "proxy_admin_viewer",
  });
});

test("who is created by being added to a team has the operator's defaults, and who was a user before stays as they were", async () => {
  await post("/user/new", { user_id: "before" });
  await post("/team/new", {
    team_id: "made",
    members_with_roles: [{ user_id: "with-the-team" }, { user_id: "before" }],
  });
  await post("/team/member_add", { team_id: "made", member: [{ user_id: "added" }, { user_id: "before" }] });
  const defaults = { models: ["house"], max_budget: 5, budget_duration: "1mo", user_role: "proxy_admin_viewer" };
  for (const id of ["with-the-team", "added"])
    expect(await info(`/user/info?user_id=${id}`)).toMatchObject({ ...defaults, teams: ["made"] });
  expect(await info("/user/info?user_id=before")).toMatchObject({ models: [], max_budget: null, user_role: null });
});

test("the defaults bind the very call that creates its user", async () => {
  expect(await call({ sub: "eve" }, "dear")).toMatchObject({
    status: 403,
    code: "user_model_not_allowed",
    decisionId: expect.stringMatching(/^dec_/),
  });
});

test("a team that a call creates has the operator's defaults, and its rate counts that call", async () => {
  expect(await call({ client_id: "ml" }, "house")).toMatchObject({ status: 200 });
  expect(await info("/team/info?team_id=ml")).toMatchObject({ models: ["house"], rpm_limit: 1, max_budget: null });
  expect(await call({ client_id: "ml" }, "house")).toMatchObject({ status: 429, code: "rate_limit_exceeded" });
});
