import { createServer, type Server } from "node:http";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { METRIC_NAMES, metricRow } from "@/lib/observe/metrics/metric-table";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { requirePrograms } from "@/scripts/setup/debian.mjs";
import { openDatabase } from "@/lib/store/database";
import { findFreePort } from "@/testing/database/free-port";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startGateway, type GatewayProcess } from "@/testing/gateway/gateway-process";
import { startToolServer, type ToolServer } from "@/testing/tools/tool-server";
import { promtool, startPrometheus, type Prometheus } from "@/testing/programs/prometheus";

/** Why these tests cannot run here, if they cannot. */
function missingPrograms(): string | undefined {
  try {
    requirePrograms(["prometheus"]);
    return undefined;
  } catch (error) {
    return String(error);
  }
}
const missing = missingPrograms();
if (missing !== undefined) process.stderr.write(`Skipped: ${missing}\n`);

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const RULES = resolve("deploy/prometheus/alerts.yml");

describe.skipIf(missing !== undefined)("metrics under Debian's Prometheus", () => {
  let database: TestDatabase;
  let databaseUrl: string;
  let upstream: LocalUpstream;
  let tools: ToolServer;
  let keys: Server;
  let gateway: GatewayProcess;
  let metricsPort: number;
  let prometheus: Prometheus;

  beforeAll(async () => {
    [database, upstream, tools] = await Promise.all([
      startTestDatabase(),
      startUpstream({ log: false }),
      startToolServer(),
    ]);
    const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const keySet = JSON.stringify({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "k1", alg: "RS256" }] });
    keys = createServer((_, response) => response.setHeader("content-type", "application/json").end(keySet));
    keys.listen(0, "127.0.0.1");
    await once(keys, "listening");
    const keysUrl = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/keys`;
    metricsPort = await findFreePort();
    databaseUrl = await database.createDatabase();
    const price = { input_cost_per_token: 1e-4, output_cost_per_token: 2e-4 };
    const entry = (model_name: string, id: string, api_base: string) => ({
      model_name,
      gateway_params: { model: "openai/gpt", api_base, ...price },
      model_info: { id },
    });
    gateway = await startGateway({
      config: {
        // Nobody listens there, so calls wait for it.
        general_settings: {
          enable_jwt_auth: true,
          trace_context_in: true,
          sinks: [{ name: "away", start: "beginning", http: { url: "http://127.0.0.1:9/" } }],
        },
        model_list: [
          entry("m", "serves", upstream.apiBase),
          ...["down-1", "down-2"].map((id) => entry("down", id, "http://127.0.0.1:9/v1")),
        ],
        mcp_servers: { sums: { url: tools.url, transport: "http", allow_all_keys: true, on_tool_change: "allow" } },
      },
      environment: {
        GATEWAY_CONSOLE: "off",
        GATEWAY_WORKERS: "2",
        METRICS_PORT: String(metricsPort),
        DATABASE_URL: databaseUrl,
        JWT_PUBLIC_KEY_URL: `${keysUrl},http://127.0.0.1:9/keys`,
      },
    });
    prometheus = await startPrometheus(`127.0.0.1:${metricsPort}`, RULES);
  });
  afterAll(async () => {
    await prometheus?.stop();
    await gateway?.stop();
    keys?.close();
    await Promise.all([upstream?.stop(), tools?.stop(), database?.stop()]);
  });

  async function post(
    path: string,
    body: object,
    bearer = gateway.masterKey,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Record<string, unknown>> {
    const answer = await fetch(gateway.url + path, {
      method: "POST",
      headers: {
        authorization: `Bearer ${bearer}`,
        "content-type": "application/json",
        connection: "close",
        ...headers,
      },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    return text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {};
  }
  const call = (model: string, bearer?: string, stream = false, headers = {}) =>
    post("/v1/chat/completions", { model, stream, messages: [{ role: "user", content: "Hello." }] }, bearer, headers);

  const useTool = () =>
    post("/sums/mcp", {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "add", arguments: { a: 1, b: 2 } },
    });

  /** Makes traffic of every kind: served, refused and failed calls, tokens of unknown keys, budgets. */
  async function makeTraffic(): Promise<void> {
    await post("/team/new", { team_id: "t1", max_budget: 100 });
    const { key } = await post("/key/generate", { team_id: "t1" });
    const part = (claims: object): string => Buffer.from(JSON.stringify(claims)).toString("base64url");
    const token = `${part({ alg: "RS256", kid: "unknown" })}.${part({ exp: 9_999_999_999 })}.c2ln`;
    for (let round = 0; round < 4; round++) {
      await Promise.all([
        call("m", String(key)),
        call("m", undefined, false, { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }),
        call("m", String(key), true),
        call("down"),
        call("m", "sk-nobody"),
        call("m", token),
        useTool(),
      ]);
    }
  }

  const series = (name: (typeof METRIC_NAMES)[number]): string =>
    metricRow(name).type === "histogram" ? `${name}_count` : name;

  test("promtool has nothing to say about the metrics, and nothing against the alert rules", async () => {
    await makeTraffic();
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(promtool(["check", "metrics"], text)).toEqual({ code: 0, output: "" });
    expect(promtool(["check", "rules", RULES])).toMatchObject({ code: 0, output: expect.stringContaining("SUCCESS") });
  });

  test("Prometheus scrapes a series that is not zero of every metric", async () => {
    // Calls are open while the upstream is slow, and wait while nobody can write to their table.
    const { pool } = openDatabase(databaseUrl);
    const lock = await pool.connect();
    // The two workers of the gateway count as the replacements of two of them.
    await pool.query(
      `INSERT INTO nodes (name, version, key_ids, sealed, clock_ahead_ms, started_at, seen_at)
       SELECT 'dead-' || n, '1.0.0', '{}', '', 0, now() - interval '9 minutes', now() - interval '8 minutes'
       FROM generate_series(1, 3) AS n`,
    );
    await pool.query("ALTER TABLE call_contents ADD CONSTRAINT takes_nothing CHECK (false)");
    const { key } = await post("/key/generate", { log_content: true });
    await call("m", String(key));
    await lock.query("BEGIN; LOCK TABLE calls IN EXCLUSIVE MODE");
    await Promise.all(Array.from({ length: 4 }, () => call("m")));
    upstream.behave = () => ({ tokens: 200, tokenDelay: 25 });
    const slow = call("m", undefined, true);
    try {
      for (const name of METRIC_NAMES)
        await expect
          .poll(async () => (await prometheus.query(`max(${series(name)})`))[0] ?? 0, {
            message: `${name}: ${prometheus.output.slice(-500)}`,
          })
          .toBeGreaterThan(0);
    } finally {
      await lock.query("ROLLBACK");
      lock.release();
      await pool.end();
      await slow;
      upstream.behave = undefined;
    }
  });

  test("a slow bucket leads to the trace of its last call", async () => {
    for (const name of ["gateway_upstream_duration_seconds", "gateway_overhead_seconds"])
      await expect
        .poll(() => prometheus.exemplars(`${name}_bucket`), { message: prometheus.output.slice(-500) })
        .toContainEqual({ trace_id: TRACE });
  });

  test("a deployment that does not serve raises its alert in Prometheus", async () => {
    await expect
      .poll(() => prometheus.query('ALERTS{alertname="GatewayDeploymentDown",deployment="down-1"}'))
      .toEqual([1]);
  });
});
