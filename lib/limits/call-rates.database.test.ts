import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { findRedis, startRedis } from "@/testing/database/redis-server";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";

/** The upstream counts 4 tokens for a message and one for each of its words: 7 for ours, and 5 for its answer. */
const USED_TOKENS = 12;
const MESSAGES = [{ role: "user", content: "one two three" }];

let server: TestDatabase;
let upstream: LocalUpstream;
const opened: InProcessGateway[] = [];
beforeAll(async () => {
  server = await startTestDatabase();
  upstream = await startUpstream({ behaviour: { tokens: 5 } });
});
afterEach(async () => {
  upstream.behave = undefined;
  upstream.requests.length = 0;
  for (const gateway of opened.splice(0)) await gateway.stop();
});
afterAll(async () => {
  await upstream.stop();
  await server.stop();
});

async function start(
  options: { info?: object; redisUrl?: string; databaseUrl?: string } = {},
): Promise<InProcessGateway> {
  const gateway_params = {
    model: "local/*",
    api_base: upstream.apiBase,
    api_key: "sk-upstream",
    input_cost_per_token: 0,
    output_cost_per_token: 0,
  };
  const config = { model_list: [{ model_name: "local/*", gateway_params, model_info: options.info ?? {} }] };
  const environment: Record<string, string> = options.redisUrl === undefined ? {} : { REDIS_URL: options.redisUrl };
  const gateway = await startInProcessGateway(options.databaseUrl ?? (await server.createDatabase()), {
    config,
    environment,
  });
  opened.push(gateway);
  return gateway;
}

