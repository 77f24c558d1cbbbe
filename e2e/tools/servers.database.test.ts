import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";

const TOKEN = "mcp-token-0123456789abcdefWXYZ";
let database: TestDatabase;
let gateway: InProcessGateway;
let other: InProcessGateway;
let server: ToolServer;

beforeAll(async () => {
  [database, server] = await Promise.all([startTestDatabase(), startToolServer()]);
  gateway = await startInProcessGateway(database.url, { config: config() });
  other = await startInProcessGateway(database.url, { config: config() });
});
beforeEach(async () => {
  for (const { row } of gateway.services.settings.storedToolServers()) await ask("DELETE", `/v1/mcp/server/${row.id}`);
  server.received.length = 0;
});
afterAll(async () => {
  await gateway?.stop();
  await other?.stop();
  await Promise.all([server?.stop(), database?.stop()]);
});

function config(): object {
  const filed = { url: server.url, transport: "http", access_groups: ["code"], on_tool_change: "allow" };
  return { mcp_servers: { filed }, mcp_aliases: { first: "filed" } };
}

interface Answer {
  status: number;
  text: string;
  headers: Headers;
  body: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- JSON, asserted on
}

async function ask(method: string, path: string, body?: unknown, headers = {}, at = gateway): Promise<Answer> {
  const response = await at.send(path, {
    method,
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json", ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, headers: response.headers, body: JSON.parse(text) };
}

const add = (settings: object = {}) =>
  ask("POST", "/v1/mcp/server", {
    server_id: "added",
    url: server.url,
    transport: "http",
    auth_type: "bearer_token",
    auth_value: TOKEN,
    on_tool_change: "allow",
    ...settings,
  });
const change = (changes: object, headers = {}) =>
  ask("PUT", "/v1/mcp/server", { server_id: "added", ...changes }, headers);
const call = (name: string, at = gateway) => {
  const params = { name: "add", arguments: { a: 1, b: 2 } };
  return ask("POST", `/${name}/mcp`, { jsonrpc: "2.0", id: 1, method: "tools/call", params }, {}, at);
};

describe("a server of the database", () => {
  test("serves calls on every node at once, and its secrets are never shown", async () => {
    const { status, body, text } = await add({ static_headers: { "x-house": TOKEN }, access_groups: ["code"] });
    expect([status, body]).toMatchObject([
      200,
      {
        server_id: "added",
        url: server.url,
        auth_type: "bearer_token",
        auth_value: "mcp-…WXYZ",
        static_headers: { "x-house": "mcp-…WXYZ" },
        timeout: 60,
        source: "database",
        unusable: null,
        created_by: "master key",
      },
    ]);
    for (const node of [gateway, other]) {
      expect((await call("added", node)).body.result.content).toEqual([{ type: "text", text: "3" }]);
      expect(server.received.at(-1)?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}`, "x-house": TOKEN });
    }
    const read = await ask("GET", "/v1/mcp/server/added");
    const listed = await ask("GET", "/v1/mcp/server");
    expect(listed.body.data).toMatchObject([{ server_id: "filed", source: "file" }, read.body]);
    const audit = await ask("GET", "/audit/logs?entity_type=mcp_server");
    expect(audit.body.data[0]).toMatchObject({ action: "mcp_server.create", entity_id: "added", before: null });
    for (const answer of [text, read.text, listed.text, audit.text]) expect(answer).not.toContain(TOKEN);
    const { rows } = await gateway.services.database.pool.query("SELECT * FROM mcp_servers");
    expect(JSON.stringify(rows)).not.toContain(TOKEN);
  });

  test("keeps what a change leaves out, and loses what it sets to null", async () => {
    await add({ alias: "more", allowed_tools: ["add"], mcp_rpm_limit: 50 });
    const { body } = await change({ allowed_tools: null, timeout: 5 });
    expect(body).toMatchObject({ alias: "more", timeout: 5, mcp_rpm_limit: 50, auth_value: "mcp-…WXYZ" });
    expect(body).not.toHaveProperty("allowed_tools");
    expect((await call("more", other)).status).toBe(200);
    expect(server.received.at(-1)?.headers.authorization).toBe(`Bearer ${TOKEN}`);
  });

  test("is called with a changed secret from then on", async () => {
    await add();
    await change({ auth_value: "another-token" });
    for (const node of [gateway, other]) {
      await call("added", node);
      expect(server.received.at(-1)?.headers.authorization).toBe("Bearer another-token");
    }
  });

  test("is forgotten on every node when it is deleted, with what was approved of its tools", async () => {
    await add({ on_tool_change: "hold" });
    const { body } = await ask("GET", "/v1/mcp/server/tools?server_id=added");
    const [{ tool, hash }] = body.data;
    await ask("POST", "/v1/mcp/server/tools/approve", { server_id: "added", tool, hash });
    const version = (await ask("GET", "/v1/mcp/server/added")).headers.get("etag") ?? "";
    await change({ timeout: 5 });
    const refused = await ask("DELETE", "/v1/mcp/server/added", undefined, { "if-match": version });
    expect(refused.body.error).toMatchObject({ code: "changed_meanwhile" });
    expect((await ask("DELETE", "/v1/mcp/server/added")).body).toMatchObject({ deleted_server: "added" });
    for (const node of [gateway, other]) expect((await call("added", node)).status).toBe(403);
    expect(server.count("tools/call")).toBe(0);
    expect((await ask("GET", "/v1/mcp/server/added")).status).toBe(404);
    await add({ on_tool_change: "hold" });
    expect((await call("added")).body.error.data.code).toBe("tool_held");
  });

  test("keeps what is known about it while other settings change", async () => {
    await add();
    const known = () => gateway.services.settings.current().mcpServers;
    const before = known();
    await ask("POST", "/credentials", { credential_name: "c", credential_values: { api_key: "sk-1" } });
    expect(known()).not.toBe(before);
    expect(known().map((one, index) => one === before[index])).toEqual([true, true]);
  });

  test("gives way to one of the file with the same name, and says so", async () => {
    await add({ alias: "more" });
    await gateway.configure({ config: { mcp_servers: { more: { url: server.url, transport: "http" } } } });
    const { body } = await ask("GET", "/v1/mcp/server/added");
    expect(body.unusable).toBe('alias "more" is the name of another server');
    expect((await ask("GET", "/config/get")).body.findings).toContainEqual(expect.objectContaining({ number: "C268" }));
    await change({ alias: null });
    expect((await ask("GET", "/v1/mcp/server/added")).body.unusable).toBeNull();
    await gateway.configure({ config: config() });
  });
});

describe("what is refused", () => {
  test.each<[string, object, string]>([
    ["a name of the file", { server_id: "filed" }, "server_id"],
    ["an alias of the file", { server_id: "first" }, "server_id"],
    ["a group as a name", { server_id: "code" }, "server_id"],
    ["a hyphen", { server_id: "my-server" }, "server_id"],
    ["a name of a path", { server_id: "tools" }, "server_id"],
    ["no name", { server_id: undefined }, "server_id"],
    ["two names", { server_name: "another" }, "server_id"],
    ["an alias that is taken", { alias: "filed" }, "alias"],
    ["a group that is a server", { access_groups: ["x", "filed"] }, "access_groups.1"],
    ["no address", { url: undefined }, "url"],
    ["an address of cloud metadata", { url: "http://169.254.169.254/mcp" }, "url"],
    ["a program", { transport: "stdio" }, "transport"],
    ["a secret of the environment", { auth_value: "os.environ/HOME" }, "auth_value"],
    ["a hint as a secret", { auth_value: "sk-…WXYZ" }, "auth_value"],
    ["a header of the protocol", { static_headers: { "mcp-session-id": "1" } }, "static_headers.mcp-session-id"],
    ["an unknown setting", { unheard_of: 1 }, "unheard_of"],
    ["no secret", { auth_value: undefined }, "auth_type"],
  ])("%s", async (_, settings, param) => {
    const { status, body } = await add(settings);
    expect([status, body.error.param]).toEqual([status === 409 ? 409 : 400, param]);
    expect(gateway.services.settings.storedToolServers()).toEqual([]);
  });

  test("LiteLLM's name of the name is taken, and a second server of it is not", async () => {
    expect((await add({ server_id: undefined, server_name: "added" })).body.server_id).toBe("added");
    expect((await add()).body.error).toMatchObject({ code: "already_exists", param: "server_id" });
  });

  test("a change of a server of the file", async () => {
    const wanted = { code: "invalid_request", param: "server_id" };
    expect((await change({ server_id: "filed", timeout: 5 })).body.error).toMatchObject(wanted);
    expect((await ask("DELETE", "/v1/mcp/server/filed")).body.error).toMatchObject(wanted);
    expect((await change({ timeout: 5 })).status).toBe(404);
  });

  test("a change of the address that would take a stored secret along", async () => {
    await add();
    const moved = { url: "https://elsewhere.example/mcp" };
    expect((await change(moved)).body.error).toMatchObject({ param: "auth_value" });
    expect((await change({ ...moved, auth_value: "another-token" })).status).toBe(200);
  });
});
