import { expect, test } from "vitest";
import type { LastHour, NodeView } from "@/lib/wire/contracts/health";
import type { JournalView } from "@/lib/wire/contracts/journal";
import type { IdentityProvider } from "@/lib/wire/contracts/provider-keys";
import type { Readiness } from "@/lib/wire/contracts/public";
import type { EntryHealth } from "@/components/models/entry-health";
import { changeText } from "./change-text";
import { deploymentsHealth, type DeploymentState } from "./deployments-health";
import { budgetsHealth, issuersHealth, journalHealth, nodesHealth, trafficHealth, verdictOf } from "./health";

const last = (count: number): number[] => [...new Array<number>(59).fill(0), count];
const calls = (served: number, refused: number, failed: number): Pick<LastHour, "calls"> => ({
  calls: { served: last(served), refused: last(refused), failed: last(failed), cancelled: last(0) },
});
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
const provider: IdentityProvider = {
  url: "https://idp.test/jwks",
  issuer: "https://idp.test",
  keys: [],
  fetched_at: "2026-01-01T00:00:00Z",
  next_refresh_at: null,
  stale: false,
  usable: true,
  last_error: null,
};
const journal: JournalView = {
  node: "n",
  fault: null,
  open: 2,
  waiting: 1,
  spilled_segments: 0,
  in_memory_alone: 0,
  bytes: 0,
  maximum_bytes: null,
  segments: [],
  last_recovery: null,
  set_aside: [],
};
const readiness: Readiness = {
  status: "ready",
  database: "ok",
  journal: "ok",
  models: "ok",
  configuration: "ok",
  change_feed: "connected",
  console: true,
  version: "1.0.0",
  encryption: "ok",
  warnings: [],
};
const node = (version: string): NodeView => ({
  name: "n",
  version,
  started_at: "",
  seen_at: "",
  clock_ahead_ms: 0,
  answers: true,
});

test.each([
  ["no calls at all", calls(0, 0, 0), "neutral", "No calls", "in the last hour"],
  ["calls that are served", calls(1_200, 0, 0), "good", "1,200 in 5 min", "all served"],
  ["refusals alone", calls(0, 3, 0), "good", "3 in 5 min", "3 refused"],
  ["few failures", calls(90, 0, 10), "warn", "100 in 5 min", "10 failed"],
  ["a failure of every second call", calls(1, 0, 1), "bad", "2 in 5 min", "1 failed"],
] as const)("the traffic of the last minutes with %s", (_, hour, tone, value, note) => {
  expect(trafficHealth(hour)).toMatchObject({ tone, value, note });
});

test("older calls of the hour are told when the last minutes had none", () => {
  const older = { ...calls(0, 0, 0).calls, served: [7, ...new Array<number>(59).fill(0)] };
  expect(trafficHealth({ calls: older })).toMatchObject({ tone: "neutral", note: "for 59 min" });
  const quiet = { ...older, served: [...new Array<number>(53).fill(0), 7, ...new Array<number>(6).fill(0)] };
  expect(trafficHealth({ calls: quiet })).toMatchObject({ tone: "neutral", note: "for 6 min" });
});

test.each([
  ["none", [], "neutral", "None"],
  ["one that is usable", [provider], "good", "1 usable"],
  ["one before its first token", [{ ...provider, usable: false, fetched_at: null }], "neutral", "Not fetched yet"],
  [
    "one that never answered",
    [{ ...provider, usable: false, fetched_at: null, last_error: "x" }],
    "bad",
    "1 without keys",
  ],
  ["one that is down with known keys", [provider, { ...provider, last_error: "x" }], "warn", "1 not reached"],
] as const)("identity providers: %s", (_, providers, tone, value) => {
  expect(issuersHealth(providers)).toMatchObject({ tone, value });
});

test("the journal, the nodes and the budgets say what is wrong with them", () => {
  const file = { name: "x", bytes: 1, modified_at: "" };
  expect([
    journalHealth(journal).tone,
    journalHealth({ ...journal, fault: "disk full" }).tone,
    journalHealth({ ...journal, set_aside: [file] }).tone,
    nodesHealth([node("1"), node("1")], readiness).tone,
    nodesHealth([node("1"), node("2")], { ...readiness, warnings: ["they differ"] }).fault,
    nodesHealth([node("1")], { ...readiness, database: "unreachable" }).tone,
    nodesHealth([node("1")], { ...readiness, change_feed: "deaf" }).tone,
    budgetsHealth(0).tone,
    budgetsHealth(2).fault,
  ]).toEqual(["good", "bad", "warn", "good", "they differ", "bad", "warn", "good", "2 budgets are about to run out"]);
});

