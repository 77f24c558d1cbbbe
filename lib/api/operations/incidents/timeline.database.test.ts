import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { writeTrafficMinutes } from "@/lib/store/record/traffic-minutes";
import type { TrafficOutcome } from "@/lib/traffic-minute";
import { incidentContracts, type IncidentTimeline } from "@/lib/wire/contracts/incidents/timeline";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

const MINUTE = 60_000;
let server: TestDatabase;
let good: LocalUpstream;
let bad: LocalUpstream;
let gateway: InProcessGateway;
beforeAll(async () => {
  [server, good, bad] = await Promise.all([startTestDatabase(), startUpstream(), startUpstream()]);
});
beforeEach(async () => {
  const entry = (id: string, name: string, { apiBase }: LocalUpstream, weight?: number) => ({
    model_name: name,
    gateway_params: { model: `openai/${id}`, api_base: apiBase, allowed_fails: 100, ...(weight && { weight }) },
    model_info: { id },
  });
  bad.behave = undefined;
  const model_list = [
    entry("bad", "house", bad, 1_000_000),
    entry("good", "house", good),
    entry("alone", "alone", bad),
  ];
  gateway = await startInProcessGateway(await server.createDatabase(), { config: { model_list } });
  return () => gateway.stop();
});
afterAll(async () => {
  await Promise.all([good?.stop(), bad?.stop(), server?.stop()]);
});

async function send(method: string, path: string, body?: object, token = gateway.masterKey) {
  const answer = await gateway.send(path, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}
const call = async (model: string, token?: string) =>
  (await send("POST", "/v1/chat/completions", { model, messages: [{ role: "user", content: "Hello." }] }, token))
    .status;

async function timeline(query: Record<string, string> = {}): Promise<IncidentTimeline> {
  const { json } = await send("GET", `/incidents/timeline?${new URLSearchParams(query)}`);
  return incidentContracts.timeline.output.parse(json);
}
const kindsOf = ({ data }: IncidentTimeline) => data.map(({ kind, entity_id: id }) => `${kind} ${id}`);

/** Writes minutes of a deployment: how many minutes ago, what happened, and how often. */
async function write(deployment: string, minutes: readonly [ago: number, outcome: TrafficOutcome, count: number][]) {
  const now = Math.floor(Date.now() / MINUTE) * MINUTE;
  const rows = minutes.map(([ago, outcome, count]) => {
    const minute = now - ago * MINUTE;
    return { minute, deployment, outcome, count, latency: [], firstAt: minute + 1_000, lastAt: minute + 2_000 };
  });
  await writeTrafficMinutes(gateway.services.database, "n", rows);
  return (ago: number) => new Date(now - ago * MINUTE + 1_000).toISOString();
}

test("failures have whose calls were lost, and what took over the others", async () => {
  bad.behave = () => ({ status: 500 });
  const [one, other] = await Promise.all(
    ["u1", "u2"].map(async (user_id) => {
      await send("POST", "/user/new", { user_id });
      return String((await send("POST", "/key/generate", { user_id })).json["key"]);
    }),
  );
  for (const key of [one, one, other]) expect(await call("alone", key)).toBeGreaterThanOrEqual(500);
  for (const key of [one, other, other]) expect(await call("house", key)).toBe(200);
  await expect
    .poll(async () => (await timeline()).data.filter(({ kind }) => kind === "failures").map(({ impact }) => impact))
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({ lost_calls: 3, lost_callers: 2, taken_over_by: [] }),
        expect.objectContaining({
          failed_attempts: 3,
          lost_calls: 0,
          lost_callers: 0,
          taken_over_by: [{ deployment: "good", name: "house", upstream_model: "openai/good", calls: 3 }],
        }),
      ]),
    );
  const brief = (await timeline({ impact: "false" })).data.filter(({ kind }) => kind === "failures");
  expect(brief.map(({ impact }) => [impact?.lost_callers, impact?.taken_over_by])).toEqual([
    [null, []],
    [null, []],
  ]);
  const { data } = await timeline({ deployment: "alone" });
  expect(data.find(({ kind }) => kind === "failures")).toMatchObject({
    lasts: true,
    until: null,
    name: "alone",
    upstream_model: "openai/alone",
  });
});

test("failures end with five minutes of success, and go on through time without calls", async () => {
  const at = await write("bad", [
    [50, "failed", 2],
    [49, "retried", 2],
    [49, "served", 4],
    [48, "served", 5],
    [40, "failed", 3],
    [30, "failed", 1],
    [20, "served", 9],
    [19, "failed", 2],
  ]);
  const failures = (await timeline()).data.filter(({ kind }) => kind === "failures");
  expect(failures.map(({ at: began, until, lasts, impact }) => [began, until, lasts, impact])).toEqual([
    // Of two failures alone, nothing is told.
    [
      at(40),
      new Date(Date.parse(at(30)) + 1_000).toISOString(),
      false,
      expect.objectContaining({ failed_attempts: 4, lost_calls: 4, attempts: 4 }),
    ],
    [
      at(50),
      new Date(Date.parse(at(49)) + 1_000).toISOString(),
      false,
      expect.objectContaining({ failed_attempts: 4, lost_calls: 2, attempts: 8 }),
    ],
  ]);
});

test("changes, blocks and the start of the node stand beside failures, the latest first", async () => {
  await write("bad", [[10, "failed", 5]]);
  await send("POST", "/team/new", { team_id: "t1", team_alias: "Fraud" });
  await send("POST", "/team/block", { team_id: "t1" });
  await send("POST", "/team/unblock", { team_id: "t1" });
  await send("POST", "/model/take_over", { id: "good" });
  const found = await timeline();
  expect(kindsOf(found).filter((one) => !one.startsWith("node"))).toEqual([
    "deployment good",
    "release t1",
    "block t1",
    "failures bad",
  ]);
  expect(found.data[0]).toMatchObject({ action: "model.create", actor: "master key", name: "house" });
  expect(found.data[2]).toMatchObject({ name: "Fraud", event_id: expect.any(Number) });
  expect(kindsOf(found).some((one) => one.startsWith("node "))).toBe(true);
  expect(kindsOf(await timeline({ deployment: "good" }))).toEqual(["deployment good"]);
  expect(kindsOf(await timeline({ end_date: found.since }))).toEqual([]);
});

test("a time that is none, and other callers, are refused", async () => {
  expect((await send("GET", "/incidents/timeline?start_date=yesterday")).status).toBe(400);
  const key = String((await send("POST", "/key/generate", {})).json["key"]);
  expect((await send("GET", "/incidents/timeline", undefined, key)).status).toBe(403);
});
