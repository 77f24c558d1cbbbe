import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { createLogger } from "@/lib/log";
import { startAlertReceiver, type AlertReceiver } from "@/testing/alerts/alert-receiver";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startSinkReceiver, type SinkReceiver } from "@/testing/gateway/sink-receiver";
import { startOtlpReceiver, type OtlpReceiver } from "@/testing/traces/otlp-receiver";

/** Stands in every secret of this file, and in the prompts and answers. */
const PLANTED = "planted";
const UPSTREAM_KEY = "planted-upstream-key";

let database: TestDatabase;
let upstream: LocalUpstream;
let traces: OtlpReceiver;
let sink: SinkReceiver;
let alerts: AlertReceiver;
let gateway: InProcessGateway;
const lines: string[] = [];

beforeAll(async () => {
  [database, upstream, traces, sink, alerts] = await Promise.all([
    startTestDatabase(),
    startUpstream(),
    startOtlpReceiver(),
    startSinkReceiver(),
    startAlertReceiver(),
  ]);
  const entry = (model_name: string, prices: object) => ({
    model_name,
    gateway_params: { model: "openai/own", api_base: upstream.apiBase, api_key: UPSTREAM_KEY, ...prices },
  });
  gateway = await startInProcessGateway(await database.createDatabase(), {
    config: {
      model_list: [entry("priced", { input_cost_per_token: 0.01, output_cost_per_token: 0.02 }), entry("unpriced", {})],
      general_settings: {
        alerting: ["slack", "webhook"],
        num_retries: 0,
        sinks: [
          {
            name: "siem",
            start: "beginning",
            flush_seconds: 1,
            http: { url: `${sink.url}/planted-path`, headers: { authorization: "planted-sink-token" } },
          },
        ],
      },
    },
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=planted-otlp-token",
      OTEL_BSP_SCHEDULE_DELAY: "20",
      METRICS_TOKEN: "planted-metrics-token",
      WEBHOOK_URL: alerts.url,
      SLACK_WEBHOOK_URL: alerts.url,
      WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
    },
    log: createLogger((line) => void lines.push(line), Date.now),
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), traces?.stop(), sink?.close(), alerts?.stop(), database?.stop()]);
});
type Sent = { readonly key?: string; readonly model?: string; readonly body?: object };

/** Calls a model, with a secret wherever a caller may have one. */
async function call({ key = gateway.masterKey, model = "priced", body = {} }: Sent): Promise<Response> {
  const answer = await gateway.send("/v1/chat/completions?api_key=planted-query", {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      cookie: "session=planted-cookie",
      baggage: "token=planted-baggage",
    },
    body: JSON.stringify({ model, messages: [{ role: "user", content: "planted-prompt" }], ...body }),
  });
  await answer.text();
  return answer;
}

async function newKey(): Promise<{ key: string; token_id: string }> {
  const answer = await gateway.send("/key/generate", {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
    body: JSON.stringify({ max_budget: 0.5, metadata: { note: "planted-metadata" } }),
  });
  return (await answer.json()) as { key: string; token_id: string };
}

/** Everything that a call can end with. Returns the id of a key whose budget refuses it. */
async function callInEveryWay(): Promise<string> {
  const { key, token_id } = await newKey();
  gateway.secrets.plant({ key });
  const ways: [status: number, sent: Sent, behave: LocalUpstream["behave"]][] = [
    [200, { key, body: { max_tokens: 5 } }, () => ({ tokens: 9, text: "planted-answer" })],
    [200, { model: "unpriced", body: { stream: true } }, () => ({ text: "planted-answer" })],
    // More tokens than the budget has room for.
    [429, { key, body: { max_tokens: 100 } }, undefined],
    [401, { key: "sk-planted-unknown-key" }, undefined],
    [401, { key: "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJwbGFudGVkIn0.cGxhbnRlZA" }, undefined],
    [502, {}, () => ({ status: 401, body: { error: { message: `Wrong key: ${UPSTREAM_KEY}` } } })],
    [502, {}, () => ({ resetAfter: 0 })],
  ];
  for (const [status, sent, behave] of ways) {
    upstream.behave = behave;
    expect((await call(sent)).status).toBe(status);
  }
  return token_id;
}

test("no secret, prompt or answer is in a log line, a metric, a span, an alert or a call that is sent on", async () => {
  const keyId = await callInEveryWay();

  // Seven calls and one new key ; four of the calls reached the upstream.
  await expect.poll(() => lines.filter((line) => line.includes("request.finished")).length).toBe(8);
  await expect.poll(() => traces.spans.filter(({ kind }) => kind === "SERVER").length).toBe(8);
  await expect.poll(() => sink.accepted.length).toBe(4);
  const alertsOf = (id: string): number => alerts.received.filter(({ text }) => text.includes(id)).length;
  await expect.poll(() => alertsOf(keyId)).toBeGreaterThanOrEqual(2);
  const { text: metrics } = await gateway.services.metrics.read();
  expect(metrics).toContain('gateway_requests_total{route="/chat/completions",status="502"} 2');

  const told: [where: string, text: string][] = [
    ["the log", lines.join("")],
    ["the metrics", metrics],
    ["the traces", traces.everything()],
    ["the alerts", alerts.received.map(({ text }) => text).join("\n")],
    ["the calls that are sent on", sink.received.map(({ text }) => text).join("\n")],
  ];
  for (const [where, text] of told) {
    gateway.secrets.expectNone(text, where);
    expect(text.toLowerCase(), where).not.toContain(PLANTED);
  }
});
