import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import type { z } from "zod";
import { healthContracts } from "@/lib/wire/contracts/health";
import { trafficContract } from "@/lib/wire/contracts/traffic";

let database: TestDatabase;
let upstream: LocalUpstream;
let gateway: InProcessGateway;
beforeAll(async () => {
  [database, upstream] = await Promise.all([startTestDatabase(), startUpstream()]);
});
beforeEach(async () => {
  const entry = (name: string, id: string, model: string) => ({
    model_name: name,
    gateway_params: { model, api_base: upstream.apiBase, num_retries: 1 },
    model_info: { id },
  });
  gateway = await startInProcessGateway(await database.createDatabase(), {
    config: {
      model_list: [
        entry("good", "good-1", "openai/m"),
        entry("bad", "bad-1", "openai/status-500"),
        entry("bad", "bad-2", "openai/status-500"),
        entry("declines", "declines-1", "openai/status-400"),
        entry("hangs", "hangs-1", "openai/hang"),
      ],
    },
  });
  return () => gateway.stop();
});
afterAll(async () => {
  await Promise.all([upstream?.stop(), database?.stop()]);
});

async function call(model: string, init: RequestInit = {}): Promise<void> {
  const body = JSON.stringify({ model, messages: [{ role: "user", content: "Hello." }] });
  const headers = { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" };
  await gateway.send("/v1/chat/completions", { method: "POST", headers, body, ...init }).then(
    (answer) => answer.arrayBuffer(),
    () => {},
  );
}

async function read<Output extends z.ZodType>({ output }: { readonly output: Output }, path: string) {
  const answer = await gateway.send(path, { headers: { authorization: `Bearer ${gateway.masterKey}` } });
  return output.parse(await answer.json());
}

async function traffic(query = ""): Promise<ReturnType<typeof trafficContract.output.parse>> {
  const headers = { authorization: `Bearer ${gateway.masterKey}` };
  const answer = await gateway.send(`/health/traffic${query}`, { headers });
  return trafficContract.output.parse(await answer.json());
}

test("the traffic of each deployment is shown by outcome, and what the gateway refused without one", async () => {
  await call("good");
  await call("good");
  await call("bad");
  await call("declines");
  await call("unknown");
  await call("good", { headers: { authorization: "Bearer sk-wrong" } });
  const gone = new AbortController();
  const hanging = call("hangs", { signal: gone.signal });
  await upstream.next(({ body }) => JSON.stringify(body).includes("hang"));
  gone.abort();
  await hanging;

  let lines: string[] = [];
  await expect
    .poll(async () => {
      const { data } = await traffic();
      lines = data
        .map(({ deployment, outcome, count, latency }) => {
          const timed = latency.reduce((sum, one) => sum + one, 0);
          return `${deployment} ${outcome} ${count} ${timed}`;
        })
        .sort();
      return lines.length;
    })
    .toBe(6);
  expect(lines.map((line) => line.replace(/bad-\d/, "bad")).sort()).toEqual([
    "bad failed 1 1",
    "bad retried 1 1",
    "declines-1 declined 1 1",
    "good-1 served 2 2",
    "hangs-1 cancelled 1 1",
    "null refused 2 0",
  ]);

  const { calls, data } = await read(healthContracts.deployments, "/health/deployments");
  const sums = Object.fromEntries(
    Object.entries(calls).map(([kind, counts]) => [kind, counts.reduce((sum, count) => sum + count, 0)]),
  );
  expect(sums).toEqual({ served: 2, refused: 3, failed: 1, cancelled: 1 });
  const figures = data.map((one) => {
    const { succeeded_by_step: succeeded, failed_by_step: failed, success_rate: rate } = one;
    const sum = (steps: readonly number[]): number => steps.reduce((total, count) => total + count, 0);
    return [one.deployment, rate, sum(succeeded), sum(failed), one.failures_since_success];
  });
  expect(figures).toEqual([
    ["bad-1", 0, 0, 1, 1],
    ["bad-2", 0, 0, 1, 1],
    ["declines-1", 1, 1, 0, 0],
    ["good-1", 1, 2, 0, 0],
    ["hangs-1", null, 0, 0, 0],
  ]);
  for (const { deployment, failing_since: since, recent_success_rate: recent, last_failure_at: last } of data) {
    const isBad = deployment.startsWith("bad");
    expect([deployment, since !== null, since]).toEqual([deployment, isBad, isBad ? last : null]);
    expect(recent).toBe(isBad ? 0 : deployment === "hangs-1" ? null : 1);
  }
  expect(data.find(({ deployment }) => deployment === "good-1")?.latency_p95_ms).toBeGreaterThan(0);
  // Both deployments failed in the same call, one after the other.
  await expect
    .poll(async () => {
      const { data: again } = await read(healthContracts.deployments, "/health/deployments");
      return again.filter(({ deployment }) => deployment.startsWith("bad")).map((one) => one.last_failure);
    })
    .toEqual(["bad-1", "bad-2"].map(() => ({ call_id: expect.any(String), requested_model: "bad", failure: "500" })));
});

test("no budget is listed while none is nearly spent", async () => {
  const post = (path: string, body: unknown) =>
    gateway.send(path, {
      method: "POST",
      headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await post("/team/new", { team_id: "t", max_budget: 10 });
  const { key } = (await (await post("/key/generate", { team_id: "t", models: ["good"] })).json()) as { key: string };
  await call("good", { headers: { authorization: `Bearer ${key}`, "content-type": "application/json" } });
  expect(await read(healthContracts.budgets, "/health/budgets")).toEqual({ data: [], total: 0 });
});

test("the processes that serve now are listed, with the one that answers", async () => {
  const insert =
    "INSERT INTO nodes (name, version, key_ids, sealed, clock_ahead_ms, seen_at) VALUES ($1, '9.9.9', '{}', '', 0, now() - $2::interval)";
  await gateway.services.database.pool.query(insert, ["other", "1 second"]);
  await gateway.services.database.pool.query(insert, ["died", "1 hour"]);
  // The gateway of this test started after that node fell silent, and so counts as its replacement.
  await gateway.services.database.pool.query(insert, ["replaced", "10 minutes"]);
  await gateway.services.database.pool.query(insert, ["silent", "5 minutes"]);
  await gateway.services.database.pool.query(
    "UPDATE nodes SET started_at = now() - interval '1 day' WHERE name = 'other'",
  );
  const { data, missing } = await read(healthContracts.nodes, "/health/nodes");
  const own = gateway.services.changes.node;
  expect(new Map(data.map(({ name, answers }) => [name, answers]))).toEqual(
    new Map([
      ["other", false],
      [own, true],
    ]),
  );
  expect(missing.map(({ name }) => name)).toEqual(["silent"]);
});

test("the traffic shows up to 48 hours, and only to administrators", async () => {
  const { since, until, data } = await traffic("?hours=48&step_minutes=60");
  expect(Date.parse(until) - Date.parse(since)).toBeGreaterThanOrEqual(48 * 3_600_000);
  expect(data).toEqual([]);
  const headers = { authorization: `Bearer ${gateway.masterKey}` };
  expect((await gateway.send("/health/traffic?hours=49", { headers })).status).toBe(400);
  expect((await gateway.send("/health/traffic")).status).toBe(401);
});
