import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { readSamples, type ScrapedSample } from "@/testing/gateway/read-samples";

const METRICS_TOKEN = "metrics-token-of-the-tests";
let database: TestDatabase;
let gateway: InProcessGateway;
let upstream: LocalUpstream;
beforeAll(async () => {
  [database, upstream] = await Promise.all([startTestDatabase(), startUpstream({ log: false })]);
  gateway = await startInProcessGateway(await database.createDatabase(), {
    config: {
      general_settings: { metrics_max_teams: 3, enable_jwt_auth: true, trace_context_in: true },
      model_list: [
        entry("cheap"),
        entry("team-*", { id: "pattern", max_budget: 10 }),
        ...["down-1", "down-2"].map(dead),
      ],
    },
    environment: { METRICS_TOKEN, JWT_PUBLIC_KEY_URL: "http://127.0.0.1:9/keys" },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), database?.stop()]);
});

const price = { input_cost_per_token: 1e-3, output_cost_per_token: 2e-3 };
function entry(model_name: string, info: object = {}): object {
  const params = { model: "openai/gpt", api_base: upstream.apiBase, ...price };
  return { model_name, gateway_params: params, model_info: { id: model_name, ...info } };
}
/** Nobody listens on port 9. */
function dead(id: string): object {
  const params = { model: "openai/gpt", api_base: "http://127.0.0.1:9/v1", num_retries: 1, ...price };
  return { model_name: "down", gateway_params: params, model_info: { id } };
}

