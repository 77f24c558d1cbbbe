import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Webhook } from "standardwebhooks";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startAlertReceiver, type AlertReceiver } from "@/testing/alerts/alert-receiver";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { alertingContracts } from "@/lib/wire/contracts/alerting";

let database: TestDatabase;
let upstream: LocalUpstream;
let receiver: AlertReceiver;
let gateway: InProcessGateway;
beforeAll(async () => {
  [database, upstream] = await Promise.all([startTestDatabase(), startUpstream()]);
});
beforeEach(async () => {
  receiver = await startAlertReceiver();
  gateway = await start();
  return async () => {
    await gateway.stop();
    await receiver.stop();
  };
});
afterAll(async () => {
  await Promise.all([upstream?.stop(), database?.stop()]);
});

async function start(): Promise<InProcessGateway> {
  const prices = { input_cost_per_token: 0.01, output_cost_per_token: 0.01 };
  return startInProcessGateway(await database.createDatabase(), {
    config: {
      general_settings: { alerting: ["slack", "webhook"] },
      model_list: [{ model_name: "m", gateway_params: { model: "openai/m", api_base: upstream.apiBase, ...prices } }],
    },
    environment: { WEBHOOK_URL: receiver.url, SLACK_WEBHOOK_URL: receiver.url },
  });
}

async function ask(method: "GET" | "POST", path: string, body?: object, key = gateway.masterKey) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const answer = await gateway.send(path, init);
  const json: unknown = await answer.json();
  return { status: answer.status, json };
}
const statusNow = async () => alertingContracts.status.output.parse((await ask("GET", "/alerting/status")).json);

test("a test message goes to each channel, and the answer says what the receivers said", async () => {
  receiver.script = (response, { headers }) =>
    void (headers["webhook-id"] === undefined
      ? response.writeHead(200).end("ok")
      : response.writeHead(410).end("gone: /hooks/planted-path-secret"));
  const { status, json } = await ask("POST", "/alerting/test", {});
  expect(status).toBe(200);
  expect(json).toEqual({
    data: [
      { channel: "slack", accepted: true, status: 200, answer: "ok", error: null },
      { channel: "webhook", accepted: false, status: 410, answer: "gone: /…", error: "the receiver answered 410" },
    ],
  });
  expect((await ask("POST", "/alerting/test", { channel: "slack" })).json).toMatchObject({ data: [{}] });
  await receiver.stop();
  const { json: away } = await ask("POST", "/alerting/test", { channel: "webhook" });
  expect(away).toMatchObject({
    data: [{ accepted: false, status: null, error: expect.stringContaining("ECONNREFUSED") }],
  });
});

test("the generated secret is shown until somebody has copied it, and signs the messages", async () => {
  expect((await statusNow()).secret).toBe("not_copied");
  const shown = alertingContracts.secret.output.parse((await ask("POST", "/alerting/secret", {})).json).secret ?? "";
  expect((await ask("POST", "/alerting/secret", {})).json).toEqual({ secret: shown });
  await ask("POST", "/alerting/test", { channel: "webhook" });
  const [one] = receiver.received;
  expect(new Webhook(shown).verify(one!.text, one!.headers)).toMatchObject({ type: "test" });
  expect((await ask("POST", "/alerting/secret", { copied: true })).json).toEqual({ secret: null });
  expect((await ask("POST", "/alerting/secret", {})).status).toBe(409);
  expect((await statusNow()).secret).toBe("copied");
  const { json: audit } = await ask("GET", "/audit/logs");
  expect(JSON.stringify(audit)).toContain("alerting.secret_shown");
  expect(JSON.stringify(audit)).not.toContain(shown);
});

test("a budget that calls use up is told to both channels, and shown as open", async () => {
  const { json } = await ask("POST", "/key/generate", { max_budget: 0.2, key_alias: "batch" });
  const { key } = json as { key: string };
  const call = { model: "m", max_tokens: 4, messages: [{ role: "user", content: "Hello." }] };
  for (let index = 0; index < 10; index++) await ask("POST", "/v1/chat/completions", call, key);
  await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(2);
  const webhook = receiver.received.find(({ headers }) => headers["webhook-id"]);
  expect(JSON.parse(webhook!.text)).toMatchObject({ type: "max_budget", event_group: "key", key_alias: "batch" });
  // A message counts as delivered a moment after its receiver has it, and a higher threshold sends another one.
  const deliveries = async () =>
    (await statusNow()).channels.map(({ channel, enabled, waiting, given_up: lost }) => [
      channel,
      enabled,
      waiting,
      lost,
    ]);
  await expect.poll(deliveries).toEqual([
    ["slack", true, 0, 0],
    ["webhook", true, 0, 0],
  ]);
  const { open, channels, alert_types: types } = await statusNow();
  expect(open).toMatchObject([{ type: "max_budget", state: "open", resolved_at: null }]);
  expect(channels[0]!.address).toBe(new URL(receiver.url).origin);
  expect(types).toContain("deployment_down");
});

test("alerts are for administrators", async () => {
  for (const [method, path] of [
    ["GET", "/alerting/status"],
    ["POST", "/alerting/test"],
    ["POST", "/alerting/secret"],
  ] as const) {
    const { json } = await ask("POST", "/key/generate", {});
    expect((await ask(method, path, method === "POST" ? {} : undefined, (json as { key: string }).key)).status).toBe(
      403,
    );
  }
});
