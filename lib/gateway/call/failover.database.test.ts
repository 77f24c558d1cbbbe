import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";

let database: TestDatabase;
let gateway: InProcessGateway;
let one: LocalUpstream;
let two: LocalUpstream;

beforeAll(async () => {
  [database, one, two] = await Promise.all([startTestDatabase(), startUpstream(), startUpstream()]);
  gateway = await startInProcessGateway(await database.createDatabase(), { config: {} });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([one?.stop(), two?.stop(), database?.stop()]);
});
beforeEach(() => {
  for (const upstream of [one, two]) {
    upstream.behave = undefined;
    upstream.requests.length = 0;
  }
});

const NOWHERE = "http://127.0.0.1:9/v1";
/** An id of its own for each test: what is known of a deployment's health goes by it. */
let ids = 0;
const entry = (model_name: string, api_base: string, params: object = {}) => ({
  model_name,
  gateway_params: { model: "openai/gpt", api_base, ...params },
  model_info: { id: `d${++ids}` },
});
interface Configured {
  readonly general?: object;
  readonly access?: object;
}
async function configure(model_list: readonly object[], { general = {}, access }: Configured = {}): Promise<void> {
  await gateway.configure({
    config: { general_settings: general, ...(access && { gateway_jwtauth: access }), model_list },
  });
}
function call(model = "m", { stream = false, key = gateway.masterKey } = {}): Promise<Response> {
  return gateway.send("/v1/chat/completions", {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model, stream, messages: [{ role: "user", content: "Hello." }] }),
  });
}
async function codeOf(response: Response): Promise<[status: number, code: string | undefined]> {
  const body = (await response.json()) as { error?: { code?: string } };
  return [response.status, body.error?.code];
}
const attemptsOf = (response: Response): string | null => response.headers.get("x-gateway-attempts");

