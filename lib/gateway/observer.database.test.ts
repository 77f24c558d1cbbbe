import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import type { Observer, RequestFinished } from "./observer";

type Moments = { [Name in keyof Observer]-?: Parameters<NonNullable<Observer[Name]>>[0] };
type Moment = { [Name in keyof Moments]: [Name, Moments[Name]] }[keyof Moments];

/** Everything that the observer has had since the test began, in order. */
const moments: Moment[] = [];
const finished: RequestFinished[] = [];
const recorder: Required<Observer> = {
  requestStarted: (moment) => void moments.push(["requestStarted", moment]),
  decided: (moment) => void moments.push(["decided", moment]),
  requestFailed: (moment) => void moments.push(["requestFailed", moment]),
  callUnpriced: (moment) => void moments.push(["callUnpriced", moment]),
  limitsAnswered: (moment) => void moments.push(["limitsAnswered", moment]),
  firstByteSent: (moment) => void moments.push(["firstByteSent", moment]),
  attemptEnded: (moment) => void moments.push(["attemptEnded", moment]),
  callSettled: (moment) => void moments.push(["callSettled", moment]),
  toolMessageRead: (moment) => void moments.push(["toolMessageRead", moment]),
  toolRequestEnded: (moment) => void moments.push(["toolRequestEnded", moment]),
  requestFinished: (moment) => void finished.push(moment),
  happened: (event) => void moments.push(["happened", event]),
};

let database: TestDatabase;
let gateway: InProcessGateway;
let one: LocalUpstream;
let two: LocalUpstream;
beforeAll(async () => {
  [database, one, two] = await Promise.all([startTestDatabase(), startUpstream(), startUpstream()]);
  gateway = await startInProcessGateway(await database.createDatabase(), { config: {}, observer: recorder });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([one?.stop(), two?.stop(), database?.stop()]);
});
beforeEach(() => {
  for (const upstream of [one, two]) upstream.behave = undefined;
  moments.length = 0;
  finished.length = 0;
});

let ids = 0;
const price = { input_cost_per_token: 1e-6, output_cost_per_token: 2e-6 };
const entry = (api_base: string, params: object = {}) => ({
  model_name: "m",
  gateway_params: { model: "openai/gpt", api_base, ...price, ...params },
  model_info: { id: `d${++ids}` },
});

function call(key = gateway.masterKey, { stream = false, signal }: { stream?: boolean; signal?: AbortSignal } = {}) {
  return gateway.send("/v1/chat/completions", {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "m", stream, messages: [{ role: "user", content: "Hello." }] }),
    ...(signal && { signal }),
  });
}

