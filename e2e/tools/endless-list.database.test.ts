import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { readPages, toolsOfServer } from "@/lib/gateway/tools/tool-catalogue";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

let database: TestDatabase;
let gateway: InProcessGateway;
/** How often a list was asked for. */
let asked = 0;
/** `talks`: it says something, and never the result. `pages`: each page names another one. */
let mood: "well" | "silent" | "talks" | "pages" = "well";

const TOOL = { name: "add", inputSchema: { type: "object" } };
const server = createServer(async (request, response) => {
  const { id, method } = (await json(request)) as { id: string; method: string };
  const common = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
  const isList = method === "tools/list";
  if (isList) asked++;
  if (isList && mood === "silent") return;
  if (isList && mood === "talks") {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const progress = { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 1, progress: 1 } };
    return void response.write(`data: ${JSON.stringify(progress)}\n\n`);
  }
  const result = isList
    ? { ...common, tools: [TOOL], ...(mood === "pages" && { nextCursor: String(asked) }) }
    : { ...common, supportedVersions: ["2026-07-28"], capabilities: { tools: {} } };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  database = await startTestDatabase();
});
beforeEach(async () => {
  [asked, mood] = [0, "well"];
  const { port } = server.address() as AddressInfo;
  const only = { url: `http://127.0.0.1:${port}/mcp`, transport: "http", tools_refresh_seconds: 0 };
  gateway = await startInProcessGateway(await database.createDatabase(), { config: { mcp_servers: { only } } });
  return () => gateway.stop();
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await database?.stop();
});

const stateOf = () =>
  gateway.services.toolServers.of(gateway.services.settings.current().mcpServers.find(({ name }) => name === "only")!);

/** The services, where time passes as soon as somebody waits, with the times that were waited for. */
function hurried() {
  const waited: number[] = [];
  const wait = (milliseconds: number): Promise<void> => {
    waited.push(milliseconds);
    return Promise.resolve();
  };
  return { waited, services: { ...gateway.services, wait } };
}

test("a list is waited for 5 s, and only a moment once the server has hung and has never answered", async () => {
  mood = "silent";
  const { waited, services } = hurried();
  for (let times = 0; times < 3; times++)
    await expect(toolsOfServer(services, stateOf())).rejects.toMatchObject({ code: "upstream_timeout" });
  expect(waited).toEqual([5_000, 250, 250]);
  // They share the question that is in flight.
  expect(asked).toBeLessThanOrEqual(1);
});

test("once it answers, it is waited for as any other, and then listed from memory", async () => {
  mood = "silent";
  await expect(toolsOfServer(hurried().services, stateOf())).rejects.toMatchObject({ code: "upstream_timeout" });
  server.closeAllConnections();
  mood = "well";
  const { own } = stateOf().lists;
  const isWell = async (): Promise<boolean> => {
    await toolsOfServer(gateway.services, stateOf()).catch(() => []);
    return own.read?.tools.length === 1 && !own.isHanging && own.reading === undefined;
  };
  await expect.poll(isWell).toBe(true);
  mood = "silent";
  const { waited, services } = hurried();
  for (let times = 0; times < 3; times++) expect(await toolsOfServer(services, stateOf())).toHaveLength(1);
  expect(waited).toEqual([5_000]);
});

test("a server that talks and never lists is left after 30 s", async () => {
  mood = "talks";
  const timers = vi.spyOn(globalThis, "setTimeout");
  try {
    const reading = readPages(gateway.services, stateOf(), "tools/list");
    const limit = () => timers.mock.calls.find(([, milliseconds]) => milliseconds === 30_000);
    await expect.poll(limit).toBeDefined();
    (limit()?.[0] as () => void)();
    await expect(reading).rejects.toMatchObject({ code: "upstream_timeout" });
  } finally {
    timers.mockRestore();
  }
});

test("pages that never end are read for 30 s", async () => {
  mood = "pages";
  let now = 0;
  const services = { ...gateway.services, now: () => (now += 3_000) };
  await expect(readPages(services, stateOf(), "tools/list")).rejects.toMatchObject({ code: "upstream_timeout" });
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThan(12);
});