describe("in a group", () => {
  test("no call fails because of a deployment that refuses connections, and the record says what was tried", async () => {
    await configure([entry("m", NOWHERE, { weight: 1_000_000 }), entry("m", two.apiBase)]);
    const response = await call();
    expect(response.status).toBe(200);
    expect(attemptsOf(response)).toBe("2");
    const deployment = response.headers.get("x-gateway-deployment");
    await gateway.services.spend.drained();
    const row = await gateway.services.database.prisma.call.findFirstOrThrow({
      where: { callId: response.headers.get("x-gateway-call-id") ?? "" },
    });
    expect(row).toMatchObject({
      status: "success",
      attempts: 2,
      deployment,
      tried: [{ deployment: `d${ids - 1}`, provider: "openai", model: "gpt", failure: "connection" }],
      completionTokens: expect.any(Number),
    });
    // It is on cooldown now, so the next call goes to the other at once.
    expect(attemptsOf(await call())).toBe("1");
  });

  const failing: [what: string, behaviour: object][] = [
    ["a status of 500", { status: 500 }],
    ["a status of 429", { status: 429 }],
    ["a refused key", { status: 401 }],
    ["a model that is missing there", { status: 404 }],
    ["a connection that breaks before the answer", { resetAfter: 0 }],
    ["an answer that never begins", { hang: true }],
  ];
  test.each(failing)("another deployment of the group is tried after %s", async (_what, behaviour) => {
    await configure([entry("m", one.apiBase, { weight: 1_000_000, first_byte_timeout: 1 }), entry("m", two.apiBase)]);
    one.behave = () => behaviour;
    const response = await call();
    expect([response.status, attemptsOf(response)]).toEqual([200, "2"]);
    expect([one.requests.length, two.requests.length]).toEqual([1, 1]);
  });

  test("a stream that breaks before its first event begins again elsewhere, and one that breaks later ends with an error", async () => {
    await configure([entry("m", one.apiBase, { weight: 1_000_000 }), entry("m", two.apiBase)]);
    one.behave = () => ({ body: "", headers: { "content-type": "text/event-stream" } });
    const whole = await call("m", { stream: true });
    expect(attemptsOf(whole)).toBe("2");
    expect(await whole.text()).toContain("[DONE]");
    await configure([entry("m", one.apiBase, { weight: 1_000_000 }), entry("m", two.apiBase)]);
    one.behave = () => ({
      body: 'data: {"error":{"message":"Overloaded."}}\n\n',
      headers: { "content-type": "text/event-stream" },
    });
    expect(attemptsOf(await call("m", { stream: true }))).toBe("2");
    await configure([entry("m", one.apiBase, { weight: 1_000_000 }), entry("m", two.apiBase)]);
    one.behave = () => ({ resetAfter: 2, tokens: 5 });
    const broken = await call("m", { stream: true });
    expect(attemptsOf(broken)).toBe("1");
    expect(await broken.text()).toContain("upstream_unreachable");
  });

  test("a failure that is the caller's fault is answered at once and not tried elsewhere", async () => {
    await configure([entry("m", one.apiBase, { weight: 1_000_000 }), entry("m", two.apiBase)]);
    one.behave = () => ({ status: 400 });
    const response = await call();
    expect([response.status, attemptsOf(response), two.requests.length]).toEqual([400, "1", 0]);
  });

  test("while all are on cooldown each call still asks one, so the caller sees the upstream's own answer", async () => {
    await configure([entry("m", one.apiBase, { num_retries: 1 }), entry("m", two.apiBase, { num_retries: 1 })]);
    for (const upstream of [one, two]) upstream.behave = () => ({ status: 503, headers: { "retry-after": "30" } });
    const failed = await call();
    expect([failed.status, attemptsOf(failed)]).toEqual([503, "2"]);
    const limited = await call();
    expect([limited.status, limited.headers.get("retry-after"), attemptsOf(limited)]).toEqual([503, "30", "1"]);
    expect(await codeOf(limited)).toEqual([503, "local_upstream_error"]);
    for (const upstream of [one, two]) upstream.behave = undefined;
    expect((await call()).status).toBe(200);
  });

  test("an upstream that asked for a pause gets no call while another deployment is in use", async () => {
    await configure([entry("m", one.apiBase, { weight: 1_000_000 }), entry("m", two.apiBase)]);
    one.behave = () => ({ status: 429, headers: { "retry-after": "30" } });
    expect(attemptsOf(await call())).toBe("2");
    two.behave = () => ({ status: 500 });
    const failed = await call();
    expect([failed.status, one.requests.length]).toEqual([500, 1]);
  });

  test("a deployment is in use again after its cooldown", async () => {
    await configure([
      entry("m", one.apiBase, { weight: 1_000_000, cooldown_seconds: 0.05, allowed_fails: 0 }),
      entry("m", two.apiBase),
    ]);
    one.behave = () => ({ status: 500 });
    await call();
    one.behave = undefined;
    await expect
      .poll(async () => {
        await call();
        return one.requests.length;
      })
      .toBeGreaterThan(2);
  });

  test("GET /model/info says which deployment is on cooldown, and why", async () => {
    await configure([entry("m", NOWHERE, { weight: 1_000_000 }), entry("m", two.apiBase)]);
    expect((await call()).status).toBe(200);
    const response = await gateway.send("/model/info", {
      headers: { authorization: `Bearer ${gateway.masterKey}` },
    });
    const { data } = (await response.json()) as { data: { id: string; cooldowns: unknown[] }[] };
    expect(data.map(({ cooldowns }) => cooldowns)).toEqual([
      [{ model: "gpt", failures: 1, reason: "connection_refused", until: expect.any(String) }],
      [],
    ]);
  });

  test("requests beyond every deployment's rpm are refused until the next minute", async () => {
    await configure([entry("m", one.apiBase, { rpm: 1 }), entry("m", two.apiBase, { rpm: 1 })]);
    // A minute may turn between two calls.
    await expect.poll(async () => codeOf(await call())).toEqual([429, "rate_limit_exceeded"]);
  });
});

describe("alone", () => {
  test("a deployment without an alternative is tried again and never on cooldown", async () => {
    await configure([entry("m", one.apiBase)]);
    let failures = 2;
    one.behave = () => (failures-- > 0 ? { status: 500 } : undefined);
    const response = await call();
    expect([response.status, attemptsOf(response)]).toEqual([200, "3"]);
    one.behave = () => ({ status: 429, headers: { "retry-after": "900" } });
    const limited = await call();
    expect([limited.status, limited.headers.get("x-should-retry"), attemptsOf(limited)]).toEqual([429, "false", "1"]);
    one.behave = undefined;
    expect((await call()).status).toBe(200);
  });

  test("a key that the upstream refuses is a 502, which does not repeat the upstream's message", async () => {
    await configure([entry("m", one.apiBase, { api_key: "sk-wrong" })]);
    one.behave = () => ({ status: 401, body: { error: { message: "Incorrect API key provided: sk-wrong" } } });
    const response = await call();
    const text = await response.text();
    expect(response.status).toBe(502);
    expect(JSON.parse(text)).toMatchObject({ error: { code: "upstream_access_refused" } });
    expect(text).not.toContain("sk-wrong");
  });

  test("a deployment without an alternative is on cooldown after the failures that allowed_fails sets", async () => {
    await configure([entry("m", one.apiBase, { allowed_fails: 1, num_retries: 0, cooldown_seconds: 60 })]);
    one.behave = () => ({ status: 500 });
    expect([(await call()).status, (await call()).status]).toEqual([500, 500]);
    const refused = await call();
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(50);
    expect(await codeOf(refused)).toEqual([503, "no_healthy_deployment"]);
    expect(one.requests.length).toBe(2);
  });

  test("the timeout of a call includes its retries", async () => {
    await configure([entry("m", one.apiBase, { timeout: 2, num_retries: 9 })]);
    one.behave = () => ({ hang: true });
    expect(await codeOf(await call())).toEqual([504, "upstream_timeout"]);
    expect(one.requests.length).toBe(1);
  });
});

