import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TOOL_SERVERS } from "@/scripts/setup/client-programs.mjs";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

let missing: string | undefined;
let folder: string;
let database: TestDatabase;
let gateway: InProcessGateway;

beforeAll(async () => {
  missing = TOOL_SERVERS.missing();
  if (missing !== undefined) return;
  let programs: ReturnType<typeof TOOL_SERVERS.make>;
  try {
    programs = TOOL_SERVERS.make();
  } catch (error) {
    missing = `its packages could not be fetched: ${String(error).slice(0, 500)}`;
    return;
  }
  folder = mkdtempSync(join(tmpdir(), "tool-servers-"));
  database = await startTestDatabase();
  const entry = ({ command, parameters }: (typeof programs)["everything"], ...more: string[]) => ({
    transport: "stdio",
    command,
    args: [...parameters, ...more],
    allow_all_keys: true,
    on_tool_change: "allow",
  });
  gateway = await startInProcessGateway(database.url, {
    config: {
      general_settings: { mcp_stdio: true },
      mcp_servers: { everything: entry(programs.everything), filesystem: entry(programs.filesystem, folder) },
    },
  });
}, 900_000);
afterAll(async () => {
  await gateway?.stop();
  await database?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});
beforeEach(({ skip }) => skip(missing !== undefined, missing));

describe.each(["legacy", "auto"] as const)("a client that speaks %s", (mode) => {
  async function connect(server: string): Promise<Client> {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    const requestInit = { headers: { authorization: `Bearer ${gateway.masterKey}` } };
    const url = new URL(`${gateway.origin}/${server}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    return client;
  }

  test("uses the official server of everything", async () => {
    const client = await connect("everything");
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThanOrEqual(8);
    const echoed = await client.callTool({ name: "echo", arguments: { message: "hello" } });
    expect(JSON.stringify(echoed.content)).toContain("hello");
    expect((await client.listPrompts()).prompts).not.toHaveLength(0);
    expect((await client.listResources()).resources).not.toHaveLength(0);
    await client.close();
  });

  test("writes and reads by the official server of files", async () => {
    const client = await connect("filesystem");
    const path = join(folder, `${mode}.txt`);
    await client.callTool({ name: "write_file", arguments: { path, content: "written by a tool" } });
    expect(readFileSync(path, "utf8")).toBe("written by a tool");
    const read = await client.callTool({ name: "read_text_file", arguments: { path } });
    expect(JSON.stringify(read.content)).toContain("written by a tool");
    const outside = await client.callTool({ name: "read_text_file", arguments: { path: "/etc/hostname" } });
    expect(outside.isError).toBe(true);
    await client.close();
  });
});
