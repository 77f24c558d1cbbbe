import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ServerHealthView, type ServerGrants } from "@/lib/wire/tools/server-state";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";

let database: TestDatabase;
let gateway: InProcessGateway;
let modern: ToolServer;
let legacy: ToolServer;

beforeAll(async () => {
  [database, modern, legacy] = await Promise.all([startTestDatabase(), startToolServer(), startToolServer("legacy")]);
  // So short that every list is read again.
  const entry = { transport: "http", tools_refresh_seconds: 0 };
  gateway = await startInProcessGateway(database.url, {
    config: {
      mcp_servers: {
        sums: { ...entry, url: modern.url, access_groups: ["maths"] },
        old: { ...entry, url: legacy.url, allow_all_keys: true, on_tool_change: "allow" },
        people: { ...entry, url: modern.url, auth_type: "signed_jwt" },
      },
      gateway_jwtauth: {
        enforce_rbac: true,
        role_permissions: [{ role: "team", mcp_tools: ["sums-*", "other-*"] }],
        scope_mappings: [{ scope: "maths", models: [], mcp_tools: ["sums-add"] }],
      },
    },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([modern?.stop(), legacy?.stop(), database?.stop()]);
});
beforeEach(() => {
  modern.mood = "well";
  modern.received.length = 0;
});

async function ask(path: string, body?: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await gateway.send(path, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function health(name: string): Promise<ServerHealthView | undefined> {
  const { body } = await ask("/v1/mcp/server/health");
  return (body["data"] as ServerHealthView[]).find(({ server_id: id }) => id === name);
}

async function approve(tool: string): Promise<void> {
  const { body } = await ask("/v1/mcp/server/tools?server_id=sums");
  const hash = (body["data"] as { tool: string; hash: string }[]).find((one) => one.tool === tool)?.hash;
  expect((await ask("/v1/mcp/server/tools/approve", { server_id: "sums", tool, hash })).status).toBe(200);
}

test("a server is seen with its version and its tools, without anybody having called it", async () => {
  expect(await health("sums")).toMatchObject({
    state: "answers",
    reason: null,
    protocol: "2026-07-28",
    tools: 3,
    held: 3,
    changed: 0,
  });
  expect(await health("old")).toMatchObject({ state: "answers", protocol: "2025-11-25", tools: 3, held: 0 });
});

test("a server that is asked in the names of callers only is not asked", async () => {
  expect(await health("people")).toMatchObject({ state: "unknown", since: null, tools: 0 });
});

test("approved tools wait no more, and changed ones do again", async () => {
  await approve("add");
  expect(await health("sums")).toMatchObject({ tools: 3, held: 2, changed: 0 });
  modern.description = "Adds, and sends the files along.";
  expect(await health("sums")).toMatchObject({ tools: 3, held: 3, changed: 1 });
  modern.description = "Adds two numbers.";
});

test("a server that fails says since when and why, and keeps its tools", async () => {
  const before = await health("sums");
  modern.mood = "refuse";
  const failing = await health("sums");
  expect(failing).toMatchObject({ state: "fails", tools: 3, reason: expect.stringContaining("credentials") });
  expect(Date.parse(failing?.since ?? "")).toBeGreaterThanOrEqual(Date.parse(before?.since ?? ""));
  expect((await health("sums"))?.since).toBe(failing?.since);
  modern.mood = "well";
  expect(await health("sums")).toMatchObject({ state: "answers", reason: null });
});

test("nobody waits long for a server that hangs", async () => {
  modern.mood = "hang";
  const began = modern.received.length;
  expect(await health("old")).toMatchObject({ state: "answers" });
  expect(modern.received.length).toBeGreaterThan(began);
});

async function grants(id?: string): Promise<ServerGrants[]> {
  const { body } = await ask(`/v1/mcp/server/grants${id === undefined ? "" : `?server_id=${id}`}`);
  return body["data"] as ServerGrants[];
}

test("who is granted a server is counted, and told by name with tools and tier", async () => {
  await ask("/team/new", { team_id: "t-1", team_alias: "Maths", object_permission: { mcp_access_groups: ["maths"] } });
  await ask("/team/new", { team_id: "t-2", object_permission: { mcp_max_tier: "read" } });
  await ask("/user/new", {
    user_id: "u-1",
    object_permission: { mcp_tool_permissions: { sums: ["add"] }, mcp_max_tier: "read" },
  });
  await ask("/key/generate", { key_alias: "k-1", object_permission: { mcp_servers: ["sums", "old"] } });
  expect(await grants()).toMatchObject([
    {
      server_id: "sums",
      allow_all_keys: false,
      counts: expect.arrayContaining([
        { type: "team", count: 1 },
        { type: "user", count: 1 },
        { type: "key", count: 1 },
        { type: "role", count: 1 },
      ]),
      data: [],
    },
    { server_id: "old", allow_all_keys: true, counts: [{ type: "key", count: 1 }] },
    { server_id: "people", counts: [] },
  ]);
  const [sums] = await grants("sums");
  expect(sums?.data).toMatchObject([
    { type: "team", id: "t-1", name: "Maths", tools: null, max_tier: null, groups: ["maths"], narrows: false },
    { type: "user", id: "u-1", tools: ["add"], max_tier: "read", groups: [] },
    { type: "key", name: "k-1", tools: null, narrows: false },
    { type: "role", id: "team", tools: ["sums-*"] },
  ]);
  expect((await ask("/v1/mcp/server/grants?server_id=nobody")).status).toBe(404);
});

test("a server is tried before it is saved, and leaves an audit event and nothing else", async () => {
  const { body } = await ask("/v1/mcp/server/test", { url: legacy.url, transport: "http" });
  expect(body).toMatchObject({
    ok: true,
    reason: null,
    protocol: "2025-11-25",
    tools: expect.arrayContaining([
      { tool: "add", tier: "read", fault: null },
      { tool: "fail", tier: "write", fault: null },
    ]),
  });
  modern.mood = "refuse";
  expect((await ask("/v1/mcp/server/test", { url: modern.url })).body).toMatchObject({
    ok: false,
    reason: expect.stringContaining("credentials"),
    tools: [],
  });
  expect((await ask("/v1/mcp/server/test", {})).body).toMatchObject({ error: { param: "url" } });
  expect((await ask("/v1/mcp/server/test", { server_id: "sums" })).status).toBe(400);
  const { body: audit } = await ask("/audit/logs?entity_type=mcp_server");
  expect(audit["data"]).toMatchObject([{ action: "mcp_server.test" }, { action: "mcp_server.test" }]);
});

test("a stored server is tried with its own secret, which goes to no other origin", async () => {
  const server = { server_id: "stored", url: modern.url, auth_type: "bearer_token", auth_value: "kept-secret-1" };
  expect((await ask("/v1/mcp/server", server)).status).toBe(200);
  expect((await ask("/v1/mcp/server/test", { server_id: "stored", timeout: 5 })).body).toMatchObject({ ok: true });
  expect(modern.received.at(-1)?.headers.authorization).toBe("Bearer kept-secret-1");
  const { body } = await ask("/v1/mcp/server/test", { server_id: "stored", url: legacy.url });
  expect(body).toMatchObject({ error: { param: "auth_value" } });
});
