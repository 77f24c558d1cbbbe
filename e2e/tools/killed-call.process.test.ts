import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { type GatewayProcess, startGateway } from "@/testing/gateway/gateway-process";
import { ask } from "@/testing/spend/spend-comparison";
import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";

let database: TestDatabase;
let server: ToolServer;
let folder: string;
let gateway: GatewayProcess | undefined;

beforeAll(async () => {
  [database, server] = await Promise.all([startTestDatabase(), startToolServer()]);
  folder = mkdtempSync(join(tmpdir(), "gateway-killed-call-"));
  chmodSync(folder, 0o755);
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([server?.stop(), database?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<GatewayProcess> {
  gateway = await startGateway({
    dataDirectory: join(folder, "data"),
    environment: { GATEWAY_CONSOLE: "off", DATABASE_URL: database.url },
    config: {
      mcp_servers: {
        sums: {
          url: server.url,
          transport: "http",
          on_tool_change: "allow",
          mcp_info: { mcp_server_cost_info: { default_cost_per_query: 0.25 } },
        },
      },
    },
  });
  return gateway;
}

function call({ url, masterKey }: GatewayProcess): Promise<Response> {
  return fetch(`${url}/sums/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${masterKey}`, "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "add", arguments: { a: 1, b: 2 } },
    }),
  });
}

test("a gateway that is killed between a call and its result has booked the call once, and sends it no second time", async () => {
  const first = await start();
  expect((await call(first)).status).toBe(200);
  server.mood = "hang";
  const lost = call(first).catch(() => "lost");
  await expect.poll(() => server.count("tools/call")).toBe(2);
  await first.kill();
  expect(await lost).toBe("lost");
  server.mood = "well";
  const next = await start();
  const rows = async () =>
    (await ask<{ data: Record<string, unknown>[] }>(next, "/spend/logs?mcp_server=sums")).data.map(
      ({ status, mcp_tool: tool, spend }) => [status, tool, spend],
    );
  await expect.poll(rows).toEqual([
    ["interrupted", "add", 0.25],
    ["success", "add", 0.25],
  ]);
  expect(server.count("tools/call")).toBe(2);
});
