import { afterAll, beforeAll, expect, test } from "vitest";
import { startProvider } from "@/local/provider/provider";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";

let database: TestDatabase;
let gateway: InProcessGateway;
let server: ToolServer;
let config: object;

beforeAll(async () => {
  [database, server] = await Promise.all([startTestDatabase(), startToolServer()]);
  config = {
    mcp_servers: { dual: { url: server.url, transport: "http", allow_all_keys: true, on_tool_change: "allow" } },
  };
  gateway = await startInProcessGateway(database.url, { config: config });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([server?.stop(), database?.stop()]);
});

const post = (path: string, message: unknown, headers: Record<string, string> = {}) =>
  gateway.send(path, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json", ...headers },
    body: typeof message === "string" ? message : JSON.stringify(message),
  });
const call = (name: string) => ({ jsonrpc: "2.0", id: 7, method: "tools/call", params: { name, arguments: {} } });

const modern = (method: string) => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params: {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
});
const modernHeaders = (method: string) => ({ "mcp-protocol-version": "2026-07-28", "mcp-method": method });

test.each<[name: string, message: unknown, headers: Record<string, string>, status: number, code: number]>([
  ["a list of messages", [call("dual-add")], {}, 400, -32600],
  ["one in the era that had them", [call("dual-add")], { "mcp-protocol-version": "2025-03-26" }, 400, -32600],
  ["one in the newest era", [modern("tools/list")], modernHeaders("tools/list"), 400, -32600],
  [
    "a nest",
    `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":${"[".repeat(9_000)}${"]".repeat(9_000)}}}`,
    {},
    400,
    -32600,
  ],
  ["no JSON", "{", {}, 400, -32700],
  ["an unknown version", call("dual-add"), { "mcp-protocol-version": "1999-01-01" }, 400, -32022],
  ["headers that differ", modern("tools/list"), modernHeaders("tools/call"), 400, -32020],
  ["a method that the newest version has given up", modern("ping"), modernHeaders("ping"), 404, -32601],
  ["a page of elsewhere", call("dual-add"), { origin: "https://evil.example" }, 403, -31001],
  ["an unknown method", { jsonrpc: "2.0", id: 1, method: "tasks/get" }, {}, 200, -32601],
  ["a cursor", { jsonrpc: "2.0", id: 1, method: "tools/list", params: { cursor: "x" } }, {}, 200, -32602],
])("%s: %s", async (_, message, headers, status, code) => {
  const answer = await post("/mcp", message, headers);
  expect({ status: answer.status, body: await answer.json() }).toMatchObject({
    status,
    body: { jsonrpc: "2.0", error: { code } },
  });
});

test("GET and DELETE are no methods of an address of tools, and a notification is accepted", async () => {
  for (const path of ["/mcp", "/dual/mcp", "/mcp/dual"])
    for (const method of ["GET", "DELETE"]) {
      const answer = await gateway.send(path, { method, headers: { authorization: `Bearer ${gateway.masterKey}` } });
      expect([path, method, answer.status, answer.headers.get("allow")]).toEqual([path, method, 405, "POST"]);
    }
  expect((await post("/mcp", { jsonrpc: "2.0", method: "notifications/initialized" })).status).toBe(202);
});

test("without credentials the answer is 401 in the form of JSON-RPC", async () => {
  const answer = await gateway.send("/mcp", { method: "POST", body: JSON.stringify(call("dual-add")) });
  expect(answer.status).toBe(401);
  expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
  expect(await answer.json()).toMatchObject({ error: { code: -31002, data: { code: "missing_credentials" } } });
});

test("tools are for tokens that are meant for this gateway", async () => {
  const provider = await startProvider();
  try {
    const token = await provider.issueToken({ client_id: "some-team" });
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const ask = async (audience: string) => {
      const environment = { JWT_PUBLIC_KEY_URL: provider.jwksUrl, JWT_AUDIENCE: audience };
      await gateway.configure({
        config: { ...config, general_settings: { enable_jwt_auth: true, gateway_jwtauth: { team_id_upsert: true } } },
        environment,
      });
      const answer = await post("/mcp", list, { authorization: `Bearer ${token}` });
      return { status: answer.status, body: await answer.json() };
    };
    expect(await ask("")).toMatchObject({ status: 401, body: { error: { data: { code: "invalid_audience" } } } });
    expect(await ask(provider.audience)).toMatchObject({
      status: 200,
      body: { id: 1, result: { tools: expect.any(Array) } },
    });
  } finally {
    await provider.stop();
  }
});
