import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { ProgramView, ServerHealthView } from "@/lib/wire/tools/server-state";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

let database: TestDatabase;
let gateway: InProcessGateway;
const logged: { readonly event: string; readonly fields: Record<string, unknown> | undefined }[] = [];

const program = (argument: string) => ({
  transport: "stdio",
  command: process.execPath,
  args: ["testing/tools/program-server.mjs", argument],
  env: { TOKEN: "token-of-the-program" },
  allow_all_keys: true,
  on_tool_change: "allow",
  tools_refresh_seconds: 3600,
});

beforeAll(async () => {
  database = await startTestDatabase();
  const keep = (event: string, fields?: Record<string, unknown>) => void logged.push({ event, fields });
  gateway = await startInProcessGateway(database.url, {
    log: { info: keep, warn: keep, error: keep },
    config: {
      general_settings: { mcp_stdio: true },
      mcp_servers: {
        both: program("both"),
        legacy: program("legacy"),
        fragile: program("both"),
        slow: { ...program("both"), timeout: 1 },
        absent: { ...program("both"), command: "/nowhere/program" },
      },
    },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await database?.stop();
});

async function connect(server: string, mode: "legacy" | "auto") {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${gateway.masterKey}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${gateway.origin}/${server}/mcp`), { requestInit }));
  return client;
}

async function textOf(client: Client, name: string, given: Record<string, unknown> = {}): Promise<string> {
  const { content } = await client.callTool({ name, arguments: given });
  return (content as { text: string }[])[0]?.text ?? "";
}

describe.each(["both", "legacy"])("a program that speaks %s", (server) => {
  test("serves callers of both eras by one process, which sees the given environment alone", async () => {
    const [older, newer] = [await connect(server, "legacy"), await connect(server, "auto")];
    expect((await newer.listTools()).tools.map(({ name }) => name)).toContain("variables");
    const pids = await Promise.all([older, newer, older].map((client) => textOf(client, "pid")));
    expect(new Set(pids).size).toBe(1);
    expect(JSON.parse(await textOf(newer, "variables"))).toEqual({ TOKEN: "token-of-the-program" });
    await Promise.all([older.close(), newer.close()]);
  });

  test("tells each caller of its own progress, although both give it one name", async () => {
    const clients = [await connect(server, "legacy"), await connect(server, "auto")];
    const seen = await Promise.all(
      clients.map(async (client) => {
        const steps: number[] = [];
        await client.callTool({ name: "steps", arguments: {} }, { onprogress: ({ progress }) => steps.push(progress) });
        return steps;
      }),
    );
    expect(seen).toEqual([
      [1, 2],
      [1, 2],
    ]);
    await Promise.all(clients.map((client) => client.close()));
  });
});

/** What administrators are told of the program of a server. */
async function programOf(server: string): Promise<ProgramView | null | undefined> {
  const headers = { authorization: `Bearer ${gateway.masterKey}` };
  const answer = await gateway.send("/v1/mcp/server/health", { headers });
  const { data } = (await answer.json()) as { data: ServerHealthView[] };
  return data.find(({ server_id: id }) => id === server)?.program;
}

test("a program that ends fails the call that was in flight, once, and is begun again after a pause", async () => {
  const client = await connect("fragile", "auto");
  const first = await textOf(client, "pid");
  const begun = await programOf("fragile");
  expect(begun).toEqual({
    state: "running",
    running_since: expect.any(String),
    restarts: 0,
    last_exit: null,
    paused_until: null,
  });
  await expect(client.callTool({ name: "end", arguments: {} })).rejects.toThrow(/has ended/);
  await expect(client.callTool({ name: "pid", arguments: {} })).rejects.toThrow();
  await expect.poll(() => textOf(client, "pid").catch(() => first), { interval: 200 }).not.toBe(first);
  await client.close();
  expect(logged).toContainEqual({ event: "program.ended", fields: { server: "fragile", reason: "status 3" } });
  const again = await programOf("fragile");
  expect(again).toMatchObject({ state: "running", restarts: 1, last_exit: { reason: "status 3" } });
  expect(Date.parse(again?.running_since ?? "")).toBeGreaterThan(Date.parse(begun?.running_since ?? ""));
});

test("a call that a program does not answer in time fails, and the program goes on", async () => {
  const client = await connect("slow", "auto");
  const before = await textOf(client, "pid");
  await expect(client.callTool({ name: "hang", arguments: {} })).rejects.toThrow();
  expect(await textOf(client, "pid")).toBe(before);
  await client.close();
});

test("what a program says is in the log, without the values of its environment", () => {
  const lines = logged.filter(({ event }) => event === "program.said").map(({ fields }) => fields?.["line"]);
  expect(lines).toContain("begun with [hidden]");
});

test("what a program is run with is shown to nobody", async () => {
  const answer = await gateway.send("/v1/mcp/server", { headers: { authorization: `Bearer ${gateway.masterKey}` } });
  const text = await answer.text();
  expect(text).toContain(process.execPath);
  for (const hidden of ["program-server.mjs", "token-of-the-program"]) expect(text).not.toContain(hidden);
});

test("a program that is not there fails its own calls alone, and says why", async () => {
  const client = await connect("both", "auto");
  await expect(connect("absent", "auto").then((absent) => absent.listTools())).rejects.toThrow();
  expect((await client.listTools()).tools).not.toHaveLength(0);
  const health = await gateway.send("/v1/mcp/server/health", {
    headers: { authorization: `Bearer ${gateway.masterKey}` },
  });
  expect(JSON.stringify(await health.json())).toContain("program");
  expect(await programOf("absent")).toMatchObject({ running_since: null, last_exit: { reason: "ENOENT" } });
  await client.close();
});

test("administrators see the program, and can make none by the API", async () => {
  const headers = { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" };
  const shown = await (await gateway.send("/v1/mcp/server/both", { headers })).text();
  expect(shown).toContain('"transport":"stdio"');
  expect(shown).not.toContain("token-of-the-program");
  const entry = { server_id: "added", transport: "stdio", command: "/bin/true" };
  const refused = await gateway.send("/v1/mcp/server", { method: "POST", headers, body: JSON.stringify(entry) });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("only a server of the configuration file");
});

test("programs are gone when the gateway has stopped", async () => {
  const client = await connect("legacy", "auto");
  const pid = Number(await textOf(client, "pid"));
  await client.close();
  await gateway.services.programs.close();
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});
