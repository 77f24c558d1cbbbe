import { expect, test } from "vitest";
import type { AttemptEnded, Decided, OutsideEvent } from "@/lib/gateway/observer";
import type { Logger } from "@/lib/log";
import { apiRequest } from "@/testing/gateway/api-request";
import { createLogObserver } from "./log-observer";

/** The log lines of a moment: level, event, fields. */
function linesOf(watch: (observer: ReturnType<typeof createLogObserver>) => void): unknown[][] {
  const lines: unknown[][] = [];
  const at =
    (level: string) =>
    (event: string, fields?: Record<string, unknown>): void =>
      void lines.push([level, event, fields]);
  watch(createLogObserver({ ...debugging, info: at("info"), warn: at("warn"), error: at("error") }, () => 0));
  return lines;
}
let debugging: Pick<Logger, "debug"> = {};

const denied = {
  allow: false,
  code: "team_blocked",
  failed: { rule: "team", spec: "2", outcome: "fail", because: "The team is blocked." },
  decisionId: "dec_1",
  access: { route: "/chat/completions" },
} as unknown as Decided;

const failed = {
  call: { id: "call_1" },
  deployment: { id: "d1" },
  next: { id: "d2" },
  failure: { kind: "status", status: 503, retryAfterMs: undefined },
} as unknown as AttemptEnded;

test("a refusal is logged with its id, its code, and the rule that denied it", () => {
  expect(linesOf((observer) => observer.decided?.(denied))).toEqual([
    [
      "info",
      "denied",
      {
        decision_id: "dec_1",
        code: "team_blocked",
        rule: "team",
        because: "The team is blocked.",
        route: "/chat/completions",
      },
    ],
  ]);
});

test("a request that is allowed leaves no line in the log", () => {
  expect(linesOf((observer) => observer.decided?.({ ...denied, allow: true }))).toEqual([]);
});

test("a request that fails is logged with the id of its answer, as a defect where the gateway did not expect it", () => {
  const request = apiRequest({ path: "/team/list" });
  const cause = new Error("away");
  const at = { request, requestId: "req_1", code: "directory_unavailable", cause, isDefect: false } as const;
  expect(linesOf((observer) => observer.requestFailed?.(at))).toEqual([
    ["warn", "failed", { route: "/team/list", request_id: "req_1", code: "directory_unavailable", cause: "away" }],
  ]);
  expect(linesOf((observer) => observer.requestFailed?.({ ...at, code: "internal_error", isDefect: true }))).toEqual([
    ["error", "internal error", { route: "/team/list", request_id: "req_1", error: cause }],
  ]);
  const again = linesOf((observer) => {
    for (let time = 0; time < 2; time++) observer.requestFailed?.({ ...at, code: "internal_error", isDefect: true });
  });
  expect(again[1]).toEqual([
    "error",
    "internal error",
    { route: "/team/list", request_id: "req_1", error: "Error: away" },
  ]);
});

test("a failed attempt is logged with its failure and the deployment that is tried next", () => {
  expect(linesOf((observer) => observer.attemptEnded?.(failed))).toEqual([
    ["info", "attempt failed", { call_id: "call_1", deployment: "d1", next: "d2", failure: "status", status: 503 }],
  ]);
  expect(linesOf((observer) => observer.attemptEnded?.({ ...failed, failure: { kind: "timeout" } }))).toEqual([
    ["info", "attempt failed", { call_id: "call_1", deployment: "d1", next: "d2", failure: "timeout" }],
  ]);
});

test("every attempt is logged at level debug", () => {
  const lines: unknown[][] = [];
  debugging = { debug: (...line) => void lines.push(line) };
  linesOf((observer) => observer.attemptEnded?.({ ...failed, number: 2, startedAt: 5, endedAt: 12, next: undefined }));
  debugging = {};
  expect(lines).toEqual([
    ["attempt.ended", { call_id: "call_1", deployment: "d1", number: 2, duration_ms: 7, failure: "status" }],
  ]);
});

test("the last attempt of a call leaves no line in the log, whether it served or failed", () => {
  const last = { ...failed, next: undefined };
  expect(linesOf((observer) => observer.attemptEnded?.(last))).toEqual([]);
  expect(linesOf((observer) => observer.attemptEnded?.({ ...last, failure: undefined }))).toEqual([]);
});

