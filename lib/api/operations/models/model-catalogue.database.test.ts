import { afterAll, beforeAll, expect, test } from "vitest";
import { modelCatalogueContracts } from "@/lib/wire/contracts/model-catalogue";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

let database: TestDatabase;
let upstream: LocalUpstream;
let gateway: InProcessGateway;
beforeAll(async () => {
  [database, upstream] = await Promise.all([startTestDatabase(), startUpstream()]);
  gateway = await startInProcessGateway(database.url, {
    config: {
      model_list: [
        {
          model_name: "house/*",
          gateway_params: { model: "openai/local-s*", api_base: upstream.apiBase, api_key: "k" },
        },
      ],
    },
    environment: { MISTRAL_API_KEY: "of-the-node" },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), database?.stop()]);
});

function headers(): Record<string, string> {
  return { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" };
}
async function offered(body: unknown): Promise<ReturnType<typeof modelCatalogueContracts.offered.output.parse>> {
  const answer = await gateway.send("/model/offered", {
    method: "POST",
    headers: headers(),
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return modelCatalogueContracts.offered.output.parse(await answer.json());
}

test("every provider that the gateway speaks to is listed, with what an entry of it needs", async () => {
  const answer = await gateway.send("/model/providers", { headers: headers() });
  const { data } = modelCatalogueContracts.providers.output.parse(await answer.json());
  const named = new Map(data.map((provider) => [provider.name, provider]));
  expect(named.get("openai")).toMatchObject({ has_key: false, entries: 1, lists_models: true, needs_address: false });
  expect(named.get("mistral")).toMatchObject({ has_key: true, entries: 0 });
  expect(named.get("azure")).toMatchObject({ needs_address: true });
  expect(named.get("vllm")).toMatchObject({ key_variables: [] });
  expect(named.get("bedrock")).toMatchObject({ lists_models: false });
});

test("what a provider offers comes from its own list, with what serves it already", async () => {
  const found = await offered({
    provider: "openai",
    gateway_params: { api_base: upstream.apiBase, api_key: "sk-typed" },
  });
  expect(found).toMatchObject({ from: "provider", list: { outcome: "ok", status: 200 }, truncated: false });
  expect(found.models).toMatchObject([
    { model: "local-large", kind: "chat", served_by: null },
    { model: "local-small", kind: "chat", served_by: "house/*" },
  ]);
  expect(upstream.requests.at(-1)?.headers["authorization"]).toBe("Bearer sk-typed");
});

test("a provider that cannot be reached offers what the price list has, and says why", async () => {
  const found = await offered({
    provider: "openai",
    gateway_params: { api_base: "http://127.0.0.1:1/v1", api_key: "k" },
  });
  expect(found).toMatchObject({ from: "price_list", list: { outcome: "failed" } });
  expect(found.models.find(({ model }) => model === "gpt-4o")).toMatchObject({
    kind: "chat",
    context_tokens: 128_000,
    input_cost_per_token: 0.0000025,
    output_cost_per_token: 0.00001,
  });
});

test("a credential gives the key, and one that does not exist is named", async () => {
  const make = { credential_name: "shared", credential_values: { api_key: "sk-shared", api_base: upstream.apiBase } };
  await gateway.send("/credentials", { method: "POST", headers: headers(), body: JSON.stringify(make) });
  expect((await offered({ provider: "openai", gateway_params: { credential_name: "shared" } })).from).toBe("provider");
  expect(upstream.requests.at(-1)?.headers["authorization"]).toBe("Bearer sk-shared");
  const body = JSON.stringify({ provider: "openai", gateway_params: { credential_name: "nobody" } });
  const answer = await gateway.send("/model/offered", { method: "POST", headers: headers(), body });
  expect({ status: answer.status, body: await answer.json() }).toMatchObject({
    status: 400,
    body: { error: { param: "gateway_params.credential_name" } },
  });
});

test.each(["azure", "bedrock", "vertex_ai", "gemini", "anthropic", "cohere", "vllm", "groq"])(
  "%s is asked, or offered from the price list",
  async (provider) => {
    const found = await offered({
      provider,
      gateway_params: {
        ...(provider !== "bedrock" && provider !== "vertex_ai" && { api_base: "http://127.0.0.1:1", api_key: "k" }),
        ...(provider === "bedrock" && { aws_region_name: "eu-central-1", api_key: "k" }),
        ...(provider === "vertex_ai" && { vertex_project: "p", vertex_location: "europe-west1", api_key: "k" }),
      },
    });
    expect(found.from).toBe("price_list");
  },
);
