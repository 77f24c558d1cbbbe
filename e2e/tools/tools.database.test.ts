import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { newKey } from "@/testing/gateway/budget-fixture";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";

let database: TestDatabase;
let gateway: InProcessGateway;
let dual: ToolServer;
let modern: ToolServer;
let legacy: ToolServer;

beforeAll(async () => {
  [database, dual, modern, legacy] = await Promise.all([
    startTestDatabase(),
    startToolServer(),
    startToolServer("modern"),
    startToolServer("legacy"),
  ]);
  const open = { transport: "http", allow_all_keys: true, on_tool_change: "allow", tools_refresh_seconds: 3600 };
  gateway = await startInProcessGateway(database.url, {
    config: {
      mcp_servers: {
        dual: {
          ...open,
          url: dual.url,
          auth_type: "bearer_token",
          auth_value: "secret-of-the-server-1",
          extra_headers: ["x-tenant"],
          static_headers: { "x-static": "static-secret-of-it-2" },
          access_groups: ["all"],
          mcp_info: {
            mcp_server_cost_info: { default_cost_per_query: 0.25, tool_name_to_cost_per_query: { fail: 0.5 } },
          },
        },
        modern: { ...open, url: modern.url, allowed_params: { add: ["a"] } },
        legacy: { ...open, url: legacy.url, access_groups: ["all"], disallowed_tools: ["fail"] },
        closed: { ...open, url: dual.url, allow_all_keys: false },
      },
      mcp_aliases: { sums: "dual" },
    },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([dual?.stop(), modern?.stop(), legacy?.stop(), database?.stop()]);
});
beforeEach(() => {
  for (const server of [dual, modern, legacy]) {
    server.mood = "well";
    server.received.length = 0;
  }
});

type Mode = "legacy" | "auto";

async function connect(path: string, mode: Mode, key = gateway.masterKey, headers: Record<string, string> = {}) {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(gateway.origin + path), {
    requestInit: { headers: { authorization: `Bearer ${key}`, ...headers } },
  });
  await client.connect(transport);
  return client;
}

const post = (path: string, message: unknown, headers: Record<string, string> = {}, key = gateway.masterKey) =>
  gateway.send(path, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    body: typeof message === "string" ? message : JSON.stringify(message),
  });
const call = (name: string, given: object = {}) => ({
  jsonrpc: "2.0",
  id: 7,
  method: "tools/call",
  params: { name, arguments: given },
});

describe.each<Mode>(["legacy", "auto"])("a client that speaks %s", (mode) => {
  test.each(["dual", "modern", "legacy"])(
    "uses tools, prompts and resources of the %s server by their own names",
    async (server) => {
      const client = await connect(`/${server}/mcp`, mode);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(server === "legacy" ? ["add", "steps"] : ["add", "fail", "steps"]);
      const answer = await client.callTool({ name: "add", arguments: server === "modern" ? { a: 1 } : { a: 1, b: 2 } });
      expect(answer.content).toEqual([{ type: "text", text: server === "modern" ? "NaN" : "3" }]);
      expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(["greet"]);
      expect((await client.getPrompt({ name: "greet" })).messages).toHaveLength(1);
      expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(["note://one"]);
      expect((await client.readResource({ uri: "note://one" })).contents).toMatchObject([{ text: "It is written." }]);
      await client.close();
    },
  );

  test("uses all servers at one address, by joined names", async () => {
    const client = await connect("/mcp", mode);
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["dual-add", "modern-add", "legacy-add", "closed-add"]));
    expect(names).not.toContain("legacy-fail");
    expect(await client.callTool({ name: "legacy-add", arguments: { a: 2, b: 3 } })).toMatchObject({
      content: [{ text: "5" }],
    });
    const { resources } = await client.listResources();
    const uri = resources.find(({ name }) => name === "legacy-note")?.uri ?? "";
    expect(uri).toBe("mcp+legacy:note://one");
    expect((await client.readResource({ uri })).contents).toHaveLength(1);
    expect((await client.getPrompt({ name: "modern-greet" })).messages).toHaveLength(1);
    await client.close();
  });

  test.each(["dual", "modern", "legacy"])("gets the progress of the %s server before the answer", async (server) => {
    const client = await connect(`/mcp/${server}`, mode);
    const seen: number[] = [];
    const answer = await client.callTool(
      { name: "steps", arguments: {} },
      { onprogress: ({ progress }) => seen.push(progress) },
    );
    expect(seen).toEqual([1, 2]);
    expect(answer.content).toEqual([{ type: "text", text: "done" }]);
    await client.close();
  });
});

