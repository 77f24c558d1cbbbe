import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { findFreePort } from "@/testing/database/free-port";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startGateway, type GatewayProcess } from "@/testing/gateway/gateway-process";
import { readSamples, type ScrapedSample } from "@/testing/gateway/read-samples";

let database: TestDatabase;
let upstream: LocalUpstream;
let gateway: GatewayProcess;
let metricsUrl: string;
const config = () => ({
  model_list: [
    {
      model_name: "m",
      gateway_params: {
        model: "openai/gpt",
        api_base: upstream.apiBase,
        input_cost_per_token: 1e-6,
        output_cost_per_token: 2e-6,
      },
    },
  ],
});

beforeAll(async () => {
  [database, upstream] = await Promise.all([startTestDatabase(), startUpstream({ log: false })]);
  const port = await findFreePort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  gateway = await startGateway({
    config: config(),
    environment: {
      GATEWAY_CONSOLE: "off",
      GATEWAY_WORKERS: "2",
      METRICS_PORT: String(port),
      DATABASE_URL: await database.createDatabase(),
    },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), database?.stop()]);
});

function workers(): number[] {
  return readFileSync(`/proc/${gateway.pid}/task/${gateway.pid}/children`, "utf8").trim().split(" ").map(Number);
}

/**
 * On a connection of its own, so that each worker gets its share. One that goes to a dying worker is never answered.
 */
async function call(stream = false): Promise<void> {
  const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.masterKey}`, connection: "close" },
    signal: AbortSignal.timeout(60_000),
    body: JSON.stringify({ model: "m", stream, messages: [{ role: "user", content: "Hello." }] }),
  });
  await answer.text();
}

async function scrape(): Promise<readonly ScrapedSample[]> {
  const answer = await fetch(metricsUrl, { signal: AbortSignal.timeout(60_000) });
  return readSamples(await answer.text());
}
const sum = (samples: readonly ScrapedSample[], name: string): number =>
  samples.reduce((total, sample) => (sample.name === name ? total + sample.value : total), 0);

/** The booked sums, which the metrics must show too. */
async function booked(): Promise<{ calls: number; tokens: number; spend: number }> {
  const headers = { authorization: `Bearer ${gateway.masterKey}`, connection: "close" };
  const signal = AbortSignal.timeout(60_000);
  const answer = await fetch(`${gateway.url}/spend/logs?size=1000`, { headers, signal });
  const { data } = (await answer.json()) as {
    data: { prompt_tokens: number; completion_tokens: number; spend: string | number }[];
  };
  return {
    calls: data.length,
    tokens: data.reduce((total, row) => total + row.prompt_tokens + row.completion_tokens, 0),
    spend: data.reduce((total, row) => total + Number(row.spend), 0),
  };
}

test("the first process shows the metrics of all workers, on its own port and on the main one", async () => {
  await Promise.all(Array.from({ length: 12 }, () => call()));
  const samples = await scrape();
  expect(sum(samples, "gateway_upstream_duration_seconds_count")).toBe(12);
  // The workers book a moment after they have answered.
  await expect.poll(async () => (await booked()).calls).toBe(12);
  const { tokens } = await booked();
  expect(sum(samples, "gateway_tokens_total")).toBe(tokens);
  const headers = { authorization: `Bearer ${gateway.masterKey}` };
  const answer = await fetch(`${gateway.url}/metrics`, { headers });
  expect(sum(readSamples(await answer.text()), "gateway_tokens_total")).toBe(tokens);
  for (const [path, status] of [
    ["/", 404],
    ["/metrics", 200],
  ] as const)
    expect((await fetch(new URL(path, metricsUrl))).status).toBe(status);
});

test("when workers are killed, no counter falls, and no token and no dollar is missing or counted twice", async () => {
  const before = new Map<string, number>();
  const fallen: string[] = [];
  const look = async (): Promise<void> => {
    for (const { name, labels, value } of await scrape()) {
      if (!/_(total|count|sum|bucket)$/.test(name)) continue;
      const series = `${name} ${JSON.stringify(labels)}`;
      if (value < (before.get(series) ?? 0)) fallen.push(series);
      before.set(series, value);
    }
  };
  upstream.behave = () => ({ tokens: 5, tokenDelay: 10 });
  for (const [victim = 0] of [workers().slice(0, 1), workers().slice(1, 2)]) {
    // Some of these have ended and are not counted yet, some are in flight.
    const calls = Array.from({ length: 30 }, (_, at) =>
      new Promise((resolve) => setTimeout(resolve, at * 10)).then(() => call(at % 2 === 0)).catch(() => {}),
    );
    await look();
    await new Promise((resolve) => setTimeout(resolve, 250));
    process.kill(victim, "SIGKILL");
    await Promise.all([look(), ...calls]);
    await look();
    await expect.poll(() => workers().length).toBe(2);
    await call().catch(() => {});
  }
  await expect
    .poll(async () => {
      await look();
      const { tokens, spend } = await booked();
      const samples = await scrape();
      return [
        sum(samples, "gateway_tokens_total") - tokens,
        Math.abs(sum(samples, "gateway_spend_dollars_total") - spend) < 1e-9,
      ];
    })
    .toEqual([0, true]);
  expect(fallen).toEqual([]);
  expect((await booked()).calls).toBeGreaterThan(60);
});

test("a METRICS_PORT that is in use, or no port, ends the start with one line that names it", async () => {
  const port = new URL(metricsUrl).port;
  const variables = { GATEWAY_CONSOLE: "off", DATABASE_URL: await database.createDatabase() };
  for (const [value, line] of [
    [port, `Cannot listen on 127.0.0.1:${port}: port ${port} is in use. Stop what uses it, or set METRICS_PORT.`],
    ["many", "METRICS_PORT must be a whole number from 1 to 65535"],
  ] as const) {
    const started = startGateway({ config: config(), environment: { ...variables, METRICS_PORT: value } });
    await expect(started).rejects.toThrow(line);
  }
});
