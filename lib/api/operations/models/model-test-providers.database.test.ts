import { afterAll, beforeAll, expect, test } from "vitest";
import { modelContracts } from "@/lib/wire/contracts/models";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { KEYS } from "@/testing/aws/bedrock-fixture";
import { startBedrock, type LocalBedrock } from "@/testing/aws/local-bedrock";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { PROVIDERS } from "@/lib/providers/table";
import { API_KEY, LocalGoogle } from "@/testing/google/local-google";

let database: TestDatabase;
let gateway: InProcessGateway;
let aws: LocalBedrock;
let google: LocalGoogle;
let upstream: LocalUpstream;
beforeAll(async () => {
  [database, aws, google, upstream] = await Promise.all([
    startTestDatabase(),
    startBedrock(),
    new LocalGoogle().start(),
    startUpstream(),
  ]);
  aws.answer = ({ path, body }) => {
    if (path.includes("embed")) return { json: { embedding: [0.5, 1], inputTextTokenCount: 1 } };
    if (path.includes("rerank"))
      return {
        json: { results: (body["documents"] as string[]).map((_, index) => ({ index, relevance_score: 0.25 })) },
      };
    return undefined;
  };
  gateway = await startInProcessGateway(await database.createDatabase(), { config: {} });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([aws?.stop(), google?.stop(), upstream?.stop(), database?.stop()]);
});

const bedrock = () => ({ ...KEYS, aws_bedrock_runtime_endpoint: aws.url });
const vertex = () => ({
  api_base: google.url,
  vertex_location: "global",
  vertex_credentials: google.serviceAccount(),
});
const cohere = () => ({ api_base: `${upstream.url}/v2`, api_key: "co-upstream" });

async function tested(model: string, params: object) {
  const answer = await gateway.send("/model/test", {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
    body: JSON.stringify({ model_name: "new", gateway_params: { model, ...params }, chat: true }),
  });
  expect(answer.status).toBe(200);
  return modelContracts.test.output.parse(await answer.json());
}

type Params = () => object;
const gemini: Params = () => ({ api_base: google.url, api_key: API_KEY });
const foundry: Params = () => ({ api_base: upstream.url, api_key: "sk-ant" });

const azure: Params = () => ({ api_base: upstream.url, api_key: "sk-azure", api_version: "2024-10-21" });

type Tried = readonly [model: string, params: Params, list: string, message: string];
/** The providers that are more than a row with an address. */
const TRIED: readonly Tried[] = [
  ["anthropic/claude-opus-4-5", foundry, "ok", "It said"],
  ["azure/one", azure, "ok", "It said"],
  ["bedrock/amazon.nova-pro-v1:0", bedrock, "no_list", "It said “Hello.”."],
  ["bedrock/amazon.titan-embed-text-v2:0", bedrock, "no_list", "It gave a vector of 2 numbers."],
  ["bedrock/cohere.rerank-v3-5:0", bedrock, "no_list", "It gave a score of 0.250."],
  ["gemini/gemini-2.5-flash", gemini, "ok", "It said “Hello.”."],
  ["gemini/gemini-embedding-001", gemini, "ok", "It gave a vector of 2 numbers."],
  ["vertex_ai/gemini-2.5-flash", vertex, "no_list", "It said “Hello.”."],
  ["vertex_ai/gemini-embedding-001", vertex, "no_list", "It gave a vector of 2 numbers."],
  ["vertex_ai/claude-sonnet-4-5@20250929", vertex, "no_list", "It said “Hello.”."],
  ["cohere/command-a-03-2025", cohere, "no_list", "It said"],
  ["cohere/embed-v4.0", cohere, "no_list", "It gave a vector of"],
  ["cohere/rerank-v3.5", cohere, "no_list", "It gave a score of"],
  ["azure_ai/claude-opus-4-5", foundry, "ok", "It said"],
];
test.each(TRIED)("%s is tried by a call that suits it", async (model, params, list, message) => {
  const found = await tested(model, params());
  expect(found.chat).toMatchObject({ ok: true, status: 200, message: expect.stringContaining(message) });
  expect(found.list.outcome).toBe(list);
});

const providerOf = (model: string): string => model.slice(0, model.indexOf("/"));
const named = new Set(TRIED.map(([model]) => providerOf(model)));
const rows = PROVIDERS.map(({ name }) => name).filter((name) => !named.has(name));

test.each(rows)("%s/, which is a row with an address, is tried as OpenAI is", async (provider) => {
  const found = await tested(`${provider}/local-small`, { api_base: upstream.apiBase, api_key: "sk-row" });
  expect(found).toMatchObject({ chat: { ok: true, status: 200 }, list: { outcome: "ok", has_model: true } });
});

test("a credential that cannot be fetched is told without a call", async () => {
  google.tokens.isDown = true;
  const credentials = google.serviceAccount({ private_key_id: "of-this-test" });
  const { list, chat } = await tested("vertex_ai/gemini-2.5-flash", { ...vertex(), vertex_credentials: credentials });
  expect(list).toMatchObject({
    outcome: "failed",
    status: null,
    message: expect.stringContaining("cannot be fetched"),
  });
  expect(chat).toMatchObject({ ok: false, code: "upstream_access_refused" });
});
