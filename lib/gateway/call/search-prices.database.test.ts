import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

const PRICES = {
  search_context_cost_per_query: {
    search_context_size_low: 0.01,
    search_context_size_medium: 0.02,
    search_context_size_high: 0.04,
  },
};
const SEARCHED = {
  id: "resp_1",
  object: "response",
  status: "completed",
  model: "m",
  output: [{ type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "rain" } }],
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
};

let database: TestDatabase;
let gateway: InProcessGateway;
let upstream: LocalUpstream;
beforeAll(async () => {
  [database, upstream] = await Promise.all([startTestDatabase(), startUpstream()]);
  upstream.behave = () => ({ status: 200, body: SEARCHED });
  const own = { api_base: upstream.apiBase, api_key: "k", input_cost_per_request: 1 };
  const model = "openai/responses/x";
  gateway = await startInProcessGateway(database.url, {
    config: {
      model_list: [
        { model_name: "by-size", gateway_params: { model, ...own, ...PRICES } },
        { model_name: "by-facts", gateway_params: { model, ...own }, model_info: PRICES },
        {
          model_name: "no-low",
          gateway_params: { model, ...own, search_context_cost_per_query: { search_context_size_medium: 0.02 } },
        },
        { model_name: "one-price", gateway_params: { model, ...own, search_context_cost_per_query: 0.02 } },
      ],
    },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), database?.stop()]);
});

async function costOf(path: string, body: object): Promise<string | null> {
  const headers = { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" };
  const answer = await gateway.send(path, { method: "POST", headers, body: JSON.stringify(body) });
  expect(answer.status, await answer.text()).toBe(200);
  return answer.headers.get("x-gateway-cost");
}
const responses = (model: string, size?: string): object => ({
  model,
  input: "Will it rain?",
  tools: [
    { type: "function", name: "f", parameters: {} },
    { type: "web_search", search_context_size: size },
  ],
});
const chat = (model: string, size?: string): object => ({
  model,
  messages: [{ role: "user", content: "Will it rain?" }],
  web_search_options: { search_context_size: size },
});

test.each([
  ["/v1/responses", responses("by-size", "low"), "1.010000000"],
  ["/v1/responses", responses("by-size", "medium"), "1.020000000"],
  ["/v1/responses", responses("by-size", "high"), "1.040000000"],
  ["/v1/responses", responses("by-size"), "1.020000000"],
  ["/v1/responses", responses("by-facts", "high"), "1.040000000"],
  ["/v1/responses", responses("no-low", "low"), "1.020000000"],
  ["/v1/responses", responses("one-price", "high"), "1.020000000"],
  ["/v1/chat/completions", chat("by-size", "high"), "1.040000000"],
  ["/v1/chat/completions", chat("by-size"), "1.020000000"],
])("a search by %s %j costs what its size of context does", async (path, body, cost) => {
  expect(Number(await costOf(path, body))).toBe(Number(cost));
});

test("a call that was charged by size keeps its price when calls are priced again", async () => {
  await expect(costOf("/v1/responses", responses("by-size", "high"))).resolves.toBeTruthy();
  const headers = { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" };
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const answer = await gateway.send("/spend/reprice", {
    method: "POST",
    headers,
    body: JSON.stringify({ start_date: from, unpriced_only: false }),
  });
  expect(await answer.json()).toMatchObject({ repriced: 0 });
});
