import { expect, test } from "vitest";
import { startConnectProxy } from "@/testing/tls/connect-proxy";
import { useTracedGateway } from "@/testing/traces/traced-gateway";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";

const fixture = useTracedGateway();
const { call, own } = fixture;

test("spans go out as compressed JSON too, and the last ones when the gateway stops", async () => {
  await own(
    {
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_BSP_SCHEDULE_DELAY: "600000",
      OTEL_EXPORTER_OTLP_COMPRESSION: "gzip",
    },
    async () => {
      await call();
      expect(fixture.receiver.spans).toEqual([]);
    },
  );
  expect(fixture.receiver.spans.map(({ name }) => name).sort()).toEqual(["POST /chat/completions", "chat gpt"]);
  expect(fixture.receiver.requests[0]?.headers).toMatchObject({
    "content-type": "application/json",
    "content-encoding": "gzip",
  });
  expect(fixture.receiver.spans[0]).toMatchObject({ resource: { "deployment.environment.name": "test" } });
  const client = fixture.receiver.spans.find(({ kind }) => kind === "CLIENT");
  expect(client?.attributes).toMatchObject({ "gen_ai.response.finish_reasons": ["stop"] });
});

const asked = (count: number) => expect.poll(() => fixture.receiver.requests.length).toBeGreaterThan(count);

test("a collector that answers 500 delays no call, and its outage and its return are logged once", async () => {
  await own({}, async (lines) => {
    fixture.receiver.status = 500;
    for (let round = 0; round < 3; round++) {
      const before = fixture.receiver.requests.length;
      expect((await call()).status).toBe(200);
      await asked(before);
    }
    fixture.receiver.status = 200;
    await call();
    await expect.poll(() => lines.filter((line) => line.startsWith("traces.exported_again")).length).toBe(1);
    expect(lines.filter((line) => line.startsWith("traces.not_exported"))).toEqual([
      expect.stringMatching(/"collector":"http:\/\/127\.0\.0\.1:\d+","error":"status 500/),
    ]);
  });
});

test("a collector that does not answer at all delays no call and no stop, and its outage is logged once", async () => {
  // Of these limits only the end is waited for, so a busy machine may be late at them.
  await own({ OTEL_BSP_EXPORT_TIMEOUT: "50", OTEL_EXPORTER_OTLP_TIMEOUT: "50" }, async (lines) => {
    fixture.receiver.status = undefined;
    const outages = () => lines.filter((line) => line.startsWith("traces.not_exported")).length;
    for (let round = 0; round < 2; round++) {
      const before = fixture.receiver.requests.length;
      expect((await call()).status).toBe(200);
      await asked(before);
      await expect.poll(outages).toBe(1);
    }
  });
});

test("a collector is reached through HTTP_PROXY", async () => {
  const proxy = await startConnectProxy({ port: Number(new URL(fixture.receiver.url).port) });
  const variables = { HTTP_PROXY: proxy.url, OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.example:4318" };
  await own(variables, async () => void (await call()));
  expect(proxy.asked[0]?.place).toBe("collector.example:4318");
  expect(fixture.receiver.spans.length).toBe(2);
  await proxy.stop();
});

test("with OTEL_TRACES_SAMPLER=traceidratio and 0, a caller's flag records nothing", async () => {
  await own({ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" }, async () => {
    await call({ headers: { traceparent: `00-${TRACE}-${PARENT}-01` } });
  });
  expect(fixture.receiver.requests).toEqual([]);
});

test.each<Record<string, string>>([
  { OTEL_TRACES_EXPORTER: "none" },
  { OTEL_SDK_DISABLED: "TRUE" },
  { OTEL_EXPORTER_OTLP_ENDPOINT: "" },
])("with %o nothing is exported, and the caller's headers go on unchanged", async (variables) => {
  await own(variables, async () => {
    const sent = { traceparent: `cc-${TRACE}-${PARENT}-01-later`, tracestate: "a=1, b=2" };
    await call({ headers: { ...sent, baggage: "user=planted" } });
    expect(fixture.one.requests.at(-1)?.headers).toMatchObject(sent);
    expect(fixture.one.requests.at(-1)?.headers).not.toHaveProperty("baggage");
    await call({ headers: { traceparent: "00-broken", tracestate: "a=1" } });
    expect(fixture.one.requests.at(-1)?.headers).not.toHaveProperty("traceparent");
    expect(fixture.one.requests.at(-1)?.headers).not.toHaveProperty("tracestate");
    for (const off of [{ trace_context_in: false }, { trace_context_out: false }]) {
      await fixture.configure(off);
      await call({ headers: sent });
      expect(fixture.one.requests.at(-1)?.headers).not.toHaveProperty("traceparent");
    }
  });
  expect(fixture.receiver.requests).toEqual([]);
});
