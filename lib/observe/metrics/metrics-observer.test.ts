import { expect, test } from "vitest";
import type { ApiRequest } from "@/lib/doors/contract";
import type {
  AttemptEnded,
  CallSettled,
  Decided,
  FirstByteSent,
  LimitsAnswered,
  Observer,
  OutsideEvent,
  RequestFinished,
} from "@/lib/gateway/observer";
import { NO_USAGE } from "@/lib/usage";
import { Counted, type MetricsDelta } from "./counted";
import { DeploymentLog } from "./deployment-log";
import { LabelBound } from "./label-bound";
import { createMetricsObserver } from "./metrics-observer";

function watch(isOn = () => true): {
  readonly observer: Observer;
  readonly deployments: DeploymentLog;
  take(): MetricsDelta;
} {
  const counted = new Counted();
  const deployments = new DeploymentLog();
  const options = { isOn, counted, deployments, teams: new LabelBound(() => 2) };
  const observer = createMetricsObserver({
    ...options,
    modelOf: (id) => (id === "known" ? "gpt-*" : undefined),
    traceOf: (request) => (request.isGone ? undefined : "4bf9"),
  });
  return { observer, deployments, take: () => counted.take() };
}

const entry = { model_name: "gpt-*", gateway_params: { model: "openai/gpt-*" } };
const call = { request: { isGone: false } };
function settled(parts: { readonly record?: object; readonly deployment?: object; readonly call?: object } = {}) {
  const record = {
    usage: NO_USAGE,
    spendNano: 1_000_000_000n,
    teamId: "t",
    deployment: "known",
    durationMs: 100,
    decisionMs: 4,
    firstTokenMs: null,
    mcpServer: null,
    ...parts.record,
  };
  const moment: object = { call, deployment: { id: "known", entry }, attemptsMs: 90, ...parts, record };
  return moment as CallSettled;
}

test("the overhead of a call is its time and its decision's, less its attempts, and never below zero", () => {
  for (const [record, sum] of [
    [{}, 0.014],
    [{ decisionMs: null }, 0.01],
    [{ durationMs: 80, decisionMs: 0 }, 0],
  ] as const) {
    const { observer, take } = watch();
    observer.callSettled?.(settled({ record }));
    expect(take().histograms.gateway_overhead_seconds?.[0]?.sum).toBeCloseTo(sum, 9);
  }
});

test("the first token is timed where there was one, and a call of a dead process is counted and not timed", () => {
  const { observer, take } = watch();
  observer.callSettled?.(settled({ record: { firstTokenMs: 250 } }));
  expect(take().histograms.gateway_time_to_first_token_seconds?.[0]?.sum).toBe(0.25);
  observer.callSettled?.({ ...settled(), call: undefined, deployment: undefined });
  const { counters, histograms } = take();
  expect(counters.gateway_spend_dollars_total).toEqual([{ labels: ["gpt-*", "t", ""], value: 1 }]);
  expect(histograms).toEqual({});
});

test("a call of an entry that is gone counts as other, and one without a team has an empty one", () => {
  const { observer, take } = watch();
  const gone = settled({ record: { deployment: "gone", teamId: null } });
  observer.callSettled?.({ ...gone, call: undefined, deployment: undefined });
  expect(take().counters.gateway_spend_dollars_total).toEqual([{ labels: ["other", "", ""], value: 1 }]);
});

test("what happens while metrics are off is not counted, neither then nor later", () => {
  let isOn = false;
  const { observer, deployments, take } = watch(() => isOn);
  const moments = (): void => {
    observer.firstByteSent?.({ route: "/v1/models", status: 200 } as FirstByteSent);
    observer.decided?.({ allow: true } as Decided);
    observer.attemptEnded?.({ call, deployment: { id: "known", entry }, startedAt: 1, endedAt: 2 } as AttemptEnded);
    observer.callSettled?.(settled());
    observer.happened?.({ kind: "cooldown" } as OutsideEvent);
  };
  moments();
  expect(take()).toEqual({ counters: {}, histograms: {} });
  expect(deployments.of("known").succeededAt).toBe(0);
  isOn = true;
  moments();
  const { counters, histograms } = take();
  expect(counters.gateway_requests_total).toEqual([{ labels: ["/v1/models", "200"], value: 1 }]);
  expect(counters.gateway_deployment_cooldowns_total).toEqual([{ labels: [], value: 1 }]);
  expect(histograms.gateway_upstream_duration_seconds?.[0]?.sum).toBeCloseTo(0.001, 9);
});

test("whatever callers ask for, the number of series stays bounded", () => {
  const { observer, take } = watch();
  for (let at = 0; at < 1_000; at++) {
    observer.firstByteSent?.({ route: undefined, status: 404, code: "not_found" } as FirstByteSent);
    observer.callSettled?.(settled({ record: { teamId: `team ${at}`, requestedModel: `model ${at}` } }));
  }
  const { counters } = take();
  expect(counters.gateway_requests_total).toEqual([{ labels: ["other", "404"], value: 1_000 }]);
  expect(counters.gateway_spend_dollars_total?.map(({ labels }) => labels[1])).toEqual(["team 0", "team 1", "other"]);
});

