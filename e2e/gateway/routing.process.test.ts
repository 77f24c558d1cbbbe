import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { startGateway, TEST_MASTER_KEY, type GatewayProcess } from "@/testing/gateway/gateway-process";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";

const KEY = "sk-added-0123456789abcdefWXYZ";
const folder = mkdtempSync(join(tmpdir(), "gateway-routing-"));
const configPath = join(folder, "config.yaml");
let database: TestDatabase;
let one: LocalUpstream;
let two: LocalUpstream;
let first: GatewayProcess;
let second: GatewayProcess;

const configuration = (more: object[] = []) => ({
  general_settings: { cooldown_seconds: 0.2 },
  model_list: [
    { model_name: "shared", gateway_params: { model: "openai/gpt", api_base: one.apiBase }, model_info: { id: "one" } },
    { model_name: "shared", gateway_params: { model: "openai/gpt", api_base: two.apiBase }, model_info: { id: "two" } },
    ...more,
  ],
});
const write = (content: object | string): void =>
  writeFileSync(configPath, typeof content === "string" ? content : stringify(content));

beforeAll(async () => {
  [database, one, two] = await Promise.all([startTestDatabase(), startUpstream(), startUpstream()]);
  write(configuration());
  const shared = {
    GATEWAY_CONSOLE: "off",
    DATABASE_URL: await database.createDatabase(),
    GATEWAY_ENCRYPTION_KEY: "the-same-encryption-key-on-every-node",
  };
  [first, second] = await Promise.all([
    startGateway({ environment: { ...shared, GATEWAY_CONFIG: configPath } }),
    startGateway({ environment: { ...shared, GATEWAY_WORKERS: "2" }, config: configuration() }),
  ]);
});
afterAll(async () => {
  await Promise.all([first?.stop(), second?.stop()]);
  await Promise.all([one?.stop(), two?.stop(), database?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  for (const upstream of [one, two]) upstream.behave = undefined;
});

async function ask(gateway: GatewayProcess, path: string, body?: unknown): Promise<Response> {
  return fetch(gateway.url + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${TEST_MASTER_KEY}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
const call = (gateway: GatewayProcess, model: string, stream = false): Promise<Response> =>
  ask(gateway, "/v1/chat/completions", { model, stream, messages: [{ role: "user", content: "Hello." }] });
const statusOf = async (gateway: GatewayProcess, model: string): Promise<number> => {
  const response = await call(gateway, model);
  await response.text();
  return response.status;
};

describe("two upstreams behind one name", () => {
  test("when one of two upstreams dies under load, no call that can be retried fails, and the upstream serves again when it is back", async () => {
    const port = Number(new URL(one.url).port);
    const results: { status: number; text: string; streamed: boolean }[] = [];
    const total = 300;
    let begun = 0;
    async function caller(): Promise<void> {
      while (begun < total) {
        const streamed = begun++ % 3 === 0;
        if (begun === total / 2) await one.stop();
        const response = await call(first, "shared", streamed);
        results.push({ status: response.status, text: await response.text().catch(() => "cut"), streamed });
      }
    }
    await Promise.all(Array.from({ length: 12 }, caller));
    expect(results).toHaveLength(total);
    expect(results.filter(({ status }) => status !== 200)).toEqual([]);
    // A stream that had begun cannot be begun again; it must not pretend to be whole.
    const broken = results.filter(({ streamed, text }) => streamed && !text.includes("[DONE]"));
    for (const { text } of broken) expect(text).toContain("upstream_unreachable");
    expect(broken.length).toBeLessThan(13);

    one = await startUpstream({ port });
    await expect
      .poll(async () => {
        await statusOf(first, "shared");
        return one.served;
      })
      .toBeGreaterThan(0);
    const rows: { data: { deployment: string; attempts: number; status: string }[] } = await (
      await ask(first, "/spend/logs?size=200&status=success")
    ).json();
    expect(rows.data.some(({ deployment, attempts }) => deployment === "two" && attempts > 1)).toBe(true);
  });

  test("an upstream that answers 429 gets no calls for as long as its Retry-After says, and calls again then", async () => {
    one.behave = () => ({ status: 429, headers: { "retry-after": "2" } });
    let askedAt = 0;
    await expect
      .poll(async () => {
        askedAt = Date.now();
        return (await call(first, "shared")).headers.get("x-gateway-attempts");
      })
      .toBe("2");
    one.behave = undefined;
    const before = one.served;
    for (let count = 0; count < 10; count++) {
      expect(await statusOf(first, "shared")).toBe(200);
      // A busy machine may get less done within the two seconds.
      if (Date.now() - askedAt >= 2_000) break;
      expect(one.served).toBe(before);
    }
    await expect
      .poll(async () => {
        await statusOf(first, "shared");
        return one.served;
      })
      .toBeGreaterThan(before);
  });
});

/** Adds the entry until every process has acknowledged it in time, which a busy machine may not allow at once. */
async function addAcknowledged(entry: object): Promise<string> {
  for (;;) {
    const added = await ask(first, "/model/new", entry);
    expect(added.status).toBe(200);
    const { nodes, id }: { nodes: { acknowledged_ms: number | null }[]; id: string } = await added.json();
    expect(nodes).toHaveLength(3);
    if (nodes.every(({ acknowledged_ms: milliseconds }) => milliseconds !== null)) return id;
    await ask(first, "/model/delete", { id });
  }
}

test("a model that is added on one node is served by every process of the other once the answer says so, and its key is never shown", async () => {
  expect(await statusOf(second, "added")).toBe(404);
  const id = await addAcknowledged({
    model_name: "added",
    gateway_params: { model: "openai/real", api_base: two.apiBase, api_key: KEY },
  });
  // Connections are spread over both workers.
  expect(new Set(await Promise.all(Array.from({ length: 10 }, () => statusOf(second, "added"))))).toEqual(
    new Set([200]),
  );
  expect(two.requests.filter(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toHaveLength(10);
  await ask(second, "/model/delete", { id });
  await expect.poll(() => statusOf(first, "added")).toBe(404);
  expect(first.output + second.output).not.toContain("0123456789abcdef");
});

describe("the configuration file", () => {
  const extra = {
    model_name: "extra",
    gateway_params: { model: "openai/extra", api_base: "http://127.0.0.1:9/v1", num_retries: 0 },
  };
  const readiness = async (): Promise<{ configuration: string }> => (await ask(first, "/health/readiness")).json();

  test("a changed configuration file is in force without a restart", async () => {
    expect(await statusOf(first, "extra")).toBe(404);
    write(configuration([extra]));
    await expect.poll(() => statusOf(first, "extra")).toBe(502);
  });

  test("a configuration file that becomes unusable changes nothing, and readiness says so", async () => {
    write("model_list: [");
    await expect.poll(async () => (await readiness()).configuration).toContain("cannot be used");
    expect([await statusOf(first, "shared"), await statusOf(first, "extra")]).toEqual([200, 502]);
    const { findings }: { findings: { number: string; line?: number }[] } = await (
      await ask(first, "/config/get")
    ).json();
    expect(findings).toContainEqual(expect.objectContaining({ number: "C058", line: 1 }));
    write(configuration());
    await expect.poll(async () => (await readiness()).configuration).toBe("ok");
    expect(await statusOf(first, "extra")).toBe(404);
  });

  test("a change of the configuration file that needs a restart is a finding", async () => {
    write({
      ...configuration([extra]),
      environment_variables: { OIDC_ISSUER: "https://login.example", OIDC_CLIENT_ID: "console" },
    });
    await expect.poll(() => statusOf(first, "extra")).toBe(502);
    const { findings }: { findings: { number: string; path: string }[] } = await (
      await ask(first, "/config/get")
    ).json();
    expect(findings.filter(({ number }) => number === "C059").map(({ path }) => path)).toEqual([
      "environment_variables.OIDC_ISSUER",
      "environment_variables.OIDC_CLIENT_ID",
    ]);
  });

  test("every worker reads the configuration file again at once on SIGHUP", async () => {
    const reloads = (): number => second.output.split("config.reloaded").length - 1;
    expect(reloads()).toBe(0);
    process.kill(second.pid, "SIGHUP");
    await expect.poll(reloads).toBe(2);
    expect(await statusOf(second, "shared")).toBe(200);
  });
});