test.each([
  [2, 0, "2 near", "2 budgets are about to run out"],
  [1, 1, "1 used up", "1 budget is used up"],
  [9, 6, "6 used up", "6 budgets are used up, 3 more about to run out"],
])("of %d full budgets, %d with nothing left, the overview says so", (total, usedUp, value, fault) => {
  expect(budgetsHealth(total, usedUp)).toMatchObject({ tone: "warn", value, fault });
});

test("beside other nodes, the journal says that it is of the node that answers", () => {
  expect([journalHealth(journal).note, journalHealth(journal, false).note]).toEqual([
    "2 in flight, 1 waiting",
    "this node: 2 in flight, 1 waiting",
  ]);
});

test("a node that went silent is missing, and named", () => {
  const gone = { name: "b-1", version: "1", seen_at: "2026-01-01T13:05:59.000Z" };
  expect(nodesHealth([node("1")], readiness, [gone])).toEqual({
    tone: "warn",
    value: "1 of 2 nodes",
    note: "1 silent",
    fault: "Node b-1 has been silent since 13:05 UTC",
  });
  expect(nodesHealth([node("1")], readiness, [gone, gone])).toMatchObject({
    value: "1 of 3 nodes",
    fault: "2 nodes have been silent, the first since 13:05 UTC",
  });
});

test("the verdict is that of the worst part, and names what is wrong, the worst first", () => {
  const fine = budgetsHealth(0);
  expect(verdictOf([fine, trafficHealth(calls(3, 0, 0))])).toEqual({ tone: "good", title: "Healthy", faults: [] });
  expect(verdictOf([fine, budgetsHealth(1), deploymentsHealth([state("Failing")])])).toMatchObject({
    tone: "bad",
    title: "Needs attention",
    faults: ["house is failing", "1 budget is about to run out"],
  });
  expect(verdictOf([fine, budgetsHealth(1)]).title).toBe("Working, with warnings");
});

test("silence is told, and a gateway that nobody has called for an hour is idle, not healthy", () => {
  const fine = budgetsHealth(0);
  const older = { ...calls(0, 0, 0).calls, served: [7, ...new Array<number>(59).fill(0)] };
  expect(verdictOf([trafficHealth({ calls: older }), fine])).toEqual({
    tone: "good",
    title: "Healthy",
    faults: ["No call for 59 min, 7 in the last hour"],
  });
  const idle = trafficHealth(calls(0, 0, 0));
  expect(verdictOf([idle, fine])).toEqual({
    tone: "neutral",
    title: "Idle",
    faults: ["No call came in the last hour"],
  });
  expect(verdictOf([idle, budgetsHealth(1)]).title).toBe("Working, with warnings");
  expect(verdictOf([idle, deploymentsHealth([])]).title).toBe("Not set up yet");
});

test("while something cannot be read, nothing is called healthy", () => {
  const fine = budgetsHealth(0);
  const unread = { sentences: ["Nodes could not be read: Away"], isAllKnown: true };
  expect(verdictOf([fine], unread)).toEqual({ tone: "warn", title: "Not up to date", faults: unread.sentences });
  expect(verdictOf([fine], { ...unread, isAllKnown: false }).title).toBe("Some data is unavailable");
  expect(verdictOf([budgetsHealth(1)], unread)).toMatchObject({
    title: "Not up to date",
    faults: ["1 budget is about to run out", "Nodes could not be read: Away"],
  });
  expect(verdictOf([deploymentsHealth([state("Failing")])], unread).title).toBe("Needs attention");
});

test("a gateway without a model is neither healthy nor at fault", () => {
  const none = deploymentsHealth([]);
  const faults = ["No model is configured, so no call is served"];
  expect(verdictOf([budgetsHealth(0), none])).toEqual({ tone: "neutral", title: "Not set up yet", faults });
  expect(verdictOf([budgetsHealth(1), none])).toMatchObject({ tone: "warn", title: "Working, with warnings" });
  expect(deploymentsHealth([state("No calls")])).toMatchObject({ note: "in the last hour" });
});

test.each([
  [0, 0, "as last week"],
  [5, 0, "nothing in last week"],
  [100, 100.2, "as last week"],
  [112, 100, "12% more than last week"],
  [50, 100, "50% less than last week"],
  [5_000, 100, "over 10 times last week"],
] as const)("%d after %d is told in words", (now, before, words) => {
  expect(changeText(now, before, "last week")).toBe(words);
});
