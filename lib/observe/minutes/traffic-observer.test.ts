import { describe, expect, test } from "vitest";
import type { AttemptEnded, CallSettled, FirstByteSent } from "@/lib/gateway/observer";
import type { Failure } from "@/lib/router/failure";
import type { TrafficOutcome } from "@/lib/traffic-minute";
import type { CallStatus } from "@/lib/usage";
import { createTrafficObserver, outcomeOf } from "./traffic-observer";

const status = (code: number): Failure => ({ kind: "status", status: code, retryAfterMs: undefined });
const deploymentOf = (model: string) =>
  ({ id: "d", entry: { gateway_params: { model } } }) as unknown as AttemptEnded["deployment"];

const CASES: readonly [CallStatus, Failure | undefined, string, TrafficOutcome][] = [
  ["success", undefined, "openai/m", "served"],
  ["cancelled", undefined, "openai/m", "cancelled"],
  ["interrupted", undefined, "openai/m", "cancelled"],
  ["error", { kind: "timeout" }, "openai/m", "failed"],
  ["error", { kind: "connection", isRefused: true }, "openai/m", "failed"],
  ["error", status(500), "openai/m", "failed"],
  ["error", status(429), "openai/m", "failed"],
  ["error", status(401), "openai/m", "failed"],
  ["error", status(404), "openai/m", "failed"],
  ["error", status(404), "openai/*", "declined"],
  ["error", status(400), "openai/m", "declined"],
  ["error", undefined, "openai/m", "refused"],
];

test.each(CASES)(
  "a call with the status %s and the failure %o at %s counts as %s",
  (callStatus, failure, model, is) => {
    expect(outcomeOf(callStatus, { failure, deployment: deploymentOf(model) })).toBe(is);
  },
);

describe("the observer of traffic", () => {
  function watch() {
    const counted: unknown[][] = [];
    const observer = createTrafficObserver((...one) => counted.push(one));
    const request = {};
    const call = { request } as CallSettled["call"];
    const ended = (more: object = {}) =>
      observer.attemptEnded?.({
        call,
        number: 1,
        startedAt: 100,
        endedAt: 130,
        failure: undefined,
        next: undefined,
        deployment: deploymentOf("openai/m"),
        ...more,
      } as AttemptEnded);
    const settled = (callStatus: CallStatus) =>
      observer.callSettled?.({ call, record: { status: callStatus } } as CallSettled);
    const answered = (more: Partial<FirstByteSent>) =>
      observer.firstByteSent?.({
        request,
        route: "/chat/completions",
        status: 429,
        code: "budget_exceeded",
        at: 140,
        ...more,
      } as FirstByteSent);
    return { observer, counted, ended, settled, answered };
  }

  test("an attempt that another one follows counts as retried, and the last one as what became of the call", () => {
    const { counted, ended, settled, answered } = watch();
    ended({ failure: status(503), next: deploymentOf("openai/m") });
    ended();
    settled("success");
    answered({ code: undefined, status: 200 });
    expect(counted).toEqual([
      [130, "d", "retried", 30],
      [130, "d", "served", 30],
    ]);
  });

  test("a failed call counts once, although its request is answered with an error too", () => {
    const { counted, ended, settled, answered } = watch();
    ended({ failure: status(500) });
    settled("error");
    answered({ code: "upstream_unreachable" });
    expect(counted).toEqual([[130, "d", "failed", 30]]);
  });

  test("a call that the gateway ended itself counts as refused and names no deployment", () => {
    const { counted, ended, settled, answered } = watch();
    ended();
    settled("error");
    answered({ code: "team_blocked" });
    expect(counted).toEqual([[130, "", "refused", undefined]]);
  });

  test("a refusal of a model route counts without a deployment; those of other routes do not count", () => {
    const { counted, answered } = watch();
    answered({});
    answered({ route: "/messages" });
    answered({ route: "/team/new" });
    answered({ route: undefined });
    expect(counted).toEqual([
      [140, "", "refused", undefined],
      [140, "", "refused", undefined],
    ]);
  });

  test("a call of a process that has died does not count", () => {
    const { observer, counted } = watch();
    observer.callSettled?.({ call: undefined, record: { status: "interrupted" } } as CallSettled);
    expect(counted).toEqual([]);
  });
});