test("a decision is counted by the rule that refused, or as allowed by all", () => {
  const { observer, take } = watch();
  observer.decided?.({ allow: true } as Decided);
  observer.decided?.({ allow: false, failed: { rule: "route" }, code: "route_not_allowed" } as Decided);
  expect(take().counters.gateway_decisions_total).toEqual([
    { labels: ["all", "allowed"], value: 1 },
    { labels: ["route", "refused"], value: 1 },
  ]);
});

test("a failure that is the caller's own, or a caller that hung up, does not count against a deployment", () => {
  const { observer, deployments } = watch();
  const ended = (failure: object | undefined, isGone = false) =>
    observer.attemptEnded?.({
      call: { request: { isGone } },
      deployment: { id: "d", entry },
      startedAt: 0,
      endedAt: 5,
      failure,
    } as AttemptEnded);
  ended({ kind: "status", status: 503 });
  ended(undefined, true);
  expect(deployments.of("d")).toMatchObject({ failures: 1, succeededAt: 0 });
  ended({ kind: "status", status: 400 });
  expect(deployments.of("d")).toMatchObject({ failures: 0, succeededAt: 5 });
});

test("the wait of a call for its limits is counted where there was one", () => {
  const { observer, take } = watch();
  observer.limitsAnswered?.({ call, startedAt: 1_000, endedAt: 1_030 } as LimitsAnswered);
  expect(take().histograms.gateway_limit_wait_seconds).toMatchObject([{ sum: 0.03 }]);
  observer.callSettled?.(settled());
  expect(take().histograms).not.toHaveProperty("gateway_limit_wait_seconds");
});

test("the times of a call have its recorded trace as their exemplar, and those of a caller without one have none", () => {
  const { observer, take } = watch();
  const attempt = { call, deployment: { id: "d", entry }, startedAt: 1_000, endedAt: 1_090 } as AttemptEnded;
  observer.attemptEnded?.(attempt);
  observer.callSettled?.(settled({ record: { startedAt: 1_000, firstTokenMs: 50 } }));
  const { histograms } = take();
  const exemplars = Object.values(histograms).map(([one]) => one?.exemplars?.filter((exemplar) => exemplar !== null));
  expect(exemplars).toEqual([
    [{ traceId: "4bf9", value: expect.closeTo(0.014, 9), at: 1_100 }],
    [{ traceId: "4bf9", value: 0.09, at: 1_090 }],
    [{ traceId: "4bf9", value: 0.05, at: 1_100 }],
  ]);
  observer.callSettled?.(settled({ call: { request: { isGone: true } } }));
  expect(take().histograms.gateway_overhead_seconds?.[0]).not.toHaveProperty("exemplars");
});

test("a call of a tool is counted by its server and its status, with its dollars", () => {
  const { observer, take } = watch();
  const ended = (status: string): void => {
    const record = { mcpServer: "github", status };
    observer.callSettled?.({ ...settled({ record }), call: undefined, deployment: undefined });
  };
  ended("success");
  ended("success");
  ended("tool_error");
  ended("interrupted");
  const { counters } = take();
  expect(counters.gateway_tool_calls_total).toEqual([
    { labels: ["github", "success"], value: 2 },
    { labels: ["github", "tool_error"], value: 1 },
    { labels: ["github", "interrupted"], value: 1 },
  ]);
  expect(counters.gateway_spend_dollars_total).toEqual([{ labels: ["", "t", "github"], value: 4 }]);
});

test("requests of the tool protocol are timed by method, those that the protocol lacks together", () => {
  const { observer, take } = watch();
  const asked = (method: string | undefined): void => {
    const request = { isGone: true } as ApiRequest;
    observer.toolMessageRead?.({ request, method });
    observer.requestFinished?.({ request, startedAt: 1_000, at: 1_250 } as RequestFinished);
  };
  for (const method of ["tools/list", "tools/list", "tools/call", "subscriptions/listen", undefined, undefined])
    asked(method);
  observer.requestFinished?.({ request: { isGone: true }, startedAt: 0, at: 9_000 } as RequestFinished);
  for (const method of ["tools/call", "subscriptions/listen", undefined])
    observer.toolRequestEnded?.({ method, startedAt: 1_000, endedAt: 1_125 });
  const { histograms } = take();
  const timed = (name: keyof MetricsDelta["histograms"]) =>
    histograms[name]?.map(({ labels, sum }) => [...labels, sum]);
  expect(timed("mcp_server_operation_duration_seconds")).toEqual([
    ["tools/list", 0.5],
    ["tools/call", 0.25],
    ["other", 0.5],
  ]);
  expect(timed("mcp_client_operation_duration_seconds")).toEqual([
    ["tools/call", 0.125],
    ["other", 0.125],
  ]);
});