async function newKey(fields: object): Promise<string> {
  const answer = await gateway.send("/key/generate", {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.masterKey}` },
    body: JSON.stringify(fields),
  });
  moments.length = 0;
  return ((await answer.json()) as { key: string }).key;
}

const names = (): string[] => moments.map(([name]) => name);
function told<Name extends keyof Moments>(name: Name): Moments[Name][] {
  return moments.flatMap(([told, moment]) => (told === name ? [moment as Moments[Name]] : []));
}
const settled = () => expect.poll(() => told("callSettled").length).toBe(1);

test("a call that is served is reported in five moments, which share one request", async () => {
  await gateway.configure({ config: { model_list: [entry(one.apiBase)] } });
  one.behave = () => ({ tokens: 5 });
  const answer = await call();
  expect(names()).toEqual(["requestStarted", "decided", "attemptEnded", "callSettled", "firstByteSent"]);
  const [{ request, at }] = told("requestStarted") as [{ request: object; at: number }];
  const access = { method: "POST", route: "/chat/completions", family: "openai_routes", model: "m" };
  expect(told("decided")).toEqual([
    expect.objectContaining({ access: expect.objectContaining(access), allow: true, code: undefined }),
  ]);
  expect(told("decided")[0]).toMatchObject({ principal: { admin: true }, decisionId: undefined });
  const id = answer.headers.get("x-gateway-call-id");
  expect(told("attemptEnded")[0]).toMatchObject({
    call: { id, model: "m", route: "/chat/completions" },
    deployment: { id: `d${ids}`, provider: "openai", model: "gpt" },
    number: 1,
    failure: undefined,
    next: undefined,
  });
  expect(told("callSettled")[0]?.record).toMatchObject({
    callId: id,
    status: "success",
    httpStatus: 200,
    usage: { completionTokens: 5, source: "upstream" },
    deployment: `d${ids}`,
    priceState: "priced",
  });
  expect(told("callSettled")[0]?.record.spendNano).toBeGreaterThan(10_000n);
  expect(told("firstByteSent")[0]).toMatchObject({ route: "/chat/completions", status: 200, code: undefined });
  for (const moment of [told("decided")[0], told("firstByteSent")[0], told("callSettled")[0]?.call])
    expect(moment?.request).toBe(request);
  expect(told("attemptEnded")[0]?.startedAt).toBeGreaterThanOrEqual(at);
  expect(told("firstByteSent")[0]?.at).toBeGreaterThanOrEqual(told("attemptEnded")[0]?.endedAt ?? Infinity);
  expect(finished).toMatchObject([{ request, route: "/chat/completions", status: 200, requestId: id, end: "sent" }]);
});

test("the first byte of a stream is reported before the call is settled", async () => {
  await gateway.configure({ config: { model_list: [entry(one.apiBase)] } });
  one.behave = () => ({ tokens: 3, tokenDelay: 50 });
  await (await call(gateway.masterKey, { stream: true })).text();
  expect(names()).toEqual(["requestStarted", "decided", "firstByteSent", "attemptEnded", "callSettled"]);
});

test("a request whose credentials prove nobody is reported as a refusal with its code and the check that failed", async () => {
  const answer = await call("sk-unknown");
  expect(names()).toEqual(["requestStarted", "decided", "firstByteSent"]);
  expect(told("decided")[0]).toMatchObject({
    allow: false,
    code: "invalid_key",
    failed: { rule: "verify" },
    principal: undefined,
    decisionId: answer.headers.get("x-gateway-decision-id"),
  });
  expect(told("firstByteSent")[0]).toMatchObject({ status: 401, code: "invalid_key" });
});

test("a request that a rule refuses is reported with that rule", async () => {
  await gateway.configure({ config: { model_list: [entry(one.apiBase)] } });
  await call(await newKey({ models: ["another"] }));
  expect(names()).toEqual(["requestStarted", "decided", "firstByteSent"]);
  expect(told("decided")[0]).toMatchObject({
    allow: false,
    code: "key_model_not_allowed",
    failed: { outcome: "fail" },
  });
});

test("a call that a limit refuses is reported as allowed by the rules and then as denied by the limit", async () => {
  await gateway.configure({ config: { model_list: [entry(one.apiBase)] } });
  await call(await newKey({ max_budget: 0 }));
  expect(names()).toEqual(["requestStarted", "decided", "limitsAnswered", "decided", "firstByteSent"]);
  expect(told("decided").map(({ allow, code, failed }) => [allow, code, failed?.rule])).toEqual([
    [true, undefined, undefined],
    [false, "budget_exceeded", "budget"],
  ]);
});

test("a failed attempt that is followed by another one is reported with both deployments, and so is the cooldown", async () => {
  await gateway.configure({
    config: { model_list: [entry(one.apiBase, { weight: 1_000_000, allowed_fails: 0 }), entry(two.apiBase)] },
  });
  one.behave = () => ({ status: 503 });
  expect((await call()).status).toBe(200);
  expect(names().filter((name) => name !== "happened")).toEqual([
    "requestStarted",
    "decided",
    "attemptEnded",
    "attemptEnded",
    "callSettled",
    "firstByteSent",
  ]);
  const [bad, good] = [`d${ids - 1}`, `d${ids}`];
  expect(told("attemptEnded")).toMatchObject([
    { number: 1, deployment: { id: bad }, failure: { kind: "status", status: 503 }, next: { id: good } },
    { number: 2, deployment: { id: good }, failure: undefined, next: undefined },
  ]);
  expect(told("happened")).toEqual([
    {
      kind: "cooldown",
      at: expect.any(Number),
      deployment: bad,
      model: "gpt",
      reason: "failures_in_a_row",
      failures: 1,
      until: expect.any(Number),
    },
  ]);
  expect(told("callSettled")[0]?.record).toMatchObject({ status: "success", attempts: 2 });
});

test("a call that no deployment serves is reported with the failure of its last attempt", async () => {
  await gateway.configure({ config: { model_list: [entry(one.apiBase, { num_retries: 0 })] } });
  one.behave = () => ({ resetAfter: 0 });
  expect((await call()).status).toBe(502);
  expect(told("attemptEnded")).toMatchObject([{ number: 1, failure: { kind: "connection" }, next: undefined }]);
  expect(told("callSettled")[0]?.record).toMatchObject({ status: "error", httpStatus: null });
  expect(told("firstByteSent")[0]).toMatchObject({ status: 502, code: "upstream_unreachable" });
});

test("a stream that its upstream cuts is reported as a failed attempt, and settled as an error", async () => {
  await gateway.configure({ config: { model_list: [entry(one.apiBase)] } });
  one.behave = () => ({ resetAfter: 2, tokens: 5 });
  await (await call(gateway.masterKey, { stream: true })).text();
  await settled();
  expect(names().filter((name) => name !== "happened")).toEqual([
    "requestStarted",
    "decided",
    "firstByteSent",
    "attemptEnded",
    "callSettled",
  ]);
  expect(told("attemptEnded")[0]).toMatchObject({ failure: { kind: "connection" }, next: undefined });
  expect(told("callSettled")[0]?.record.status).toBe("error");
});

test("a caller that hangs up is reported as a cancelled call, without a failure of the deployment", async () => {
  await gateway.configure({ config: { model_list: [entry(one.apiBase)] } });
  one.behave = () => ({ tokens: 50, tokenDelay: 100 });
  const left = new AbortController();
  const answer = await call(gateway.masterKey, { stream: true, signal: left.signal });
  await answer.body?.getReader().read();
  left.abort();
  await settled();
  expect(told("attemptEnded")).toMatchObject([{ number: 1, failure: undefined, next: undefined }]);
  expect(told("callSettled")[0]?.record).toMatchObject({ status: "cancelled", deployment: `d${ids}` });
});

test("a public route and a path that does not exist are reported without a decision", async () => {
  await gateway.send("/health/liveness");
  await gateway.send("/no/such/route");
  expect(names()).toEqual(["requestStarted", "firstByteSent", "requestStarted", "firstByteSent"]);
  expect(told("firstByteSent").map(({ route, status, code }) => [route, status, code])).toEqual([
    ["/health/liveness", 200, undefined],
    [undefined, 404, "not_found"],
  ]);
});

test("an identity provider that does not answer is reported outside any call", async () => {
  const JWT_PUBLIC_KEY_URL = "http://127.0.0.1:9/keys";
  await gateway.configure({
    config: { general_settings: { enable_jwt_auth: true }, model_list: [entry(one.apiBase)] },
    environment: { JWT_PUBLIC_KEY_URL },
  });
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  await call(`${part({ alg: "RS256", kid: "k" })}.${part({ sub: "u" })}.c2ln`);
  expect(told("happened")).toMatchObject([{ kind: "key set", event: "failed", url: JWT_PUBLIC_KEY_URL, keys: 0 }]);
});

test("the connection of the change feed is reported when it is lost and when it is back", async () => {
  const { pool } = gateway.services.database;
  await pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'gateway-node %'",
  );
  const states = () => told("happened").flatMap((event) => (event.kind === "change feed" ? [event.state] : []));
  await expect.poll(states).toContain("connected");
  expect(states()[0]).toBe("disconnected");
});