const outside: [what: string, event: OutsideEvent, line: unknown[] | undefined][] = [
  [
    "an identity provider that stops answering",
    { kind: "key set", event: "failed", url: "https://idp.test", keys: 2, error: "timeout" },
    ["warn", "provider_keys_failed", { url: "https://idp.test", keys: 2, error: "timeout" }],
  ],
  [
    "an identity provider that answers again",
    { kind: "key set", event: "recovered", url: "https://idp.test", keys: 2, error: undefined },
    ["info", "provider_keys_recovered", { url: "https://idp.test", keys: 2 }],
  ],
  [
    "a change of an identity provider's keys",
    { kind: "key set", event: "changed", url: "https://idp.test", keys: 3, error: undefined },
    ["info", "provider_keys_changed", { url: "https://idp.test", keys: 3 }],
  ],
  [
    "a lost connection of the change feed",
    { kind: "change feed", state: "disconnected", error: "ended", retryMs: 50 },
    ["warn", "change_feed.disconnected", { error: "ended", retry_ms: 50 }],
  ],
  ["a deaf change feed", { kind: "change feed", state: "deaf" }, ["warn", "change_feed.deaf", undefined]],
  [
    "a change feed that hears again after it was deaf",
    { kind: "change feed", state: "connected", after: "deaf" },
    ["info", "change_feed.hears_again", undefined],
  ],
  ["a connection of the change feed", { kind: "change feed", state: "connected", after: "disconnected" }, undefined],
  [
    "a journal that cannot be written",
    { kind: "journal", writable: false, fault: "ENOSPC" },
    ["error", "spend_journal_unwritable", { fault: "ENOSPC" }],
  ],
  [
    "a journal that can be written again",
    { kind: "journal", writable: true, path: "/data/j" },
    ["info", "spend_journal_writable", { path: "/data/j" }],
  ],
  [
    "a cooldown",
    {
      kind: "cooldown",
      at: 0,
      deployment: "d1",
      model: "m",
      reason: "failure_rate",
      failures: 1,
      until: 1_800_000_000_000,
    },
    [
      "warn",
      "deployment.cooldown_began",
      { deployment: "d1", model: "m", reason: "failure_rate", failures: 1, until: "2027-01-15T08:00:00.000Z" },
    ],
  ],
  [
    "a credential that cannot be fetched",
    { kind: "credential", state: "failed", label: "the role r", reason: "refused", until: 1, failures: 1 },
    ["warn", "credential.fetch_failed", { credential: "the role r", error: "refused" }],
  ],
  [
    "the same credential, once more",
    { kind: "credential", state: "failed", label: "the role r", reason: "refused", until: 1, failures: 2 },
    undefined,
  ],
  [
    "a credential that is fetched again",
    { kind: "credential", state: "recovered", label: "the role r" },
    ["info", "credential.recovered", { credential: "the role r" }],
  ],
  [
    "a cooldown after a failed trial",
    { kind: "cooldown", at: 0, deployment: "d1", model: "m", reason: "trial_failed", failures: 9, until: 1 },
    undefined,
  ],
  [
    "a cooldown that lasts longer",
    { kind: "longer cooldown", at: 0, deployment: "d1", model: "m", until: 1 },
    undefined,
  ],
  [
    "a deployment that serves again",
    { kind: "recovery", at: 0, deployment: "d1", model: "m" },
    ["info", "deployment.recovered", { deployment: "d1", model: "m" }],
  ],
];
test.each(outside)("%s is logged with its documented event, if it has one", (_what, event, line) => {
  expect(linesOf((observer) => observer.happened?.(event))).toEqual(line ? [line] : []);
});

test("an outage of the change feed is logged once, however often the feed tries again", () => {
  const lost = { kind: "change feed", state: "disconnected", error: "refused", retryMs: 1_000 } as const;
  const back = { kind: "change feed", state: "connected", after: "disconnected" } as const;
  const lines = linesOf((observer) => {
    for (const event of [lost, lost, lost, back, lost, lost]) observer.happened?.(event);
  });
  expect(lines.map(([, event]) => event)).toEqual(["change_feed.disconnected", "change_feed.disconnected"]);
});
