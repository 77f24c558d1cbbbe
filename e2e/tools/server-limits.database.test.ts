import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { manage, newKey } from "@/testing/gateway/budget-fixture";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

const TIMEOUT_MS = 500;
const MEBIBYTE = 1024 * 1024;

let database: TestDatabase;
let gateway: InProcessGateway;

/** A call of a tool that waits for what the test answers. */
interface Waiting {
  readonly id: string;
  readonly response: ServerResponse;
}
const waiting: Waiting[] = [];

/** The paths of the requests. */
const paths: string[] = [];

const server = createServer(async (request, response) => {
  paths.push(request.url ?? "");
  if (request.url === "/moved") return void response.writeHead(307, { location: "/mcp" }).end();
  const { id, method, params } = (await json(request)) as { id: string; method: string; params: { name?: string } };
  const answer = (result: object) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result: { resultType: "complete", ...result } }));
  };
  if (method === "server/discover") return answer({ supportedVersions: ["2026-07-28"], capabilities: { tools: {} } });
  if (method === "tools/list") {
    const tools = ["now", "wait"].map((name) => ({ name, inputSchema: { type: "object" } }));
    return answer({ ttlMs: 0, cacheScope: "private", tools });
  }
  if (params.name === "wait") return void waiting.push({ id, response });
  answer({ content: [] });
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const entry = { url, transport: "http", allow_all_keys: true, on_tool_change: "allow" };
  database = await startTestDatabase();
  gateway = await startInProcessGateway(database.url, {
    config: {
      mcp_servers: {
        plain: entry,
        single: { ...entry, max_parallel_requests: 1 },
        // What the gateway itself asks, at first, counts too.
        rare: { ...entry, mcp_rpm_limit: 5 },
        moved: { ...entry, url: url.replace(/mcp$/, "moved") },
        brief: { ...entry, timeout: TIMEOUT_MS / 1000 },
      },
    },
  });
});
afterAll(async () => {
  await gateway?.stop();
  server.closeAllConnections();
  server.close();
  await database?.stop();
});

function call(name: string, tool: string, more: object = {}, key = gateway.masterKey): Promise<Response> {
  const params = { name: tool, arguments: {}, ...more };
  return gateway.send(`/${name}/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params }),
  });
}

async function arrived(): Promise<Waiting> {
  await expect.poll(() => waiting.length).toBe(1);
  return waiting.pop()!;
}

const resultOf = (id: string, result: object) => JSON.stringify({ jsonrpc: "2.0", id, result });
const DONE = { resultType: "complete", content: [] };
const refusal = async (answer: Response) => {
  const { error } = (await answer.json()) as { error?: { data?: { code?: string } } };
  return [answer.status, error?.data?.code];
};

test("a server gets no more calls at once than its settings say, and the next as soon as one is over", async () => {
  const running = call("single", "wait");
  const { id, response } = await arrived();
  const refused = await call("single", "now");
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(await refusal(refused)).toEqual([429, "rate_limit_exceeded"]);
  expect((await call("plain", "now")).status).toBe(200);
  response.writeHead(200, { "content-type": "application/json" }).end(resultOf(id, DONE));
  expect((await running).status).toBe(200);
  expect((await call("single", "now")).status).toBe(200);
});

test("a server gets no more requests in a minute than its settings say", async () => {
  const statuses: number[] = [];
  // A minute may end in between, so two of them are too many.
  for (let turn = 0; turn < 12; turn++) statuses.push((await call("rare", "now")).status);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
  expect(statuses).toContain(429);
  const refused = await call("rare", "now");
  if (refused.status === 429) expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("a call ends when its server is silent for too long, and goes on for as long as it tells of progress", async () => {
  const silent = call("brief", "wait");
  await arrived();
  expect(await refusal(await silent)).toEqual([504, "upstream_timeout"]);
  const slow = await startedStream();
  const began = performance.now();
  let told = 0;
  while (performance.now() - began < 2 * TIMEOUT_MS) expect(await slow.tell(++told)).toContain(`"progress":${told}`);
  expect(await slow.end()).toContain('"result"');
});

/** A call whose server tells of its progress as often as the test wants. */
async function startedStream() {
  const begun = call("brief", "wait", { _meta: { progressToken: "p" } });
  const { id, response } = await arrived();
  const say = (message: object) => response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`);
  const tell = (progress: number) =>
    say({ method: "notifications/progress", params: { progressToken: "p", progress } });
  response.writeHead(200, { "content-type": "text/event-stream" });
  tell(0);
  const reader = (await begun).body!.pipeThrough(new TextDecoderStream()).getReader();
  const heard = async () => (await reader.read()).value ?? "";
  await heard();
  return {
    async tell(progress: number): Promise<string> {
      tell(progress);
      return heard();
    },
    async end(): Promise<string> {
      response.end(`data: ${resultOf(id, DONE)}\n\n`);
      return heard();
    },
  };
}

test.each([
  ["JSON", "application/json", (text: string) => text],
  ["a stream", "text/event-stream", (text: string) => `data: ${text}\n\n`],
])("a result of up to 8 MiB comes whole as %s, and a larger one is refused", async (_, type, framed) => {
  const answered = async (mebibytes: number): Promise<Response> => {
    const asked = call("plain", "wait");
    const { id, response } = await arrived();
    const content = [{ type: "text", text: "x".repeat(mebibytes * MEBIBYTE) }];
    response.writeHead(200, { "content-type": type }).end(framed(resultOf(id, { ...DONE, content })));
    return asked;
  };
  const whole = await answered(7.9);
  const { result } = (await whole.json()) as { result: { content: { text: string }[] } };
  expect(result.content[0]?.text).toHaveLength(Math.floor(7.9 * MEBIBYTE));
  expect((await refusal(await answered(8.1)))[0]).toBe(502);
});

test("a block of the team ends its calls that run", async () => {
  await manage(gateway, "/team/new", { team_id: "t1" });
  const running = call("plain", "wait", {}, await newKey(gateway, { team_id: "t1" }));
  const { response } = await arrived();
  const isGone = once(response, "close");
  await manage(gateway, "/team/block", { team_id: "t1", cut_streams: true });
  expect(await refusal(await running)).toEqual([403, "team_blocked"]);
  await isGone;
});

test("a server that leads elsewhere is not followed there", async () => {
  paths.length = 0;
  expect((await call("moved", "now")).status).toBe(502);
  expect(new Set(paths)).toEqual(new Set(["/moved"]));
});