async function manage(gateway: InProcessGateway, path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await gateway.send(path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${gateway.masterKey}` },
  });
  if (answer.status !== 200) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

async function newKey(gateway: InProcessGateway, fields: object): Promise<string> {
  return String((await manage(gateway, "/key/generate", fields))["key"]);
}

interface Outcome {
  readonly status: number;
  readonly error: { code: string; message: string } | undefined;
  readonly rate: Record<string, string>;
}

async function call(gateway: InProcessGateway, key: string, changes: object = {}): Promise<Outcome> {
  const body = JSON.stringify({ model: "local/m", messages: MESSAGES, ...changes });
  const answer = await gateway.send("/v1/chat/completions", {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
  });
  const { error } = JSON.parse(await answer.text()) as { error?: Outcome["error"] };
  const rate = Object.fromEntries(
    [...answer.headers].filter(([name]) => name.startsWith("x-ratelimit") || name === "retry-after"),
  );
  return { status: answer.status, error, rate };
}

const times = <Value>(count: number, make: () => Value): Value[] => Array.from({ length: count }, make);
const passed = (outcomes: readonly Outcome[]): number => outcomes.filter(({ status }) => status === 200).length;

describe("requests a minute", () => {
  test("requests are let through up to the limit, concurrent ones too, and the answer says what is left", async () => {
    const gateway = await start();
    const key = await newKey(gateway, { rpm_limit: 10 });
    expect((await call(gateway, key)).rate).toMatchObject({
      "x-ratelimit-limit-requests": "10",
      "x-ratelimit-remaining-requests": "9",
    });
    const outcomes = await Promise.all(times(30, () => call(gateway, key)));
    expect([passed(outcomes), upstream.requests.length]).toEqual([9, 10]);
    const { error, rate } = outcomes.find(({ status }) => status === 429)!;
    expect(error).toMatchObject({ code: "rate_limit_exceeded" });
    expect(error?.message).toMatch(
      /^The rate limit of key sk-\.\.\..{4} is reached: 10 requests a minute\. Try again in \d+ s\.$/,
    );
    expect([Number(rate["retry-after"]) > 0, rate["x-ratelimit-remaining-requests"]]).toEqual([true, "0"]);
  });

  test.each(["user", "team", "member", "organization", "end_user", "model"])(
    "the requests a minute of a %s limit every call that is charged to it",
    async (type) => {
      const gateway = await start({ info: type === "model" ? { rpm_limit: 2 } : {} });
      const has = (one: string) => (type === one ? { rpm_limit: 2 } : {});
      await manage(gateway, "/organization/new", { organization_id: "o", ...has("organization") });
      await manage(gateway, "/user/new", { user_id: "u", ...has("user") });
      await manage(gateway, "/customer/new", { user_id: "c", ...has("end_user") });
      await manage(gateway, "/team/new", { team_id: "t", organization_id: "o", ...has("team") });
      await manage(gateway, "/team/member_add", { team_id: "t", member: { user_id: "u" }, ...has("member") });
      const keys = [
        await newKey(gateway, { user_id: "u", team_id: "t" }),
        await newKey(gateway, { user_id: "u", team_id: "t" }),
      ];
      const outcomes: Outcome[] = [];
      for (const key of [...keys, ...keys]) outcomes.push(await call(gateway, key, { user: "c" }));
      expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 429, 429]);
    },
  );

  test("requests that one limit refuses are not counted by another", async () => {
    const gateway = await start();
    await manage(gateway, "/team/new", { team_id: "t", rpm_limit: 3 });
    const [narrow, wide] = [
      await newKey(gateway, { team_id: "t", rpm_limit: 1 }),
      await newKey(gateway, { team_id: "t" }),
    ];
    expect(passed(await Promise.all(times(10, () => call(gateway, narrow))))).toBe(1);
    expect(passed([await call(gateway, wide), await call(gateway, wide), await call(gateway, wide)])).toBe(2);
  });

  test("requests a minute for some models limit only those models", async () => {
    const gateway = await start();
    const key = await newKey(gateway, { model_rpm_limit: { "local/big*": 1 } });
    const outcomes: Outcome[] = [];
    for (const model of ["local/big", "local/big-2", "local/small"]) outcomes.push(await call(gateway, key, { model }));
    expect(outcomes.map(({ status }) => status)).toEqual([200, 429, 200]);
  });
});

describe("tokens a minute", () => {
  test("tokens are held for what a call may use, and corrected to what it has used", async () => {
    const gateway = await start();
    const key = await newKey(gateway, { tpm_limit: 200 });
    const first = await call(gateway, key, { max_tokens: 150 });
    expect(Number(first.rate["x-ratelimit-remaining-tokens"])).toBeLessThan(50);
    const second = await call(gateway, key, { max_tokens: 1 });
    expect(Number(second.rate["x-ratelimit-remaining-tokens"])).toBeGreaterThan(200 - USED_TOKENS - 60);
    const third = await call(gateway, key, { max_tokens: 200 });
    expect([third.status, third.error?.code]).toEqual([429, "rate_limit_exceeded"]);
    expect((await call(gateway, key, { max_tokens: 100 })).status).toBe(200);
  });

  test("tokens beyond what was held are counted too", async () => {
    const gateway = await start();
    const key = await newKey(gateway, { tpm_limit: 60 });
    upstream.behave = () => ({ tokens: 500 });
    expect([(await call(gateway, key)).status, (await call(gateway, key)).status]).toEqual([200, 429]);
  });
});

describe("calls at the same time", () => {
  test("parallel calls are let through up to the limit, and a slot is free when a call ends, however it ends", async () => {
    const gateway = await start();
    const key = await newKey(gateway, { max_parallel_requests: 2 });
    upstream.behave = () => ({ delay: 200 });
    const outcomes = await Promise.all(times(6, () => call(gateway, key)));
    expect(passed(outcomes)).toBe(2);
    expect(outcomes.find(({ status }) => status === 429)).toMatchObject({
      error: { code: "rate_limit_exceeded" },
      rate: { "retry-after": "1" },
    });
    upstream.behave = () => ({ status: 400, body: { error: { message: "no" } } });
    expect((await Promise.all(times(2, () => call(gateway, key)))).map(({ status }) => status)).toEqual([400, 400]);
    upstream.behave = undefined;
    expect(passed(await Promise.all(times(2, () => call(gateway, key))))).toBe(2);
  });
});

const redisProgram = findRedis();
const title =
  redisProgram === undefined
    ? "two nodes and one Redis (skipped: there is no redis-server here, and none could be installed)"
    : "two nodes and one Redis";
describe.skipIf(redisProgram === undefined)(title, () => {
  test("nodes with Redis share their limits, of parallel calls too", async () => {
    const redis = await startRedis(redisProgram ?? "");
    try {
      const databaseUrl = await server.createDatabase();
      const [one, two] = [
        await start({ databaseUrl, redisUrl: redis.url }),
        await start({ databaseUrl, redisUrl: redis.url }),
      ];
      // Each connects in the background; a call on one is seen by the other once both have.
      const probe = await newKey(one, { rpm_limit: 1_000 });
      const left = async (gateway: InProcessGateway) =>
        Number((await call(gateway, probe)).rate["x-ratelimit-remaining-requests"]);
      await expect.poll(async () => (await left(one)) - (await left(two)), { interval: 200 }).toBe(1);
      const key = await newKey(one, { rpm_limit: 10 });
      expect(
        passed(await Promise.all(Array.from({ length: 40 }, (_, index) => call(index % 2 ? one : two, key)))),
      ).toBe(10);
      const parallel = await newKey(one, { max_parallel_requests: 5 });
      // Longer than 40 calls take to be sent on a busy machine.
      upstream.behave = () => ({ delay: 3_000 });
      for (let round = 0; round < 2; round++)
        expect(
          passed(await Promise.all(Array.from({ length: 40 }, (_, index) => call(index % 2 ? one : two, parallel)))),
        ).toBe(5);
    } finally {
      await redis.stop();
    }
  });
});