describe("a stream that has begun", () => {
  const slow: [what: string, params: object, behaviour: object, code: string][] = [
    [
      "a stream that has begun ends with an error when the call's timeout is over",
      { timeout: 2 },
      { tokens: 100_000, tokenDelay: 50 },
      "upstream_timeout",
    ],
    [
      "a stream that has begun ends with an error when no event comes within its idle timeout",
      { idle_timeout: 1 },
      { stallAfter: 2 },
      "upstream_timeout",
    ],
  ];
  test.each(slow)("%s", async (_what, params, behaviour, code) => {
    await configure([entry("m", one.apiBase, params), entry("m", one.apiBase, params)]);
    one.behave = () => behaviour;
    const response = await call("m", { stream: true });
    const text = await response.text();
    expect([response.status, attemptsOf(response)]).toEqual([200, "1"]);
    expect(text).toContain('"content":');
    expect(text).toContain(code);
    expect(text).not.toContain("[DONE]");
  });
});

test("a call whose caller leaves while the gateway waits for a retry is booked as cancelled and not tried again", async () => {
  await configure([entry("m", one.apiBase, { num_retries: 5, retry_after_max: 60 })]);
  one.behave = () => ({ status: 503, headers: { "retry-after": "30" } });
  const hangUp = new AbortController();
  const asked = one.next();
  const response = gateway.send("/v1/chat/completions", {
    method: "POST",
    signal: hangUp.signal,
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hello." }] }),
  });
  const deployment = `d${ids}`;
  await (
    await asked
  ).ended;
  hangUp.abort();
  await expect(response).rejects.toThrow();
  const booked = () =>
    gateway.services.database.prisma.call.findFirst({
      where: { deployment },
      select: { status: true, attempts: true },
    });
  await expect.poll(booked).toEqual({ status: "cancelled", attempts: 1 });
  expect(one.requests).toHaveLength(1);
});

describe("fallbacks", () => {
  const general = { fallbacks: { m: ["private", "spare"] }, num_retries: 0 };
  const models = () => [
    entry("m", one.apiBase, { allowed_fails: 0 }),
    entry("private", two.apiBase),
    entry("spare", two.apiBase, { model: "openai/spare" }),
  ];

  test("a fallback serves a call whose model fails, and the answer says so", async () => {
    await configure(models(), { general });
    one.behave = () => ({ status: 500 });
    const response = await call();
    expect([response.status, response.headers.get("x-gateway-fallback"), attemptsOf(response)]).toEqual([
      200,
      "private",
      "2",
    ]);
    // Its deployment is on cooldown now: the fallback is asked at once.
    expect(attemptsOf(await call())).toBe("1");
  });

  test("a fallback that the caller may not use is skipped for the next one", async () => {
    await configure(models(), { general });
    const generated = await gateway.send("/key/generate", {
      method: "POST",
      headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
      body: JSON.stringify({ models: ["m", "spare"] }),
    });
    const { key } = (await generated.json()) as { key: string };
    one.behave = () => ({ status: 500 });
    const response = await call("m", { key });
    expect([response.status, response.headers.get("x-gateway-fallback")]).toEqual([200, "spare"]);
    expect(two.requests.map(({ body }) => (body as { model: string }).model)).toEqual(["spare"]);
  });

  test("a model on cooldown is asked if no fallback serves the call", async () => {
    await configure([entry("m", NOWHERE), entry("private", NOWHERE)], { general });
    expect((await call()).status).toBe(502);
    const answer = await call();
    expect([attemptsOf(answer), answer.headers.get("x-gateway-fallback")]).toEqual(["1", null]);
    expect(await codeOf(answer)).toEqual([502, "upstream_unreachable"]);
  });

  test("a failure that is the caller's fault leads to no fallback", async () => {
    await configure(models(), { general });
    one.behave = () => ({ status: 422 });
    expect([(await call()).status, two.requests.length]).toEqual([422, 0]);
  });
});