test("a group, an alias, several names and the header x-mcp-servers lead to the servers that they name", async () => {
  const serversAt = async (path: string, headers: Record<string, string> = {}) => {
    const client = await connect(path, "auto", gateway.masterKey, headers);
    const { tools } = await client.listTools();
    await client.close();
    return [...new Set(tools.map(({ name }) => name.split("-")[0]))];
  };
  expect(await serversAt("/all/mcp")).toEqual(["dual", "legacy"]);
  expect(await serversAt("/mcp/modern,legacy")).toEqual(["modern", "legacy"]);
  expect(await serversAt("/mcp", { "x-mcp-servers": "legacy,sums" })).toEqual(["dual", "legacy"]);
  expect(await serversAt("/sums/mcp")).toEqual(["add", "fail", "steps"]);
});

test("a server that hangs leaves the other servers' tools listed, and its own as it last told them", async () => {
  const key = await newKey(gateway, {});
  const names = async () => {
    const client = await connect("/mcp", "auto", key);
    const { tools } = await client.listTools();
    await client.close();
    return tools.map(({ name }) => name);
  };
  const before = await names();
  legacy.mood = "hang";
  expect(await names()).toEqual(before);
  // A prompt is asked for each time, and the server that hangs has none to offer.
  const client = await connect("/mcp", "auto", key);
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(["dual-greet", "modern-greet"]);
  await client.close();
});

test("a tool of a server that nobody grants is neither listed nor called, and an unknown server answers alike", async () => {
  const key = await newKey(gateway, {});
  const client = await connect("/mcp", "auto", key);
  const { tools } = await client.listTools();
  expect(tools.some(({ name }) => name.startsWith("closed-"))).toBe(false);
  await client.close();
  const answers = await Promise.all(
    ["closed", "nowhere"].map(async (server) => {
      const answer = await post("/mcp", call(`${server}-add`), {}, key);
      const { id, error } = (await answer.json()) as { id: number; error: Record<string, unknown> };
      const { decision_id: decision, ...data } = error["data"] as Record<string, unknown>;
      expect(decision).toMatch(/^dec_/);
      return { status: answer.status, id, ...error, data, message: String(error["message"]).replaceAll(server, "S") };
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toMatchObject({ status: 403, id: 7, code: -31001, data: { code: "mcp_server_not_allowed" } });
  expect(dual.count("tools/call")).toBe(0);
});

test("what a key is granted is listed exactly if a call of it passes", async () => {
  const permission = { mcp_servers: ["closed"], mcp_max_tier: "read" };
  const key = await newKey(gateway, { object_permission: permission });
  const client = await connect("/mcp", "auto", key);
  const listed = (await client.listTools()).tools.map(({ name }) => name);
  await client.close();
  const all = ["dual", "modern", "legacy", "closed", "nowhere"].flatMap((server) =>
    ["add", "fail", "steps", "none"].map((tool) => `${server}-${tool}`),
  );
  const callable: string[] = [];
  for (const name of all) if ((await post("/mcp", call(name), {}, key)).status === 200) callable.push(name);
  expect(callable.filter((name) => !name.endsWith("-none")).sort()).toEqual(listed.sort());
  expect(listed).toContain("closed-add");
  expect(listed).not.toContain("closed-fail");
});

test("the gateway's credential and named headers go up, and the caller's own credential never does", async () => {
  const headers = { "x-tenant": "t1", "x-other": "o1", cookie: "a=b" };
  await post("/dual/mcp", call("add", { a: 1, b: 1 }), headers);
  const sent = dual.received.find(({ method }) => method === "tools/call");
  expect(sent?.headers).toMatchObject({
    authorization: "Bearer secret-of-the-server-1",
    "x-static": "static-secret-of-it-2",
    "x-tenant": "t1",
    "mcp-method": "tools/call",
    "mcp-name": "add",
  });
  expect(JSON.stringify(dual.received)).not.toContain(gateway.masterKey);
  expect(sent?.headers).not.toHaveProperty("cookie");
  expect(sent?.headers).not.toHaveProperty("x-other");
});

test("long numbers and members that nobody knows go up as they came", async () => {
  const text =
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":12345678901234567890,"b":1},"later":{"x":[1]}}}';
  expect((await post("/dual/mcp", text)).status).toBe(200);
  const sent = dual.received.find(({ method }) => method === "tools/call")?.text;
  expect(sent).toContain('"arguments":{"a":12345678901234567890,"b":1},"later":{"x":[1]}');
});

test("a call goes up once, even if its server takes it and breaks the connection", async () => {
  await post("/dual/mcp", call("add", { a: 1, b: 1 }));
  dual.received.length = 0;
  dual.mood = "cut";
  const answer = await post("/dual/mcp", call("add", { a: 1, b: 1 }));
  expect(answer.status).toBe(502);
  expect(await answer.json()).toMatchObject({ id: 7, error: { code: -32603, data: { code: "upstream_unreachable" } } });
  expect(dual.count("tools/call")).toBe(1);
});

test("each call is a row, with its cost where it went up", async () => {
  const key = await newKey(gateway, { max_budget: 1 });
  const headers = { authorization: `Bearer ${gateway.masterKey}` };
  const row = async (answer: Response) => {
    const id = answer.headers.get("x-gateway-call-id");
    await gateway.services.spend.drained();
    const logs = await gateway.send(`/spend/logs?call_id=${id}`, { headers });
    return ((await logs.json()) as { data: Record<string, unknown>[] }).data[0];
  };
  const good = await post("/dual/mcp", call("add", { a: 1, b: 2 }), {}, key);
  expect(good.headers.get("x-gateway-cost")).toBe("0.250000000");
  expect(await row(good)).toMatchObject({
    status: "success",
    route: "/mcp",
    spend: 0.25,
    price_state: "priced",
    provider: "mcp",
    deployment: "dual",
    requested_model: "dual-add",
    model: "add",
    mcp_server: "dual",
    mcp_tool: "add",
  });
  expect(await row(await post("/dual/mcp", call("fail"), {}, key))).toMatchObject({ status: "tool_error", spend: 0.5 });
  dual.mood = "cut";
  expect(await row(await post("/dual/mcp", call("add"), {}, key))).toMatchObject({ status: "error", spend: 0.25 });
  dual.mood = "well";
  await gateway.services.spend.drained();
  const report = await gateway.send("/spend/report?group_by=mcp_server,model&mcp_server=dual", { headers });
  expect(((await report.json()) as { data: object[] }).data).toContainEqual(
    expect.objectContaining({ mcp_server: "dual", model: "fail", spend: 0.5, calls: 1 }),
  );
  const over = await post("/dual/mcp", call("add"), {}, key);
  expect(over.status).toBe(429);
  expect(await over.json()).toMatchObject({ id: 7, error: { code: -31003, data: { code: "budget_exceeded" } } });
});

test("an argument that the server's settings leave out is refused", async () => {
  const answer = await post("/modern/mcp", call("add", { a: 1, b: 2 }));
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ error: { data: { code: "tool_param_not_allowed", param: "b" } } });
  expect(modern.count("tools/call")).toBe(0);
});

test("the session of a legacy client is its own, and any node of the gateway opens it", async () => {
  const initialize = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: {} },
  };
  const begun = await post("/mcp", initialize);
  expect(await begun.json()).toMatchObject({ result: { protocolVersion: "2025-06-18" } });
  const session = begun.headers.get("mcp-session-id") ?? "";
  const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
  expect((await post("/mcp", list, { "mcp-session-id": session })).status).toBe(200);
  const other = await newKey(gateway, {});
  expect((await post("/mcp", list, { "mcp-session-id": session }, other)).status).toBe(404);
  expect((await post("/mcp", list, { "mcp-session-id": `${session}x` })).status).toBe(404);
});

