import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { pruneCooldowns, readCooldowns, writeCooldowns } from "@/lib/store/record/cooldowns";
import { healthContracts, type DeploymentHealth } from "@/lib/wire/contracts/health";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

const HOUR = 3_600_000;
let server: TestDatabase;
let good: LocalUpstream;
let bad: LocalUpstream;
let gateway: InProcessGateway;
beforeAll(async () => {
  [server, good, bad] = await Promise.all([startTestDatabase(), startUpstream(), startUpstream()]);
});
beforeEach(async () => {
  bad.behave = undefined;
  const entry = (id: string, { apiBase }: LocalUpstream, params: object = {}) => ({
    model_name: "house",
    gateway_params: { model: "openai/gpt", api_base: apiBase, ...params },
    model_info: { id },
  });
  gateway = await startInProcessGateway(await server.createDatabase(), {
    config: { model_list: [entry("bad-1", bad, { weight: 1_000_000, allowed_fails: 0 }), entry("good-1", good)] },
  });
  return () => gateway.stop();
});
afterAll(async () => {
  await Promise.all([good?.stop(), bad?.stop(), server?.stop()]);
});

async function call(): Promise<number> {
  const body = JSON.stringify({ model: "house", messages: [{ role: "user", content: "Hello." }] });
  const headers = { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" };
  const answer = await gateway.send("/v1/chat/completions", { method: "POST", headers, body });
  await answer.arrayBuffer();
  return answer.status;
}

async function healthOf(id: string): Promise<DeploymentHealth | undefined> {
  const headers = { authorization: `Bearer ${gateway.masterKey}` };
  const answer = await gateway.send("/health/deployments", { headers });
  const { data } = healthContracts.deployments.output.parse(await answer.json());
  return data.find(({ deployment }) => deployment === id);
}

test("a deployment whose upstream fails has its cooldown on record, with the node and the reason", async () => {
  bad.behave = () => ({ status: 503 });
  const before = Date.now();
  expect(await call()).toBe(200);
  await expect
    .poll(async () => (await healthOf("bad-1"))?.cooldowns)
    .toEqual([
      {
        since: expect.any(String),
        until: expect.any(String),
        lasts: true,
        reasons: ["failures_in_a_row"],
        models: ["gpt"],
        nodes: [expect.any(String)],
      },
    ]);
  const [cooldown] = (await healthOf("bad-1"))?.cooldowns ?? [];
  expect(Date.parse(cooldown?.since ?? "")).toBeGreaterThanOrEqual(before);
  expect((await healthOf("good-1"))?.cooldowns).toEqual([]);
});

test("a pause that an upstream asks for is the reason, and lasts as long as it asked", async () => {
  bad.behave = () => ({ status: 429, headers: { "retry-after": "120" } });
  expect(await call()).toBe(200);
  await expect
    .poll(async () => (await healthOf("bad-1"))?.cooldowns.map(({ reasons }) => reasons))
    .toEqual([["retry_after"]]);
  const [{ since, until } = { since: "", until: "" }] = (await healthOf("bad-1"))?.cooldowns ?? [];
  expect(Date.parse(until) - Date.parse(since)).toBe(120_000);
});

test("a deployment that got no calls in the hour, because another node has it on cooldown, is listed", async () => {
  const [beganAt, until] = [Date.now() - 2 * HOUR, Date.now() + HOUR];
  const stretch = { deployment: "good-1", model: "gpt", beganAt, until, reason: "retry_after" };
  await writeCooldowns(gateway.services.database, "node-b", [stretch]);
  expect(await healthOf("good-1")).toMatchObject({
    served: 0,
    success_rate: null,
    failing_since: null,
    last_failure: null,
    cooldowns: [{ since: new Date(beganAt).toISOString(), lasts: true, nodes: ["node-b"] }],
  });
});

test("a cooldown that goes on, or ends early, replaces what was on record, and each node has its own", async () => {
  const { database } = gateway.services;
  const stretch = { deployment: "d", model: "gpt", beganAt: 1_000, until: 31_000, reason: "retry_after" };
  await writeCooldowns(database, "a", [stretch]);
  await writeCooldowns(database, "b", [stretch]);
  await writeCooldowns(database, "a", [{ ...stretch, until: 5_000, reason: "access_refused" }]);
  const span = { since: 0, until: HOUR, limit: 10 };
  expect(await readCooldowns(database, span)).toEqual([
    { ...stretch, node: "b" },
    { ...stretch, node: "a", until: 5_000, reason: "access_refused" },
  ]);
  expect(await readCooldowns(database, { ...span, limit: 1 })).toHaveLength(1);
  expect(await readCooldowns(database, { ...span, since: 5_000 })).toMatchObject([{ node: "b" }]);
  expect(await readCooldowns(database, { ...span, until: 1_000 })).toEqual([]);
});

test("cooldowns are deleted once they are over for 48 hours", async () => {
  const { database } = gateway.services;
  const stretch = { deployment: "d", model: "gpt", beganAt: 1_000, until: 2_000, reason: "retry_after" };
  await writeCooldowns(database, "a", [stretch, { ...stretch, beganAt: 1_500, until: 3_000 }]);
  await pruneCooldowns(database, 48 * HOUR + 2_500);
  expect(await readCooldowns(database, { since: 0, until: HOUR, limit: 10 })).toMatchObject([{ until: 3_000 }]);
});
