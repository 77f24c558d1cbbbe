import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";
import { startOtlpReceiver, type OtlpReceiver } from "@/testing/traces/otlp-receiver";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";
const TRACEPARENT = `00-${TRACE}-${PARENT}-01`;

let database: TestDatabase;
let receiver: OtlpReceiver;
let server: ToolServer;
let traced: InProcessGateway;
let plain: InProcessGateway;

beforeAll(async () => {
  [database, receiver, server] = await Promise.all([startTestDatabase(), startOtlpReceiver(), startToolServer()]);
  const entry = { url: server.url, transport: "http", allow_all_keys: true, on_tool_change: "allow" };
  const config = { mcp_servers: { sums: entry } };
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: "20" };
  traced = await startInProcessGateway(database.url, { config, environment });
  plain = await startInProcessGateway(database.url, { config });
});
afterAll(async () => {
  await traced?.stop();
  await plain?.stop();
  await Promise.all([server?.stop(), receiver?.stop(), database?.stop()]);
});
beforeEach(() => {
  receiver.forget();
  server.received.length = 0;
});

/** Calls a tool; the `_meta` with which the call went up. */
async function call(gateway: InProcessGateway, tool: string, meta: object, headers: Record<string, string> = {}) {
  const answer = await gateway.send("/sums/mcp", {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json", ...headers },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: tool, arguments: { a: 41, secret: "planted-argument" }, _meta: meta },
    }),
  });
  expect(answer.status).toBe(200);
  return server.received.find(({ method }) => method === "tools/call")?.params["_meta"];
}

async function spans(count: number) {
  await expect.poll(() => receiver.spans.length).toBe(count);
  const of = (kind: string) => receiver.spans.find((span) => span.kind === kind);
  return { outer: of("SERVER"), inner: of("CLIENT") };
}

test("a call of a tool is a span below its request, from which the server goes on", async () => {
  const meta = await call(traced, "add", { baggage: "user=planted", own: 1 }, { traceparent: TRACEPARENT });
  const { outer, inner } = await spans(2);
  expect(outer).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, isError: false });
  expect(inner).toMatchObject({ name: "tools/call add", parentSpanId: outer?.spanId, isError: false });
  const shared = { "mcp.method.name": "tools/call", "gen_ai.tool.name": "add", "gateway.mcp_server": "sums" };
  expect(outer?.attributes).toMatchObject(shared);
  expect(inner?.attributes).toMatchObject({
    ...shared,
    "gen_ai.operation.name": "execute_tool",
    "server.address": "127.0.0.1",
    "server.port": expect.any(Number),
  });
  expect(meta).toMatchObject({ own: 1, traceparent: `00-${TRACE}-${inner?.spanId}-01` });
  expect(meta).not.toHaveProperty("baggage");
  expect(receiver.everything()).not.toContain("planted");
});

test("a tool that reports a failure ends its span with an error", async () => {
  await call(traced, "fail", {});
  const { inner } = await spans(2);
  expect(inner).toMatchObject({ isError: true, attributes: { "error.type": "tool_error" } });
});

test.each<[title: string, meta: object, headers: Record<string, string>, traceparent: string | undefined]>([
  ["the trace in a caller's header goes on in `_meta`", {}, { traceparent: TRACEPARENT }, TRACEPARENT],
  ["the trace in a caller's `_meta` goes on there", { traceparent: TRACEPARENT }, {}, TRACEPARENT],
  ["what is not a trace does not go up", { traceparent: "planted", baggage: "planted" }, {}, undefined],
])("where no traces are exported, %s", async (_, meta, headers, traceparent) => {
  const sent = (await call(plain, "add", meta, headers)) as Record<string, unknown>;
  expect(sent["traceparent"]).toBe(traceparent);
  expect(sent).not.toHaveProperty("baggage");
});
