import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";

let database: TestDatabase;
let gateway: InProcessGateway;
let well: ToolServer;
let hanging: ToolServer;

beforeAll(async () => {
  [database, well, hanging] = await Promise.all([startTestDatabase(), startToolServer(), startToolServer()]);
  // So short that every list is read again.
  const entry = { transport: "http", allow_all_keys: true, on_tool_change: "allow", tools_refresh_seconds: 0 };
  gateway = await startInProcessGateway(database.url, {
    config: { mcp_servers: { well: { ...entry, url: well.url }, hanging: { ...entry, url: hanging.url } } },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([well?.stop(), hanging?.stop(), database?.stop()]);
});

async function listed(): Promise<string[]> {
  const answer = await gateway.send("/mcp", {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  const { result } = (await answer.json()) as { result: { tools: { name: string }[] } };
  return result.tools.map(({ name }) => name);
}

test("a server that hangs is waited for once, then listed from memory until it answers again", async () => {
  const all = await listed();
  expect(all).toContain("hanging-add");
  hanging.mood = "hang";
  expect(await listed()).toEqual(all);
  const asked = hanging.received.length;
  // Whoever waited for it would ask it once for each list, because each question takes until the list is over.
  for (let times = 0; times < 3; times++) expect(await listed()).toEqual(all);
  expect(hanging.received.length - asked).toBeLessThan(3);
  hanging.mood = "well";
  hanging.description = "Adds, and says so.";
  const description = async () => {
    await listed();
    return gateway.services.toolServers
      .of(gateway.services.settings.current().mcpServers.find(({ name }) => name === "hanging")!)
      .lists.own.read?.tools.find(({ name }) => name === "add")?.value["description"];
  };
  await expect.poll(description).toBe("Adds, and says so.");
});
