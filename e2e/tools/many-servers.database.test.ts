import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

const SERVERS = 20;
const TOOLS = 50;

let database: TestDatabase;
let gateway: InProcessGateway;
/** The paths of the requests that came, each of another server. */
const asked: string[] = [];
let isHanging = false;

const tools = Array.from({ length: TOOLS }, (_, place) => ({
  name: `tool_${place}`,
  description: `Does the work ${place}.`,
  inputSchema: { type: "object", properties: { what: { type: "string" } } },
  annotations: { readOnlyHint: place % 2 === 0 },
}));

const server = createServer(async (request, response) => {
  const path = request.url ?? "";
  asked.push(path);
  const { id, method } = (await json(request)) as { id: string; method: string };
  if (isHanging && path === "/s0") return;
  const common = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
  const result =
    method === "server/discover"
      ? { ...common, supportedVersions: ["2026-07-28"], capabilities: { tools: {} } }
      : { ...common, tools };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const entry = (place: number) => ({
    url: `http://127.0.0.1:${port}/s${place}`,
    transport: "http",
    allow_all_keys: true,
    on_tool_change: "allow",
    // The list of the first is always due.
    ...(place === 0 && { tools_refresh_seconds: 0 }),
  });
  database = await startTestDatabase();
  gateway = await startInProcessGateway(database.url, {
    config: {
      mcp_servers: Object.fromEntries(Array.from({ length: SERVERS }, (_, place) => [`s${place}`, entry(place)])),
    },
  });
});
afterAll(async () => {
  await gateway?.stop();
  server.closeAllConnections();
  server.close();
  await database?.stop();
});

async function listed(): Promise<number> {
  const answer = await gateway.send("/mcp", {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  const { result } = (await answer.json()) as { result: { tools: object[] } };
  return result.tools.length;
}

test("20 servers of 50 tools are listed from memory, and one that hangs keeps its tools and takes none from the others", async () => {
  expect(await listed()).toBe(SERVERS * TOOLS);
  isHanging = true;
  // The first to find that it hangs waits for it. Nobody after that does.
  expect(await listed()).toBe(SERVERS * TOOLS);
  asked.length = 0;
  for (let turn = 0; turn < 5; turn++) expect(await listed()).toBe(SERVERS * TOOLS);
  expect(asked.filter((path) => path !== "/s0")).toEqual([]);
  expect(asked.length).toBeLessThanOrEqual(1);
});
