import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

let database: TestDatabase;
let upstream: LocalUpstream;
let gateway: InProcessGateway;
beforeAll(async () => {
  [database, upstream] = await Promise.all([startTestDatabase(), startUpstream()]);
  const entry = { model: "openai/gpt-4o", api_base: upstream.apiBase, api_key: "k" };
  gateway = await startInProcessGateway(database.url, {
    config: { model_list: [{ model_name: "chat", gateway_params: entry }] },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), database?.stop()]);
});

/** What portkey-ai 3.1.0 sends for `new Portkey({ apiKey, baseURL, metadata, traceID })`. */
const asPortkey = (headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  headers: {
    "content-type": "application/json",
    "x-portkey-package-version": "portkey-3.1.0",
    "x-portkey-runtime": "node",
    "x-portkey-api-key": gateway.masterKey,
    "x-portkey-trace-id": "t1",
    "x-portkey-metadata": '{"_user":"ada","project":"atlas"}',
    "x-portkey-strict-open-ai-compliance": "false",
    ...headers,
  },
  body: JSON.stringify({ model: "chat", messages: [{ role: "user", content: "Hi" }] }),
});

test("Portkey's client calls with its key, and its metadata are tags", async () => {
  const answer = await gateway.send("/v1/chat/completions", asPortkey());
  expect(answer.status).toBe(200);
  const seen = Object.keys(upstream.requests.at(-1)?.headers ?? {});
  expect(seen.filter((name) => name.startsWith("x-portkey"))).toEqual([]);
  await expect
    .poll(async () => {
      const logs = await gateway.send("/spend/logs", { headers: { authorization: `Bearer ${gateway.masterKey}` } });
      const { data }: { data: { tags: string[] }[] } = await logs.json();
      return data[0]?.tags;
    })
    .toEqual(["_user:ada", "project:atlas"]);
});

test("Authorization counts before Portkey's key", async () => {
  const wrong = await gateway.send("/v1/chat/completions", asPortkey({ authorization: "Bearer sk-wrong" }));
  expect(wrong.status).toBe(401);
});

test("a call that chooses its upstream by a header is refused, and says what to do", async () => {
  const answer = await gateway.send("/v1/chat/completions", asPortkey({ "x-portkey-config": "pc-1" }));
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { param: "x-portkey-config", code: "invalid_request" } });
});
