import { afterAll, beforeAll, expect, test } from "vitest";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

let database: TestDatabase;
let provider: LocalProvider;
let gateway: InProcessGateway;
beforeAll(async () => {
  [database, provider] = await Promise.all([startTestDatabase(), startProvider()]);
  gateway = await startInProcessGateway(database.url, {
    config: {
      general_settings: {
        enable_jwt_auth: true,
        user_key_max_days: 30,
        default_key_generate_params: { models: ["house"], rpm_limit: 20, duration: "60d" },
        upperbound_key_generate_params: { max_budget: 10, budget_duration: "1w", rpm_limit: 50, duration: "1w" },
      },
      gateway_jwtauth: { user_id_jwt_field: "sub", team_allowed_routes: ["openai_routes", "/key/generate"] },
    },
    environment: { JWT_PUBLIC_KEY_URL: provider.jwksUrl, JWT_AUDIENCE: provider.audience },
  });
  await send("/user/new", { user_id: "ada" }, gateway.masterKey);
  await send("/team/new", { team_id: "ml" }, gateway.masterKey);
  await send("/team/member_add", { team_id: "ml", member: [{ user_id: "ada", role: "admin" }] }, gateway.masterKey);
  ada = await provider.issueToken({ sub: "ada" });
});
let ada: string;
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([provider?.stop(), database?.stop()]);
});

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- JSON, asserted on
async function send(path: string, body: unknown, bearer: string): Promise<{ status: number; body: Json }> {
  const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
  const answer = await gateway.send(path, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as Json };
}
const daysOf = ({ created_at: from, expires }: Json): number =>
  Math.round((Date.parse(expires as string) - Date.parse(from as string)) / 86_400_000);

test("a key that says nothing has the defaults and the bounds, whoever makes it", async () => {
  const own = await send("/key/generate", { user_id: "ada" }, ada);
  expect(own.body).toMatchObject({ models: ["house"], rpm_limit: 20, max_budget: 10, budget_duration: "1w" });
  expect(daysOf(own.body)).toBe(7);
  const given = await send("/key/generate", { user_id: "ada" }, gateway.masterKey);
  expect(given.body).toMatchObject({ models: ["house"], rpm_limit: 20, max_budget: 10, budget_duration: "1w" });
  expect(daysOf(given.body)).toBe(7);
});

test.each([
  ["max_budget", 10.01],
  ["rpm_limit", 51],
  ["budget_duration", "1d"],
  ["duration", "8d"],
])(
  "a %s beyond the bound is refused to members and to administrators, for new keys and for changed ones",
  async (param, value) => {
    const body = { user_id: "ada", [param]: value };
    const { body: key } = await send("/key/generate", { user_id: "ada" }, gateway.masterKey);
    const change = { key: key["token_id"], [param]: value };
    for (const answer of [
      await send("/key/generate", body, ada),
      await send("/key/generate", body, gateway.masterKey),
      await send("/key/update", change, gateway.masterKey),
    ])
      expect(answer).toMatchObject({ status: 400, body: { error: { param } } });
  },
);

test("no change and no new secret makes a key outlive the bound", async () => {
  const { body: key } = await send("/key/generate", {}, gateway.masterKey);
  const reference = { key: key["token_id"] };
  const param = { error: { param: "duration" } };
  for (const [path, duration] of [
    ["/key/update", null],
    ["/key/update", "8d"],
    ["/key/regenerate", "8d"],
  ] as const)
    expect(await send(path, { ...reference, duration }, gateway.masterKey)).toMatchObject({ status: 400, body: param });
  expect((await send("/key/update", { ...reference, duration: "2d" }, gateway.masterKey)).status).toBe(200);
  expect((await send("/key/regenerate", { ...reference, duration: "7d" }, gateway.masterKey)).status).toBe(200);
});

test("the administrator of a team cannot change a key beyond the bounds either", async () => {
  const { body: key } = await send("/key/generate", { team_id: "ml", user_id: null }, ada);
  expect(await send("/key/update", { key: key["token_id"], rpm_limit: 51 }, ada)).toMatchObject({
    status: 400,
    body: { error: { param: "rpm_limit" } },
  });
  expect(await send("/key/update", { key: key["token_id"], max_budget: null }, ada)).toMatchObject({
    status: 400,
    body: { error: { param: "max_budget" } },
  });
  expect((await send("/key/update", { key: key["token_id"], rpm_limit: 50 }, ada)).status).toBe(200);
});
