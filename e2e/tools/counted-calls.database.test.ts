import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { readSamples } from "@/testing/gateway/read-samples";
import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";

let database: TestDatabase;
let gateway: InProcessGateway;
let server: ToolServer;
let key: string;
beforeAll(async () => {
  [database, server] = await Promise.all([startTestDatabase(), startToolServer()]);
  const open = { url: server.url, transport: "http", allow_all_keys: true, on_tool_change: "allow" };
  gateway = await startInProcessGateway(database.url, {
    config: { mcp_servers: { sums: open, closed: { ...open, allow_all_keys: false } } },
  });
  key = ((await (await post("/key/generate", {}, gateway.masterKey)).json()) as { key: string }).key;
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([server?.stop(), database?.stop()]);
});

const post = (path: string, body: object, bearer: string): Promise<Response> =>
  gateway.send(path, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const say = async (path: string, method: string, params: object = {}): Promise<void> =>
  void (await (await post(path, { jsonrpc: "2.0", id: 1, method, params }, key)).text());

/** The decisions that the metrics have counted so far, by outcome. */
async function counted(): Promise<Record<string, number>> {
  const answer = await gateway.send("/metrics", { headers: { authorization: `Bearer ${gateway.masterKey}` } });
  const counts: Record<string, number> = {};
  for (const { name, labels, value } of readSamples(await answer.text()))
    if (name === "gateway_decisions_total")
      counts[labels["outcome"] ?? ""] = (counts[labels["outcome"] ?? ""] ?? 0) + value;
  return counts;
}

const RECORDED = `SELECT model, outcome, count::int FROM recorded_decisions WHERE route = '/mcp' ORDER BY model, outcome`;

test("a message of tools is one decision in the metrics, and in the recorded traffic what it names", async () => {
  const before = await counted();
  const add = { name: "sums-add", arguments: { a: 1, b: 2 } };
  await say("/mcp", "tools/call", add);
  await say("/mcp", "tools/call", add);
  await say("/mcp", "tools/list");
  await say("/sums/mcp", "prompts/get", { name: "nothing" });
  await say("/mcp", "tools/call", { name: "closed-add", arguments: {} });
  const after = await counted();
  // Reading the metrics is decided about too. A refusal of what is named follows a permission, as one by a limit does.
  expect(after["allowed"]! - before["allowed"]!).toBe(5 + 1);
  expect((after["refused"] ?? 0) - (before["refused"] ?? 0)).toBe(1);
  await gateway.services.recorder.flush();
  expect((await gateway.services.database.pool.query(RECORDED)).rows).toEqual([
    { model: "", outcome: "allow", count: 1 },
    { model: "closed-add", outcome: "mcp_server_not_allowed", count: 1 },
    { model: "sums", outcome: "allow", count: 1 },
    { model: "sums-add", outcome: "allow", count: 2 },
  ]);
});
