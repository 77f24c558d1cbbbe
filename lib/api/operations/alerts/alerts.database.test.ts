import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { noteBudgets } from "@/lib/store/spend/budget-notices";
import { startAlertReceiver, type AlertReceiver } from "@/testing/alerts/alert-receiver";
import { passedBudget } from "@/testing/alerts/alert-fixture";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { alertChannelContracts } from "@/lib/wire/contracts/alerts/channels";
import { alertHistoryContracts, type PastAlert } from "@/lib/wire/contracts/alerts/history";
import { alertRuleContracts } from "@/lib/wire/contracts/alerts/rules";
import { alertSilenceContracts } from "@/lib/wire/contracts/alerts/silences";
import { OWN_SECRET, REFUSED } from "./refused-alerts.cases";

let server: TestDatabase;
let receiver: AlertReceiver;
let url: string;
let one: InProcessGateway;
let other: InProcessGateway;
let nodes: InProcessGateway[];
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  receiver = await startAlertReceiver();
  url = await server.createDatabase();
  nodes = [];
  [one, other] = [await start(), await start()];
  return async () => {
    for (const node of nodes) await node.stop();
    await receiver.stop();
  };
});

async function start(config: object = {}, environment: Record<string, string> = {}): Promise<InProcessGateway> {
  const node = await startInProcessGateway(url, {
    config: { general_settings: { enable_jwt_auth: true, ...config } },
    environment: { JWT_PUBLIC_KEY_URL: "http://127.0.0.1:9/keys", ...environment },
  });
  nodes.push(node);
  return node;
}