async function post(path: string, body: object, key = gateway.masterKey): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return gateway.send(path, { method: "POST", headers, body: JSON.stringify(body) });
}
async function call(model: string, key = gateway.masterKey, more: object = {}): Promise<number> {
  const answer = await post(
    "/v1/chat/completions",
    { model, messages: [{ role: "user", content: "Hello." }], ...more },
    key,
  );
  await answer.text();
  return answer.status;
}
async function newTeam(team_id: string, limits: object = {}): Promise<string> {
  expect((await post("/team/new", { team_id, ...limits })).status).toBe(200);
  return ((await (await post("/key/generate", { team_id })).json()) as { key: string }).key;
}
async function scrape(bearer = METRICS_TOKEN): Promise<readonly ScrapedSample[]> {
  const answer = await gateway.send("/metrics", { headers: { authorization: `Bearer ${bearer}` } });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  return readSamples(await answer.text());
}
/** The sum of a metric's samples that have these labels. */
function valueOf(samples: readonly ScrapedSample[], name: string, labels: Record<string, string> = {}): number {
  const wanted = Object.entries(labels);
  return samples
    .filter((sample) => sample.name === name && wanted.every(([label, value]) => sample.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);
}

test("metrics are for administrators and for METRICS_TOKEN, which opens nothing else", async () => {
  for (const bearer of [METRICS_TOKEN, gateway.masterKey])
    expect(valueOf(await scrape(bearer), "gateway_build_info", { version: "0.0.0-test" })).toBe(1);
  const key = await newTeam("outsiders");
  for (const bearer of [key, `${METRICS_TOKEN}x`, METRICS_TOKEN.slice(1)]) {
    const { status } = await gateway.send("/metrics", { headers: { authorization: `Bearer ${bearer}` } });
    expect(status).toBe(bearer === key ? 403 : 401);
  }
  const other = await gateway.send("/team/list", { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  expect(other.status).toBe(401);
});

test("requests, decisions and refusals are counted by route, rule and code", async () => {
  const before = await scrape();
  expect(await call("cheap")).toBe(200);
  expect(await call("cheap", "sk-nobody")).toBe(401);
  expect((await gateway.send(`/no/such/${"x".repeat(20)}`)).status).toBe(404);
  const after = await scrape();
  const grown = (name: string, labels: Record<string, string>): number =>
    valueOf(after, name, labels) - valueOf(before, name, labels);
  expect(grown("gateway_requests_total", { route: "/chat/completions", status: "200" })).toBe(1);
  expect(grown("gateway_requests_total", { route: "/chat/completions", status: "401" })).toBe(1);
  expect(grown("gateway_requests_total", { route: "other", status: "404" })).toBe(1);
  expect(grown("gateway_decisions_total", { rule: "all", outcome: "allowed" })).toBe(1);
  expect(grown("gateway_decisions_total", { rule: "verify", outcome: "refused" })).toBe(1);
  expect(grown("gateway_refusals_total", { code: "invalid_key" })).toBe(1);
  expect(grown("gateway_refusals_total", { code: "not_found" })).toBe(1);
});

test("a call counts its tokens, its cost and its times under its entry's name and its team", async () => {
  upstream.behave = () => ({ tokens: 7, tokenDelay: 20 });
  const key = await newTeam("payers", { max_budget: 5 });
  const before = await scrape();
  expect(await call("team-anything", key, { stream: true })).toBe(200);
  upstream.behave = undefined;
  const after = await scrape();
  const labels = { model: "team-*", team: "payers" };
  expect(valueOf(after, "gateway_tokens_total", { ...labels, type: "output" })).toBe(7);
  const input = valueOf(after, "gateway_tokens_total", { ...labels, type: "input" });
  expect(input).toBeGreaterThan(0);
  expect(valueOf(after, "gateway_spend_dollars_total", labels)).toBeCloseTo(input * 1e-3 + 7 * 2e-3, 9);
  for (const name of [
    "gateway_upstream_duration_seconds",
    "gateway_overhead_seconds",
    "gateway_time_to_first_token_seconds",
  ])
    expect([name, valueOf(after, `${name}_count`) - valueOf(before, `${name}_count`)]).toEqual([name, 1]);
  // The stream's own pauses.
  const sum = "gateway_upstream_duration_seconds_sum";
  expect(valueOf(after, sum) - valueOf(before, sum)).toBeGreaterThan(0.1);
  expect(valueOf(after, "gateway_budget_used_ratio", { kind: "team", id: "payers" })).toBeCloseTo(
    (input * 1e-3 + 7 * 2e-3) / 5,
    6,
  );
  expect(valueOf(after, "gateway_budget_used_ratio", { kind: "model", id: "team-*" })).toBeGreaterThan(0);
});

test("a scraper of OpenMetrics learns the recorded trace of the last call in each bucket", async () => {
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  for (const flags of ["01", "00"]) {
    const answer = await gateway.send("/v1/chat/completions", {
      method: "POST",
      headers: {
        authorization: `Bearer ${gateway.masterKey}`,
        "content-type": "application/json",
        traceparent: `00-${flags === "01" ? trace : trace.replaceAll("4", "5")}-00f067aa0ba902b7-${flags}`,
      },
      body: JSON.stringify({ model: "cheap", messages: [{ role: "user", content: "Hello." }] }),
    });
    await answer.text();
  }
  const headers = { authorization: `Bearer ${METRICS_TOKEN}`, accept: "application/openmetrics-text" };
  const answer = await gateway.send("/metrics", { headers });
  expect(answer.headers.get("content-type")).toBe("application/openmetrics-text; version=1.0.0; charset=utf-8");
  const lines = (await answer.text()).split("\n").filter((line) => line.includes(" # "));
  for (const name of ["gateway_overhead_seconds", "gateway_upstream_duration_seconds"])
    expect(lines.filter((line) => line.startsWith(name)).join()).toContain(` # {trace_id="${trace}"} `);
  expect(lines.join()).not.toContain(trace.replaceAll("4", "5"));
});

test("a call that waits for its limits is counted by how long it waited, and one without limits is not", async () => {
  const waited = async (): Promise<number> => valueOf(await scrape(), "gateway_limit_wait_seconds_count");
  const key = await newTeam("limited", { rpm_limit: 1 });
  const before = await waited();
  expect([await call("cheap", key), await call("cheap", key)]).toEqual([200, 429]);
  expect(await waited()).toBe(before + 2);
  expect(await call("cheap")).toBe(200);
  expect(await waited()).toBe(before + 2);
});

test("teams beyond metrics_max_teams count together as other", async () => {
  for (const team of ["t1", "t2", "t3", "t4"]) expect(await call("cheap", await newTeam(team))).toBe(200);
  const teams = (await scrape())
    .filter(({ name }) => name === "gateway_spend_dollars_total")
    .map(({ labels }) => labels["team"]);
  // Three names, `other`, and calls without a team.
  expect(new Set(teams).size).toBeLessThanOrEqual(5);
  expect(teams).toContain("other");
  expect(teams).not.toContain("t4");
});

test("a deployment that nobody can reach is not up, and its cooldowns are counted", async () => {
  for (let at = 0; at < 3; at++) expect(await call("down")).toBeGreaterThanOrEqual(500);
  const samples = await scrape();
  expect(
    ["down-1", "down-2", "cheap"].map((deployment) => valueOf(samples, "gateway_deployment_up", { deployment })),
  ).toEqual([0, 0, 1]);
  expect(valueOf(samples, "gateway_deployment_cooldowns_total")).toBeGreaterThan(0);
});

test("a key set that cannot be fetched is counted", async () => {
  const token = ['{"alg":"RS256","kid":"k"}', '{"iss":"https://nobody.example","exp":9999999999}']
    .map((part) => Buffer.from(part).toString("base64url"))
    .join(".");
  expect(await call("cheap", `${token}.c2ln`)).toBeGreaterThanOrEqual(401);
  expect(valueOf(await scrape(), "gateway_key_set_errors_total")).toBeGreaterThan(0);
});

test("the journal, the change feed and the process are shown as they stand", async () => {
  upstream.behave = () => ({ tokens: 40, tokenDelay: 25 });
  const running = call("cheap", gateway.masterKey, { stream: true });
  await expect.poll(async () => valueOf(await scrape(), "gateway_journal_open_calls")).toBe(1);
  const samples = await scrape();
  expect(await running).toBe(200);
  upstream.behave = undefined;
  expect(valueOf(samples, "gateway_journal_bytes")).toBeGreaterThan(0);
  expect(valueOf(samples, "gateway_change_feed_lag_seconds")).toBeGreaterThanOrEqual(0);
  for (const name of [
    "process_cpu_seconds_total",
    "process_resident_memory_bytes",
    "process_start_time_seconds",
    "process_open_fds",
  ])
    expect([name, valueOf(samples, name) > 0]).toEqual([name, true]);
  expect(samples.filter(({ name }) => !/^(gateway|process|mcp_client|mcp_server)_/.test(name))).toEqual([]);
});

test("nodes that died and were not replaced are counted", async () => {
  const { nodes, database: own } = gateway.services;
  await nodes.look();
  expect(valueOf(await scrape(), "gateway_nodes_missing")).toBe(0);
  // The node of this test started after they fell silent, so it counts as the replacement of one.
  await own.pool.query(
    `INSERT INTO nodes (name, version, key_ids, sealed, clock_ahead_ms, started_at, seen_at)
     SELECT 'dead-' || n, '1.0.0', '{}', '', 0, now() - interval '9 minutes', now() - interval '8 minutes'
     FROM generate_series(1, 3) AS n`,
  );
  await nodes.look();
  expect(valueOf(await scrape(), "gateway_nodes_missing")).toBe(2);
  await own.pool.query("DELETE FROM nodes WHERE name LIKE 'dead-%'");
  await nodes.look();
  expect(valueOf(await scrape(), "gateway_nodes_missing")).toBe(0);
});

test("a budget that no call uses is read from the database", async () => {
  await gateway.forget();
  expect((await post("/organization/new", { organization_id: "idle", max_budget: 1 })).status).toBe(200);
  // The figures are read at most every 15 seconds, so another gateway on the database looks for the first time.
  const { settings, database: own } = gateway.services;
  const { createBookedBudgets } = await import("./io/booked-budgets");
  const uses = await createBookedBudgets({ database: own, settings, now: Date.now })();
  expect(uses).toContainEqual({ kind: "organization", id: "idle", ratio: 0 });
  expect(uses.find(({ id }) => id === "payers")?.ratio).toBeGreaterThan(0);
});

// The last test, because nothing makes a node that stops take calls again.
test("a node that readiness takes out of service is shown as not ready", async () => {
  const statusAndMetric = async () => [
    (await gateway.send("/health/readiness")).status,
    valueOf(await scrape(), "gateway_ready"),
  ];
  expect(await statusAndMetric()).toEqual([200, 1]);
  gateway.services.shutdown.begin();
  expect(await statusAndMetric()).toEqual([503, 0]);
});
