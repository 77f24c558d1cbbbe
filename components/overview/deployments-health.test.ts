import { expect, test } from "vitest";
import type { EntryHealth } from "@/components/models/entry-health";
import type { IncidentImpact, IncidentMoment } from "@/lib/wire/contracts/incidents/timeline";
import { deploymentNames, deploymentsHealth, type DeploymentState, statesOf } from "./deployments-health";
import { type PartHealth, verdictOf } from "./health";

const state = (word: EntryHealth["word"], name = "house", more: Partial<DeploymentState> = {}): DeploymentState => ({
  id: "d 1",
  name,
  health: { word, tone: "neutral", because: "no key" },
  since: null,
  lastError: null,
  lost: 0,
  retried: 0,
  ...more,
});
const FAILING_TRAFFIC: PartHealth = { tone: "bad", value: "9 in 5 min", note: "9 failed", fault: "all failed" };
const AWAY: PartHealth = { tone: "bad", value: "0 nodes", note: "database away", fault: "The database is away" };

test.each([
  [[], "neutral", "None", "No model is configured, so no call is served"],
  [["No calls"], "neutral", "No calls", undefined],
  [["Serving", "No calls"], "good", "1 serving", undefined],
  [["Serving", "Degraded"], "warn", "1 degraded", "b is degraded"],
  [["Serving", "Cooling down", "Failing"], "bad", "1 failing", "c is failing"],
  [["Failing", "Unusable"], "bad", "2 failing", "a and b are failing"],
  [["Failing", "Failing", "Failing"], "bad", "3 failing", "a and 2 others are failing"],
] as const)("deployments that are %j", (words, tone, value, fault) => {
  const found = deploymentsHealth(words.map((word, at) => state(word, "abc"[at])));
  expect([found.tone, found.value, found.fault]).toEqual([tone, value, fault]);
});

test("beside those that fail, those that are degraded and those that serve are counted", () => {
  const words = ["Failing", "Degraded", "Cooling down", "Serving", "No calls"] as const;
  expect(deploymentsHealth(words.map((word) => state(word))).note).toBe("1 serving, 2 degraded, 1 without calls");
});

const SINCE = "2026-11-23T13:05:42.000Z";
test.each<[deployment: DeploymentState, fault: string | undefined]>([
  [
    state("Failing", "openai/x of house", { since: SINCE, lastError: "HTTP 500" }),
    "openai/x of house has been failing since 13:05 UTC: HTTP 500",
  ],
  [state("Degraded", "x", { since: SINCE, lastError: "Timeout" }), "x has been degraded since 13:05 UTC: timeout"],
  [state("Cooling down", "x", { since: SINCE }), "x has been on cooldown since 13:05 UTC"],
  [
    state("Failing", "x", { since: SINCE, lastError: "HTTP 500", lost: 1_200, retried: 12 }),
    "x has been failing since 13:05 UTC: HTTP 500; in the last hour 1,200 calls lost, 12 attempts retried",
  ],
  [state("Degraded", "x", { lost: 1 }), "x is degraded; in the last hour 1 call lost"],
  [state("Failing", "x", { retried: 3 }), "x is failing; in the last hour 3 attempts retried"],
  [state("Failing", "x", { lastError: "No connection" }), "x is failing: no connection"],
  [state("Unusable", "x"), "x cannot be used: no key"],
  [state("Serving", "x", { since: SINCE, lastError: "HTTP 500" }), undefined],
])("the verdict names the deployment, since when and why: %j", (deployment, fault) => {
  expect(deploymentsHealth([deployment, state("Serving", "other")]).fault).toBe(fault);
});

test("what several failing deployments cost is added up", () => {
  const [one, other] = [state("Failing", "a", { lost: 2, retried: 1 }), state("Unusable", "b", { lost: 3 })];
  expect(deploymentsHealth([one, other]).fault).toBe(
    "a and b are failing; in the last hour 5 calls lost, 1 attempt retried",
  );
});

