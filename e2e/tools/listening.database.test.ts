import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { newKey } from "@/testing/gateway/budget-fixture";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { type ConformanceServer, startConformanceServer } from "@/testing/tools/conformance/conformance-server";

let database: TestDatabase;
let gateway: InProcessGateway;
let server: ConformanceServer;

beforeAll(async () => {
  [database, server] = await Promise.all([startTestDatabase(), startConformanceServer()]);
  const open = { transport: "http", allow_all_keys: true, on_tool_change: "allow", tools_refresh_seconds: 0.01 };
  gateway = await startInProcessGateway(database.url, {
    config: {
      mcp_servers: {
        modern: { ...open, url: server.url },
        older: { ...open, url: server.legacyUrl },
        held: { ...open, url: server.url, on_tool_change: "hold" },
        granted: { ...open, url: server.url, allow_all_keys: false },
      },
    },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([server?.stop(), database?.stop()]);
});

const modern = (method: string, params: Record<string, unknown> = {}) => ({
  jsonrpc: "2.0",
  id: "sub-1",
  method,
  params: {
    ...params,
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
});

const post = (path: string, message: ReturnType<typeof modern>, key = gateway.masterKey, signal?: AbortSignal) =>
  gateway.send(path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": message.method,
      ...("name" in message.params && { "mcp-name": String(message.params["name"]) }),
    },
    body: JSON.stringify(message),
    ...(signal && { signal }),
  });
const call = (path: string, name: string) => post(path, modern("tools/call", { name, arguments: {} }));
const admin = (path: string, body: object) =>
  gateway.send(path, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

interface Told {
  readonly method?: string;
  readonly params?: { readonly _meta?: Record<string, unknown>; readonly notifications?: object };
  readonly result?: object;
  readonly error?: { readonly code: number; readonly data: { readonly code: string } };
}

/** Listens at an address; resolves once the gateway has said what of it is served. */
async function listen(path: string, notifications: object, key = gateway.masterKey) {
  const hangUp = new AbortController();
  const answer = await post(path, modern("subscriptions/listen", { notifications }), key, hangUp.signal);
  expect(answer.headers.get("content-type")).toBe("text/event-stream");
  const events = eventsOf(answer);
  const first = await events.next();
  return {
    acknowledged: first.value,
    next: async () => (await events.next()).value,
    hangUp: async () => {
      hangUp.abort();
      await heardBy(0);
    },
  };
}

async function* eventsOf(answer: Response): AsyncGenerator<Told, undefined> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n")) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (data !== undefined) yield JSON.parse(data) as Told;
    }
  }
  return undefined;
}

const SUBSCRIPTION = { _meta: { "io.modelcontextprotocol/subscriptionId": "sub-1" } };
const TOOLS = { method: "notifications/tools/list_changed", params: SUBSCRIPTION };
const PROMPTS = { method: "notifications/prompts/list_changed", params: SUBSCRIPTION };

test("a caller hears of what it may use no more, and is cut off once it may listen no more", async () => {
  const key = await newKey(gateway, { object_permission: { mcp_servers: ["granted"] } });
  const heard = await listen("/mcp", { toolsListChanged: true }, key);
  expect((await admin("/key/update", { key, object_permission: { mcp_servers: [] } })).status).toBe(200);
  expect(await heard.next()).toMatchObject(TOOLS);
  expect((await admin("/key/block", { key })).status).toBe(200);
  expect(await heard.next()).toMatchObject({ id: "sub-1", error: { data: { code: "key_blocked" } } });
  expect(await heard.next()).toBeUndefined();
});

describe.each(["modern", "older"])("a server that speaks as a %s one does", (name) => {
  test.each([`/${name}/mcp`, "/mcp"])("is heard at %s when its tools change", async (path) => {
    const heard = await listen(path, { toolsListChanged: true, resourceSubscriptions: ["test://static-text"] });
    expect(heard.acknowledged).toEqual({
      jsonrpc: "2.0",
      method: "notifications/subscriptions/acknowledged",
      params: { ...SUBSCRIPTION, notifications: { toolsListChanged: true } },
    });
    await heardBy(path === "/mcp" ? 4 : 1);
    await call(`/${name}/mcp`, "test_trigger_tool_change");
    expect(await heard.next()).toMatchObject(TOOLS);
    await heard.hangUp();
  });

  test("is heard only where the caller asks for that list", async () => {
    const heard = await listen(`/${name}/mcp`, { promptsListChanged: true });
    await heardBy(1);
    await call(`/${name}/mcp`, "test_trigger_tool_change");
    await call(`/${name}/mcp`, "test_trigger_prompt_change");
    expect(await heard.next()).toMatchObject(PROMPTS);
    await heard.hangUp();
  });
});

/** Resolves once the gateway listens to that number of servers. */
async function heardBy(servers: number): Promise<void> {
  await expect.poll(server.listening).toBe(servers);
}

test("a tool that waits for approval is told of once it is approved", async () => {
  const tools = await gateway.send("/v1/mcp/server/tools?server_id=held", {
    headers: { authorization: `Bearer ${gateway.masterKey}` },
  });
  const { data } = (await tools.json()) as { data: { tool: string; hash: string }[] };
  const heard = await listen("/held/mcp", { toolsListChanged: true });
  const hash = data.find(({ tool }) => tool === "test_simple_text")?.hash;
  const approved = await admin("/v1/mcp/server/tools/approve", { server_id: "held", tool: "test_simple_text", hash });
  expect(approved.status).toBe(200);
  expect(await heard.next()).toMatchObject(TOOLS);
  await heard.hangUp();
});

test("nobody is listened to for a caller who has hung up", async () => {
  const heard = await listen("/mcp", { toolsListChanged: true });
  await heardBy(4);
  await heard.hangUp();
  expect(gateway.services.toolServers.changes.size).toBe(0);
});

test("what nobody can hear is refused", async () => {
  const refused = await post("/mcp", modern("subscriptions/listen"));
  expect(await refused.json()).toMatchObject({ id: "sub-1", error: { code: -32602 } });
  const older = async (method: string, params: object) => {
    const answer = await gateway.send("/mcp", {
      method: "POST",
      headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return answer.json();
  };
  expect(await older("subscriptions/listen", { notifications: {} })).toMatchObject({ error: { code: -32601 } });
  // So that its client does not wait for what never comes.
  const begun = await older("initialize", { protocolVersion: "2025-11-25", capabilities: {} });
  expect(begun).toMatchObject({ result: { capabilities: { tools: {}, prompts: {}, resources: {} } } });
  expect(JSON.stringify(begun)).not.toContain("listChanged");
});

test("who listens is told when the gateway stops", async () => {
  const heard = await listen("/mcp", { toolsListChanged: true });
  gateway.services.shutdown.begin();
  expect(await heard.next()).toMatchObject({ id: "sub-1", result: { resultType: "complete", ...SUBSCRIPTION } });
  expect(await heard.next()).toBeUndefined();
  const late = await post("/mcp", modern("subscriptions/listen", { notifications: { toolsListChanged: true } }));
  expect(late.status).toBe(503);
});
