import { describe, expect, test } from "vitest";
import type { ReceivedSpan } from "@/testing/traces/otlp-traces";
import { useTracedGateway } from "@/testing/traces/traced-gateway";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";

const fixture = useTracedGateway();
const { call, spans } = fixture;

describe("the spans of requests", () => {
  test("a streamed call with a retry is one SERVER span with two CLIENT spans below it", async () => {
    await fixture.configure({ fallbacks: { m: ["n"] }, num_retries: 0 });
    fixture.one.behave = () => ({ status: 503 });
    const answer = await call({
      stream: true,
      headers: {
        traceparent: `00-${TRACE}-${PARENT}-01`,
        tracestate: "a=1,b=2",
        baggage: "user=planted-baggage",
        "x-gateway-session-id": "session-1",
      },
    });
    await answer.text();
    const [server, first, second] = (await spans(3)) as [ReceivedSpan, ReceivedSpan, ReceivedSpan];

    expect(server).toMatchObject({
      name: "POST /chat/completions",
      kind: "SERVER",
      traceId: TRACE,
      parentSpanId: PARENT,
      traceState: "a=1,b=2",
      isError: false,
    });
    expect(server.attributes).toMatchObject({
      "http.request.method": "POST",
      "http.route": "/chat/completions",
      "http.response.status_code": 200,
      "url.path": "/v1/chat/completions",
      "session.id": "session-1",
      "gateway.call_id": answer.headers.get("x-gateway-call-id"),
      "gateway.status": "success",
      "gateway.cost": expect.any(Number),
    });
    expect(server.attributes["gateway.cost"]).toBeGreaterThan(0);
    // The master key has no limits to wait for.
    expect(server.attributes).not.toHaveProperty("gateway.limit_wait_ms");
    expect(server.resource).toMatchObject({
      "service.name": "model-gateway",
      "service.version": "0.0.0-test",
      "service.instance.id": expect.stringMatching(/-\d+-[0-9a-f]{6}$/),
      "deployment.environment.name": "test",
    });

    for (const client of [first, second]) {
      expect(client).toMatchObject({ name: "chat gpt", kind: "CLIENT", traceId: TRACE, parentSpanId: server.spanId });
      expect(client.start >= server.start && client.end <= server.end && client.start <= client.end).toBe(true);
      expect(client.attributes).toMatchObject({
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "gpt",
        "server.address": "127.0.0.1",
      });
    }
    expect(first.end <= second.start).toBe(true);
    expect(first.isError).toBe(true);
    expect(first.attributes).toMatchObject({ "error.type": "503", "gateway.deployment": "first" });
    expect(second.isError).toBe(false);
    expect(second.attributes).toMatchObject({
      "gateway.deployment": "second",
      "http.request.resend_count": 1,
      "http.response.status_code": 200,
      "gen_ai.response.model": "gpt",
      "gen_ai.response.id": expect.stringMatching(/./),
      "gen_ai.response.finish_reasons": ["stop"],
      "gen_ai.usage.input_tokens": expect.any(Number),
      "gen_ai.usage.output_tokens": expect.any(Number),
    });

    // Each upstream continues from the span of its own attempt.
    expect(fixture.one.requests.at(-1)?.headers).toMatchObject({
      traceparent: `00-${TRACE}-${first.spanId}-01`,
      tracestate: "a=1,b=2",
    });
    expect(fixture.two.requests.at(-1)?.headers["traceparent"]).toBe(`00-${TRACE}-${second.spanId}-01`);
    expect(fixture.two.requests.at(-1)?.headers).not.toHaveProperty("baggage");
    expect(fixture.receiver.requests[0]).toMatchObject({ path: "/v1/traces", headers: { "x-tenant": "blue one" } });
    const sent = fixture.sent();
    for (const secret of ["planted-", fixture.gateway.masterKey, "upstream-secret"]) expect(sent).not.toContain(secret);
  });

  test("a refused request is one SERVER span without an error, with the code and the id of its decision", async () => {
    await fixture.configure();
    const answer = await fixture.gateway.send("/v1/chat/completions?api_key=planted-query", {
      method: "POST",
      headers: { authorization: "Bearer sk-planted-key", "content-type": "application/json" },
      body: JSON.stringify({ model: "m", messages: [] }),
    });
    expect(answer.status).toBe(401);
    const [server] = await spans(1);
    expect(server).toMatchObject({ name: "POST /chat/completions", kind: "SERVER", parentSpanId: "", isError: false });
    expect(server?.attributes).toMatchObject({
      "http.response.status_code": 401,
      "gateway.error_code": "invalid_key",
      "gateway.decision_id": answer.headers.get("x-gateway-decision-id"),
      "url.path": "/v1/chat/completions",
    });
    expect(server?.attributes).not.toHaveProperty("error.type");
    expect(fixture.sent()).not.toContain("planted");
  });
});