test("a caller's word ends a call in its session, and its server is told, in a session or after a caller has hung up", async () => {
  const initialize = { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18" } };
  const begin = async () => (await post("/legacy/mcp", initialize)).headers.get("mcp-session-id") ?? "";
  const [session, other] = [await begin(), await begin()];
  const told = () => legacy.received.filter(({ method }) => method === "notifications/cancelled");
  const idOfCall = () => JSON.parse(legacy.received.findLast(({ method }) => method === "tools/call")?.text ?? "{}").id;
  for (const header of [{ "mcp-session-id": session }, undefined]) await post("/legacy/mcp", call("add"), header);
  legacy.received.length = 0;
  legacy.mood = "hang";
  const running = post("/legacy/mcp", call("add", { a: 1, b: 2 }), { "mcp-session-id": session });
  await expect.poll(() => legacy.count("tools/call")).toBe(1);
  const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } };
  await post("/legacy/mcp", cancel);
  await post("/legacy/mcp", cancel, { "mcp-session-id": other });
  expect(told()).toEqual([]);
  expect((await post("/legacy/mcp", cancel, { "mcp-session-id": session })).status).toBe(202);
  expect(await (await running).json()).toMatchObject({
    id: 7,
    error: { message: expect.stringContaining("cancelled") },
  });
  await expect.poll(() => told().map(({ params }) => params["requestId"])).toEqual([idOfCall()]);
  const leaving = new AbortController();
  const left = gateway.send("/legacy/mcp", {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
    body: JSON.stringify(call("add")),
    signal: leaving.signal,
  });
  await expect.poll(() => legacy.count("tools/call")).toBe(2);
  leaving.abort();
  await expect(left).rejects.toThrow();
  await expect.poll(() => told()[1]?.params["requestId"]).toBe(idOfCall());
});
