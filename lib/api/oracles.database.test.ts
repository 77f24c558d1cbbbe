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
      general_settings: { enable_jwt_auth: true },
      gateway_jwtauth: {
        admin_viewer_jwt_scope: "auditor",
        user_id_jwt_field: "sub",
        user_id_upsert: true,
        key_generation_settings: { personal_key_generation: { allowed_user_roles: ["internal_user"] } },
      },
    },
    environment: { JWT_PUBLIC_KEY_URL: provider.jwksUrl, JWT_AUDIENCE: provider.audience, HOUSE_KEY: "house-key" },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([provider?.stop(), database?.stop()]);
});

async function send(bearer: string, path: string, body: object): Promise<Response> {
  return await gateway.send(path, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

test("a viewer does not learn from a draft which variables are set", async () => {
  const viewer = await provider.issueToken({ scope: "auditor" });
  const asked = async (variable: string) => {
    const params = { model: "openai/gpt-4o", api_key: `os.environ/${variable}` };
    const draft = [{ model_name: "m", gateway_params: params }];
    const response = await send(viewer, "/model/resolve", { model: "m", model_list: draft });
    return [response.status, await response.text()];
  };
  const [set, unset] = [await asked("HOUSE_KEY"), await asked("NOBODY_SETS_THIS")];
  expect(set[0]).toBe(200);
  expect(unset).toEqual(set);
});

test("nobody learns from an alias which ones other owners of keys have, and nobody takes it from them", async () => {
  const [alice, bob] = await Promise.all(["alice", "bob"].map((sub) => provider.issueToken({ sub })));
  const made = async (bearer: string | undefined) =>
    (await send(bearer ?? "", "/key/generate", { key_alias: "nightly" })).status;
  expect(await made(alice)).toBe(200);
  expect(await made(bob)).toBe(200);
  // Among one's own keys, an alias still names one.
  expect(await made(alice)).toBe(409);
});