test("a path that is not a route is not in its span, since it may hold anything; a probe has no span", async () => {
  await fixture.gateway.send("/health/liveness");
  await fixture.gateway.send("/v1/no/sk-planted", {
    headers: { authorization: `Bearer ${fixture.gateway.masterKey}` },
  });
  const [server] = await spans(1);
  expect(server).toMatchObject({ name: "GET", attributes: { "http.response.status_code": 404 } });
  expect(JSON.stringify(server?.attributes)).not.toContain("planted");
});

test("an upstream that cannot be reached is an error of its CLIENT span and of the SERVER span", async () => {
  await fixture.configure({ num_retries: 0 }, "http://127.0.0.1:9/v1");
  expect((await call()).status).toBe(502);
  const all = await spans(2);
  expect(all.at(0)).toMatchObject({ isError: true, attributes: { "error.type": "upstream_unreachable" } });
  expect(all.at(-1)).toMatchObject({ isError: true, attributes: { "error.type": "connection" } });
});

test("a caller who hangs up ends the spans of their stream", async () => {
  await fixture.configure();
  fixture.one.behave = () => ({ stallAfter: 3 });
  const cut = new AbortController();
  const answer = await call({ stream: true, signal: cut.signal });
  await answer.body?.getReader().read();
  cut.abort();
  const [server, client] = await spans(2);
  expect(server).toMatchObject({ isError: false, attributes: { "gateway.status": "cancelled" } });
  expect(client).toMatchObject({ isError: false, parentSpanId: server?.spanId });
});

test("a caller who does not record their trace has no spans, and the upstream is told so in the same trace", async () => {
  await fixture.configure();
  await call({ headers: { traceparent: `00-${TRACE}-${PARENT}-00`, tracestate: "a=1" } });
  const { traceparent, tracestate } = fixture.one.requests.at(-1)?.headers ?? {};
  expect(traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
  expect(tracestate).toBe("a=1");
  await call();
  const [server] = await spans(2);
  expect(server).toMatchObject({ parentSpanId: "" });
});

test("trace_context_in: false begins a trace of the gateway's own, and trace_context_out: false tells upstreams nothing", async () => {
  const headers = { traceparent: `00-${TRACE}-${PARENT}-00`, tracestate: "a=1" };
  await fixture.configure({ trace_context_in: false });
  await call({ headers });
  const [server, client] = await spans(2);
  expect(server).toMatchObject({ parentSpanId: "", traceState: "" });
  expect(server?.traceId).not.toBe(TRACE);
  expect(fixture.one.requests.at(-1)?.headers).toMatchObject({
    traceparent: `00-${server?.traceId}-${client?.spanId}-01`,
  });
  expect(fixture.one.requests.at(-1)?.headers).not.toHaveProperty("tracestate");
  await fixture.configure({ trace_context_out: false });
  await call({ headers: { traceparent: `00-${TRACE}-${PARENT}-01` } });
  expect(fixture.one.requests.at(-1)?.headers).not.toHaveProperty("traceparent");
  await spans(4);
});

test("a call is found in the spend log by the trace that the gateway began for it", async () => {
  await fixture.configure();
  await call();
  const [server] = await spans(2);
  const found = async (): Promise<unknown[]> => {
    const headers = { authorization: `Bearer ${fixture.gateway.masterKey}` };
    const answer = await fixture.gateway.send(`/spend/logs?trace_id=${server?.traceId}`, { headers });
    return ((await answer.json()) as { data: unknown[] }).data;
  };
  await expect.poll(found).toMatchObject([{ call_id: server?.attributes["gateway.call_id"] }]);
});

test("a call that waited for its limits says how long in its SERVER span", async () => {
  await fixture.configure();
  const made = await fixture.gateway.send("/key/generate", {
    method: "POST",
    headers: { authorization: `Bearer ${fixture.gateway.masterKey}`, "content-type": "application/json" },
    body: JSON.stringify({ rpm_limit: 10 }),
  });
  const { key } = (await made.json()) as { key: string };
  await (await call({ headers: { authorization: `Bearer ${key}` } })).text();
  const waited = (): unknown =>
    fixture.receiver.spans.find(({ name }) => name === "POST /chat/completions")?.attributes["gateway.limit_wait_ms"];
  await expect.poll(waited).toBeGreaterThanOrEqual(0);
});