test("the verdict leads to the lost calls of a single deployment, if none of its faults is worse", () => {
  const failing = deploymentsHealth([state("Failing", "x", { lost: 2 })]);
  const act = { words: "See calls", href: "/console/requests?deployment=d%201&status=error" };
  expect(verdictOf([FAILING_TRAFFIC, failing])).toMatchObject({ tone: "bad", act });
  expect(verdictOf([deploymentsHealth([state("Degraded", "x", { lost: 2 })])])).toMatchObject({ tone: "warn", act });
  for (const parts of [
    [deploymentsHealth([state("Failing", "x", { lost: 2 }), state("Failing", "y", { lost: 2 })])],
    [AWAY, deploymentsHealth([state("Degraded", "x", { lost: 2 })])],
  ])
    expect(verdictOf(parts).act).toBeUndefined();
  expect(verdictOf([deploymentsHealth([state("Failing", "x", { retried: 2 })])]).act).toEqual({
    words: "See deployment",
    href: "/console/deployment?id=d+1",
  });
});

test("a deployment is named by its model and its name, and by its id where another has both", () => {
  const entry = (id: string, name: string, upstream: string) => ({ id, model_name: name, upstream_model: upstream });
  expect(
    deploymentNames([
      entry("1", "house", "openai/x"),
      entry("2", "house", "openai/y"),
      entry("3", "gpt", "azure/z"),
      entry("4", "gpt", "azure/z"),
      entry("5", "openai/y", "openai/y"),
    ]),
  ).toEqual(["openai/x of house", "openai/y of house", "azure/z of gpt (3)", "azure/z of gpt (4)", "openai/y"]);
});

const impact = (more: Partial<IncidentImpact> = {}): IncidentImpact => ({
  failed_attempts: 42,
  attempts: 80,
  lost_calls: 30,
  lost_callers: 12,
  taken_over_by: [{ deployment: "f", name: "claude-haiku", upstream_model: "anthropic/claude-haiku", calls: 12 }],
  ...more,
});
const entry = (id: string, more: object = {}) =>
  ({
    id,
    model_name: "house",
    upstream_model: `openai/${id}`,
    unusable: null,
    cooldowns: [],
    gateway_params: {},
    ...more,
  }) as unknown as Parameters<typeof statesOf>[0][number];
const hour = (id: string, succeeded: number, failed: number) =>
  ({
    deployment: id,
    served: succeeded,
    declined: 0,
    failed,
    retried: 0,
    success_rate: succeeded / (succeeded + failed),
    recent_success_rate: null,
    failures_since_success: failed,
    failing_since: SINCE,
    last_failure: { call_id: "c", requested_model: "house", failure: "500" },
    cooldowns: [],
  }) as unknown as NonNullable<ReturnType<Parameters<typeof statesOf>[1]["get"]>>;
const failures = (id: string, cost: IncidentImpact) =>
  ({ kind: "failures", entity_id: id, impact: cost }) as unknown as IncidentMoment;

test("the verdict says since when, whose calls were lost, and what took over", () => {
  const states = statesOf([entry("a"), entry("b")], new Map([["a", hour("a", 0, 9)]]), [failures("a", impact())]);
  expect(deploymentsHealth(states)).toMatchObject({
    fault:
      "openai/a of house has been failing since 13:05 UTC: HTTP 500; 30 calls of 12 callers lost, 12 attempts retried, claude-haiku took over",
    act: { words: "See calls" },
    leaves: "a",
  });
});

test("another deployment of the same name that took over is called by its upstream model", () => {
  const cost = impact({
    lost_calls: 0,
    taken_over_by: [{ deployment: "b", name: "house", upstream_model: "openai/b", calls: 42 }],
  });
  const states = statesOf([entry("a"), entry("b")], new Map([["a", hour("a", 0, 9)]]), [failures("a", cost)]);
  expect(deploymentsHealth(states).fault).toContain("; 42 attempts retried, openai/b took over");
});

test.each([
  ["the only one of its name", [entry("a")], []],
  ["one whose others fail too", [entry("a"), entry("b")], ["b"]],
] as const)("nobody is asked to take out %s", (_, entries, alsoDown) => {
  const byId = new Map(["a", ...alsoDown].map((id) => [id, hour(id, 0, 9)]));
  expect(statesOf(entries, byId)[0]?.canLeave).toBe(false);
});

test("what is out of rotation is not at fault", () => {
  const states = statesOf(
    [entry("a", { gateway_params: { weight: 0 } }), entry("b")],
    new Map([["a", hour("a", 0, 9)]]),
  );
  expect(deploymentsHealth(states).fault).toBeUndefined();
});
