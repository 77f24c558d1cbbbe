import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

const SERVERS = 30;

let database: TestDatabase;
let nodes: InProcessGateway[];
/** The sessions that the servers know, which are in the memory of one process. */
const known = new Set<string>();
const called: string[] = [];
let begun = 0;

const TOOL = { name: "add", inputSchema: { type: "object" } };
/** Servers of the legacy era, each at a path of its own, with sessions. */
const server = createServer(async (request, response) => {
  const { id, method } = (await json(request)) as { id?: string; method: string };
  const session = request.headers["mcp-session-id"];
  if (request.headers["mcp-protocol-version"] === "2026-07-28") return void response.writeHead(400).end();
  if (method === "initialize") {
    const made = `${"s".repeat(400)}${begun++}`;
    known.add(made);
    response.setHeader("mcp-session-id", made);
  } else if (typeof session !== "string" || !known.has(session)) return void response.writeHead(404).end();
  if (id === undefined) return void response.writeHead(202).end();
  if (method === "tools/call") called.push(request.url ?? "");
  const said = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "s", version: "1" } };
  const result = method === "tools/list" ? { tools: [TOOL] } : method === "initialize" ? said : { content: [] };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  database = await startTestDatabase();
  const { port } = server.address() as AddressInfo;
  const entry = (place: number) => [
    `s${place}`,
    { url: `http://127.0.0.1:${port}/s${place}`, transport: "http", allow_all_keys: true, on_tool_change: "allow" },
  ];
  const config = { mcp_servers: Object.fromEntries(Array.from({ length: SERVERS }, (_, place) => entry(place))) };
  nodes = [];
  for (let node = 0; node < 2; node++) nodes.push(await startInProcessGateway(database.url, { config }));
});
beforeEach(() => void called.splice(0));
afterAll(async () => {
  for (const node of nodes) await node.stop();
  server.closeAllConnections();
  server.close();
  await database?.stop();
});

async function post(method: string, params: object, { node = 0, session }: { node?: number; session?: string } = {}) {
  const at = nodes[node]!;
  const answer = await at.send("/mcp", {
    method: "POST",
    headers: {
      authorization: `Bearer ${at.masterKey}`,
      "content-type": "application/json",
      ...(session !== undefined && { "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const body = (await answer.json()) as { result?: object; error?: { message: string } };
  return { status: answer.status, session: answer.headers.get("mcp-session-id") ?? "", ...body };
}

const initialize = async (): Promise<string> =>
  (
    await post("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "c", version: "1" },
    })
  ).session;
const call = (name: string, session: string, node = 0) =>
  post("tools/call", { name, arguments: {} }, { node, session });

test("the id of a session with many servers fits the headers of proxies, and serves all of them at every node", async () => {
  const session = await initialize();
  expect(session.length).toBeGreaterThan(1_000);
  expect(session.length).toBeLessThan(8_000);
  for (const node of [0, 1])
    for (let place = 0; place < SERVERS; place++)
      expect((await call(`s${place}-add`, session, node)).result).toEqual({ content: [] });
});

test("a server that has restarted serves a session again once its caller has been told to ask again", async () => {
  const session = await initialize();
  const names = Array.from({ length: SERVERS }, (_, place) => `s${place}-add`);
  for (const name of names) await call(name, session);
  known.clear();
  for (const node of [0, 1]) {
    called.length = 0;
    const first = await Promise.all(names.map((name) => call(name, session, node)));
    expect(first.filter(({ error }) => error).every(({ error }) => error?.message.includes("Ask again"))).toBe(true);
    for (const name of names) expect((await call(name, session, node)).result).toEqual({ content: [] });
    // Whoever was told to ask again was not served before.
    expect(called).toHaveLength(SERVERS + first.filter(({ result }) => result).length);
  }
});