async function ask(
  node: InProcessGateway,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) {
  const answer = await node.send(path, {
    method,
    headers: { authorization: `Bearer ${node.masterKey}`, "content-type": "application/json", ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const json = (await answer.json()) as Record<string, unknown> & { error?: { code: string; message: string } };
  return { status: answer.status, json, etag: answer.headers.get("etag") ?? "" };
}

const addChannel = (node: InProcessGateway, name = "on-call") =>
  ask(node, "POST", "/alerting/channels", { name, kind: "webhook", address: receiver.url });

/** Passes 80% of the budget of a team, which is what alerts are made of. */
async function pass(team: string): Promise<void> {
  const { database } = one.services;
  await database.prisma.team.upsert({
    where: { id: team },
    update: {},
    create: { id: team, alias: team, maxBudget: 10 },
  });
  await noteBudgets(database, [passedBudget("80", team)]);
}

async function history(node: InProcessGateway): Promise<PastAlert[]> {
  return alertHistoryContracts.list.output.parse((await ask(node, "GET", "/alerting/history")).json).data;
}
const told = (): string[] => receiver.received.map(({ headers }) => headers["webhook-id"] ?? "");

test("a channel that one node adds is in force on the other, is told once, and shows its address to nobody", async () => {
  expect((await addChannel(one)).status).toBe(200);
  const { json } = await ask(other, "GET", "/alerting/channels");
  const [channel] = alertChannelContracts.list.output.parse(json).data;
  expect(channel).toMatchObject({ name: "on-call", kind: "webhook", source: "database", because: null });
  expect(channel?.origin).toBe(new URL(receiver.url).origin);
  await pass("t1");
  await pass("t2");
  await expect
    .poll(async () => (await history(other)).map(({ deliveries }) => deliveries.map(({ state }) => state)))
    .toEqual([["delivered"], ["delivered"]]);
  expect(told().toSorted()).toEqual((await history(one)).map(({ id }) => id).toSorted());
  const audit = await ask(one, "GET", "/audit/logs");
  expect(JSON.stringify([json, audit.json])).toContain("alert_channel.create");
  expect(JSON.stringify([json, audit.json])).not.toContain("planted-path-secret");
  expect(JSON.stringify((await one.services.database.pool.query("SELECT * FROM alert_channels")).rows)).not.toContain(
    "planted",
  );
});

test("a silence silences on both nodes, and what is still open is told once when it ends", async () => {
  await addChannel(one);
  const made = await ask(one, "POST", "/alerting/silences", { reason: "Moving to another region", duration: "4h" });
  const { silence_id: id } = alertSilenceContracts.create.output.parse(made.json);
  await pass("t1");
  await expect
    .poll(async () => (await history(other)).map(({ silence }) => silence?.reason))
    .toEqual(["Moving to another region"]);
  expect(await history(one)).toMatchObject([{ told_at: null, deliveries: [] }]);
  expect(told()).toEqual([]);
  const ended = await ask(other, "DELETE", `/alerting/silences/${id}`);
  expect(ended.json["ended_by"]).toBe("master key");
  expect((await ask(one, "DELETE", `/alerting/silences/${id}`)).json.error?.code).toBe("in_use");
  await expect.poll(async () => (await history(one))[0]?.deliveries.map(({ state }) => state)).toEqual(["delivered"]);
  await pass("t2");
  await expect.poll(() => told().length).toBe(2);
  expect(new Set(told()).size).toBe(2);
});

test("a rule of one node decides on the other: which alerts open, from where, and which channel is told", async () => {
  await addChannel(one);
  await addChannel(one, "budgets");
  const rule = { enabled: true, channels: ["budgets"], thresholds: { percent: 100 } };
  const saved = await ask(one, "PUT", "/alerting/rules/max_budget", rule);
  expect(alertRuleContracts.update.output.parse(saved.json)).toMatchObject({ tells: ["budgets"], source: "database" });
  const { json } = await ask(other, "GET", "/alerting/rules/max_budget");
  expect(json).toMatchObject({ channels: ["budgets"], thresholds: { percent: 100 }, source: "database" });
  await pass("t1");
  await noteBudgets(one.services.database, [passedBudget("100", "t1")]);
  await expect
    .poll(async () =>
      (await history(other)).flatMap(({ deliveries }) => deliveries.map(({ channel, state }) => [channel, state])),
    )
    .toEqual([["budgets", "delivered"]]);
  expect((await history(one))[0]?.message).toContain("Further calls are refused");
  expect((await ask(other, "DELETE", "/alerting/channels/budgets")).json.error?.code).toBe("in_use");
  const late = await ask(
    other,
    "PUT",
    "/alerting/rules/max_budget",
    { ...rule, enabled: false },
    { "if-match": '"older"' },
  );
  expect(late.json.error?.code).toBe("changed_meanwhile");
  expect(
    (await ask(other, "DELETE", "/alerting/rules/max_budget", undefined, { "if-match": saved.etag })).json,
  ).toMatchObject({ channels: null, source: "default" });
  expect((await ask(one, "DELETE", "/alerting/channels/budgets")).status).toBe(200);
});

test("the file wins over the database, which says so", async () => {
  await addChannel(one, "webhook");
  await ask(one, "PUT", "/alerting/rules/journal", { enabled: false, channels: null, thresholds: {} });
  const third = await start(
    { alerting: ["webhook"], alert_types: ["journal"] },
    { WEBHOOK_URL: "https://hooks.example/of-the-file" },
  );
  const { json: channels } = await ask(third, "GET", "/alerting/channels");
  expect(channels).toMatchObject({ data: [{ name: "webhook", source: "file", origin: "https://hooks.example" }] });
  expect((await ask(third, "GET", "/alerting/rules/journal")).json).toMatchObject({
    enabled: true,
    source: "file",
    because: expect.stringContaining("the file wins"),
  });
  expect((await ask(third, "GET", "/alerting/rules/refusals")).json).toMatchObject({ enabled: false, source: "file" });
  expect((await addChannel(third, "webhook")).json.error?.code).toBe("already_exists");
});

test("what cannot be is refused with the field that is wrong, and no message repeats an address", async () => {
  for (const [title, method, path, body, param] of REFUSED) {
    const { status, json } = await ask(one, method, path, body);
    expect([status, json.error], title).toMatchObject([400, { code: "invalid_request", param }]);
    expect(JSON.stringify(json)).not.toContain("planted");
  }
});

test("a name that is taken is not replaced, and what nobody has cannot be changed", async () => {
  await addChannel(one);
  const again = await ask(other, "POST", "/alerting/channels", {
    name: "on-call",
    kind: "slack",
    address: "https://hooks.example/another",
  });
  expect([again.status, again.json.error?.code]).toEqual([409, "already_exists"]);
  expect((await ask(one, "PUT", "/alerting/channels/nobody", { kind: "slack" })).json.error?.code).toBe("not_found");
  const changed = await ask(other, "PUT", "/alerting/channels/on-call", { kind: "slack" });
  expect(changed.json).toMatchObject({ kind: "slack", origin: new URL(receiver.url).origin });
});

test("a channel with a signing secret signs with it alone, and the others with the general one", async () => {
  await addChannel(one);
  const made = { name: "own", kind: "webhook", address: receiver.url, signing_secret: OWN_SECRET };
  const { json } = await ask(one, "POST", "/alerting/channels", made);
  expect(json).toMatchObject({ name: "own", own_secret: true });
  const signedBy = async (channel: string): Promise<boolean> => {
    receiver.received.length = 0;
    await ask(other, "POST", "/alerting/test", { channel });
    const [got] = receiver.received;
    const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signatures } = got?.headers ?? {};
    const key = Buffer.from(OWN_SECRET.slice("whsec_".length), "base64");
    const signature = createHmac("sha256", key).update(`${id}.${at}.${got?.text}`).digest("base64");
    return signatures === `v1,${signature}`;
  };
  expect([await signedBy("own"), await signedBy("on-call")]).toEqual([true, false]);
  // What is left out stays, and null gives it the general secret again.
  expect((await ask(one, "PUT", "/alerting/channels/own", { address: `${receiver.url}/2` })).json["own_secret"]).toBe(
    true,
  );
  expect(await signedBy("own")).toBe(true);
  expect((await ask(one, "PUT", "/alerting/channels/own", { signing_secret: null })).json["own_secret"]).toBe(false);
  expect(await signedBy("own")).toBe(false);
  const stored = await one.services.database.pool.query("SELECT * FROM alert_channels");
  expect(JSON.stringify([json, stored.rows, (await ask(one, "GET", "/audit/logs")).json])).not.toContain(OWN_SECRET);
});

test("the history has the summaries that name an alert", async () => {
  await addChannel(one);
  await pass("t1");
  await expect.poll(async () => (await history(one)).length).toBe(1);
  const [alert] = await history(one);
  const summary = {
    kind: "summary",
    alerts: [{ alertId: alert?.id, type: "max_budget", state: "resolved", subject: "x", message: "y" }],
    at: Date.now(),
  };
  await one.services.database.prisma.alertDelivery.create({
    data: {
      messageId: "summary_1",
      channel: "pager",
      message: summary,
      state: "delivered",
      createdAt: new Date(),
      nextAt: new Date(),
    },
  });
  expect((await history(one))[0]?.deliveries).toContainEqual(
    expect.objectContaining({ channel: "pager", of: "resolved", in_summary: true, state: "delivered" }),
  );
});

test("a test goes to an address before it is a channel, and says what its receiver answered", async () => {
  receiver.script = (response) => void response.writeHead(404).end("no such hook");
  const { json } = await ask(one, "POST", "/alerting/test", { kind: "webhook", address: receiver.url });
  expect(json).toEqual({
    data: [
      { channel: "webhook", accepted: false, status: 404, answer: "no such hook", error: "the receiver answered 404" },
    ],
  });
});
