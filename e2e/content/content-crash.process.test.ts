import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { type GatewayProcess, startGateway } from "@/testing/gateway/gateway-process";
import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";

let database: TestDatabase;
let provider: LocalProvider;
let upstream: LocalUpstream;
let tools: ToolServer;
let url: string;
let key: string;
const running: GatewayProcess[] = [];

const start = async (dataDirectory?: string): Promise<GatewayProcess> => {
  const gateway = await startGateway({
    ...(dataDirectory !== undefined && { dataDirectory }),
    config: {
      general_settings: {
        enable_jwt_auth: true,
        gateway_jwtauth: { admin_viewer_jwt_scope: "auditor", content_viewer_jwt_scope: "content" },
      },
      model_list: [
        { model_name: "m", gateway_params: { model: "openai/m", api_base: upstream.apiBase, api_key: "upstream-key" } },
      ],
      mcp_servers: {
        sums: {
          url: tools.url,
          transport: "http",
          on_tool_change: "allow",
          mcp_info: { mcp_server_cost_info: { default_cost_per_query: 0.25 } },
        },
      },
    },
    environment: {
      DATABASE_URL: url,
      GATEWAY_CONSOLE: "off",
      JWT_PUBLIC_KEY_URL: provider.jwksUrl,
      JWT_AUDIENCE: provider.audience,
    },
  });
  running.push(gateway);
  return gateway;
};

beforeAll(async () => {
  [database, provider, upstream, tools] = await Promise.all([
    startTestDatabase(),
    startProvider(),
    startUpstream(),
    startToolServer(),
  ]);
  url = await database.createDatabase();
});
afterAll(async () => {
  for (const gateway of running) await gateway.stop();
  await Promise.all([provider?.stop(), upstream?.stop(), tools?.stop(), database?.stop()]);
});

async function post(gateway: GatewayProcess, path: string, bearer: string, body: object): Promise<Response> {
  return fetch(gateway.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function call(gateway: GatewayProcess): Promise<string> {
  const answer = await post(gateway, "/v1/chat/completions", key, {
    model: "m",
    messages: [{ role: "user", content: "Hello" }],
  });
  expect(answer.status).toBe(200);
  await answer.text();
  return answer.headers.get("x-gateway-call-id") ?? "";
}

async function look(gateway: GatewayProcess, id: string): Promise<number> {
  const token = await provider.issueToken({ scope: "auditor content" });
  const answer = await fetch(`${gateway.url}/spend/logs/content?call_id=${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await answer.text();
  return answer.status;
}

async function booked(gateway: GatewayProcess, of: Record<string, string>): Promise<unknown[]> {
  const answer = await fetch(`${gateway.url}/spend/logs?${new URLSearchParams(of)}`, {
    headers: { authorization: `Bearer ${gateway.masterKey}` },
  });
  return ((await answer.json()) as { data: unknown[] }).data;
}

/** Calls a tool that does not answer while its caller waits. */
async function callTool(gateway: GatewayProcess): Promise<{ readonly lost: Promise<unknown> }> {
  const message = (method: string, params = {}) => ({ jsonrpc: "2.0", id: 7, method, params });
  const listed = await post(gateway, "/sums/mcp", gateway.masterKey, message("tools/list"));
  expect(await listed.text()).toContain('"add"');
  tools.mood = "hang";
  const params = { name: "add", arguments: { a: 1, b: 2 } };
  const lost = expect(post(gateway, "/sums/mcp", gateway.masterKey, message("tools/call", params))).rejects.toThrow();
  await expect.poll(() => tools.count("tools/call")).toBe(1);
  return { lost };
}

test("what one node keeps is shown by another, and a process that dies loses content and no booking, nor that of a tool", async () => {
  const [first, second] = [await start(), await start()];
  const made = await post(first, "/key/generate", first.masterKey, { log_content: true });
  key = ((await made.json()) as { key: string }).key;
  const kept = await call(first);
  await expect.poll(() => look(second, kept)).toBe(200);

  const tool = await callTool(first);
  // Nothing can be stored for as long as this transaction is open, and calls are answered nevertheless.
  const holder = new pg.Client(url);
  await holder.connect();
  await holder.query("BEGIN; LOCK TABLE call_contents IN EXCLUSIVE MODE");
  const lost = await call(first);
  await first.kill();
  await tool.lost;
  await holder.query("COMMIT");
  await holder.end();
  const again = await start(first.dataDirectory);
  await expect.poll(() => booked(again, { call_id: lost })).toMatchObject([{ status: "success", content: "kept" }]);
  await expect
    .poll(() => booked(again, { mcp_server: "sums" }))
    .toMatchObject([{ mcp_tool: "add", status: "interrupted", spend: 0.25 }]);
  expect(tools.count("tools/call")).toBe(1);
  expect(await look(again, lost)).toBe(404);
  expect(await look(again, kept)).toBe(200);
});
