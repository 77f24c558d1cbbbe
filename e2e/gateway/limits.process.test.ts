import { afterAll, beforeAll, expect, test } from "vitest";
import { startGateway, type GatewayProcess } from "@/testing/gateway/gateway-process";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";

let database: TestDatabase;
let upstream: LocalUpstream;
let gateway: GatewayProcess;
let config: object;
let environment: Record<string, string>;

beforeAll(async () => {
  [database, upstream] = await Promise.all([
    startTestDatabase(),
    startUpstream({ log: false, behaviour: { tokens: 5 } }),
  ]);
  const prices = { input_cost_per_token: 0, output_cost_per_token: 0.002 };
  config = {
    model_list: [{ model_name: "*", gateway_params: { model: "openai/*", api_base: upstream.apiBase, ...prices } }],
  };
  environment = { GATEWAY_CONSOLE: "off", DATABASE_URL: await database.createDatabase() };
  gateway = await startGateway({ environment: { ...environment, GATEWAY_WORKERS: "2" }, config });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), database?.stop()]);
});

async function newKey(limits: object): Promise<string> {
  const answer = await fetch(`${gateway.url}/key/generate`, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.masterKey}` },
    body: JSON.stringify(limits),
  });
  expect(answer.status).toBe(200);
  const { key }: { key: string } = await answer.json();
  return key;
}

async function call(key: string, model = "m", at = gateway.url): Promise<number> {
  const body = JSON.stringify({ model, max_tokens: 5, messages: [{ role: "user", content: "Hi." }] });
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json", connection: "close" };
  const answer = await fetch(`${at}/v1/chat/completions`, { method: "POST", headers, body });
  await answer.text();
  return answer.status;
}

/** How many calls passed. Expects the others to be refused by a limit, and by nothing else. */
function passed(statuses: readonly number[]): number {
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  return statuses.filter((status) => status === 200).length;
}

/** Spends what is left of a budget, once processes have given their unused shares back, and expects no call beyond. */
async function spendTheRest(key: string, other: string, calls: number, worth: number): Promise<void> {
  let total = calls;
  await expect.poll(async () => (total += passed([await call(key)])), { interval: 100 }).toBe(worth);
  expect(passed(await Promise.all([call(key), call(key, "m", other)]))).toBe(0);
}

test("the workers of a gateway count requests together", async () => {
  const key = await newKey({ rpm_limit: 20 });
  expect(passed(await Promise.all(Array.from({ length: 60 }, () => call(key))))).toBe(20);
  expect(gateway.output).not.toContain("rate_limits.not_shared");
});

test("the workers of a gateway count parallel calls together", async () => {
  const key = await newKey({ max_parallel_requests: 3 });
  for (let round = 0; round < 2; round++)
    expect(passed(await Promise.all(Array.from({ length: 30 }, () => call(key, "delay-1000"))))).toBe(3);
  expect(gateway.output).not.toContain("parallel_limits.not_shared");
});

test("the workers of a gateway and another node keep to one budget together, and no call beyond it passes", async () => {
  const other = await startGateway({ environment, config });
  try {
    for (const budget_duration of [null, "1h"]) {
      const key = await newKey({ max_budget: 0.2, budget_duration });
      const answers = await Promise.all(
        Array.from({ length: 120 }, (_, index) => call(key, "m", index % 3 === 0 ? other.url : gateway.url)),
      );
      await spendTheRest(key, other.url, passed(answers), 20);
    }
    // A larger budget, which lasts for a while under load, is spent whole too.
    const key = await newKey({ max_budget: 3 });
    const callers = Array.from({ length: 24 }, async (_, index) => {
      const statuses: number[] = [];
      for (let round = 0; round < 25; round++)
        statuses.push(await call(key, "m", index % 3 === 0 ? other.url : gateway.url));
      return statuses;
    });
    await spendTheRest(key, other.url, passed((await Promise.all(callers)).flat()), 300);
  } finally {
    await other.stop();
  }
});
