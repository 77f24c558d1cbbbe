import { expect, test } from "vitest";
import { GatewayError } from "@/lib/errors";
import type { Call } from "@/lib/gateway/call/call";
import type { Decided, RequestFinished } from "@/lib/gateway/observer";
import { recoveredCall } from "@/lib/gateway/recovered-call";
import type { SpendRecord } from "@/lib/calls/record";
import { NO_USAGE } from "@/lib/usage";
import { apiRequest } from "@/testing/gateway/api-request";
import { sampleIntent } from "@/testing/spend/spend-samples";
import { createAccessLog } from "./access-log";
import { logRejection } from "./rejection-line";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const request = apiRequest({ method: "POST", path: "/v1/chat/completions" });
const finished: RequestFinished = {
  request,
  route: "/chat/completions",
  status: 200,
  requestId: "mine",
  code: undefined,
  end: "sent",
  startedAt: 1_000,
  at: 1_250,
};
const decided = {
  request,
  access: { route: "/chat/completions", model: "m" },
  allow: true,
  principal: { teamId: "t1", userId: "u1", keyId: "k1", organizationId: "o1" },
  decisionMs: 3,
} as unknown as Decided;
const denied = {
  ...decided,
  allow: false,
  principal: undefined,
  decisionId: "dec_1",
  code: "budget_exceeded",
} as Decided;
const record: SpendRecord = {
  ...sampleIntent("call_1", { requestId: "mine", traceId: TRACE, decisionMs: 3, keyId: "k1", issuer: "https://idp" }),
  status: "success",
  attempts: 2,
  tried: [],
  httpStatus: 200,
  durationMs: 240,
  upstreamMs: 100,
  firstTokenMs: 120,
  upstreamRequestId: "req_1",
  usage: { ...NO_USAGE, promptTokens: 10, cachedTokens: 4, completionTokens: 5 },
  spendNano: 20_000n,
  priceState: "priced",
  priceVersion: "v",
};
const call = { request } as Call;

/** The lines that moments write, without unknown fields. */
function linesOf(...moments: ((watch: Required<ReturnType<typeof createAccessLog>>) => void)[]): unknown[] {
  const lines: unknown[] = [];
  const watch = createAccessLog(
    { info: (event, fields = {}) => void lines.push([event, JSON.parse(JSON.stringify(fields))]) },
    {
      traceIdOf: ({ headers }) => (headers["traceparent"] === undefined ? undefined : TRACE),
      callerOf: ({ headers }) => headers["caller"]?.toString(),
    },
  );
  for (const moment of moments) moment(watch as Required<typeof watch>);
  return lines;
}

test("a call that is served has one line with the names of /spend/logs", () => {
  expect(
    linesOf(
      (watch) => watch.decided(decided),
      (watch) => watch.callSettled({ request, call, record, deployment: undefined, attemptsMs: 0, answer: undefined }),
      (watch) => watch.requestFinished(finished),
    ),
  ).toEqual([
    [
      "request.finished",
      {
        method: "POST",
        route: "/chat/completions",
        status: "success",
        http_status: 200,
        request_id: "mine",
        call_id: "call_1",
        trace_id: TRACE,
        upstream_request_id: "req_1",
        requested_model: "sample",
        model: "model",
        provider: "sample",
        deployment: "d1",
        attempts: 2,
        key_id: "k1",
        user_id: "u1",
        team_id: "t1",
        organization_id: "o1",
        issuer: "https://idp",
        duration_ms: 240,
        decision_ms: 3,
        upstream_ms: 100,
        first_token_ms: 120,
        prompt_tokens: 10,
        cached_tokens: 4,
        completion_tokens: 5,
        total_tokens: 15,
        spend: 0.00002,
        price_state: "priced",
      },
    ],
  ]);
});

test("the session that a caller names is in the line of every request, as in its trace, without credentials", () => {
  const named = (session: string): RequestFinished => ({
    ...finished,
    request: apiRequest({ method: "POST", path: "/v1/chat/completions", headers: { "x-gateway-session-id": session } }),
  });
  const sessionIn = (session: string): unknown => {
    const [line] = linesOf((watch) => watch.requestFinished(named(session)));
    return Object((line as unknown[])[1]).session_id;
  };
  expect(sessionIn("agent-7")).toBe("agent-7");
  expect(sessionIn("")).toBeUndefined();
  expect(sessionIn("sk-0123456789abcdef0123456789abcdef")).not.toContain("0123456789abcdef");
});

test("the line of a call has the session of its row, which its body may have named", () => {
  const [line] = linesOf(
    (watch) =>
      watch.callSettled({
        request,
        call,
        record: { ...record, sessionId: "of-body" },
        deployment: undefined,
        attemptsMs: 0,
        answer: undefined,
      }),
    (watch) => watch.requestFinished(finished),
  );
  expect(Object((line as unknown[])[1]).session_id).toBe("of-body");
});

const withoutCall: [what: string, moments: Parameters<typeof linesOf>, line: object][] = [
  [
    "a request that is allowed",
    [(watch) => watch.decided(decided), (watch) => watch.requestFinished(finished)],
    { status: "success", http_status: 200, requested_model: "m", team_id: "t1", duration_ms: 250, decision_ms: 3 },
  ],
  [
    "a refusal by a rule",
    [
      (watch) => watch.decided(denied),
      (watch) => watch.requestFinished({ ...finished, status: 403, code: "team_blocked" }),
    ],
    { status: "error", http_status: 403, code: "team_blocked", decision_id: "dec_1", requested_model: "m" },
  ],
  [
    "a refusal by a limit, which knows whom the rules have allowed",
    [
      (watch) => watch.decided(decided),
      (watch) => watch.decided(denied),
      (watch) => watch.requestFinished({ ...finished, status: 429, code: "budget_exceeded" }),
    ],
    { status: "error", http_status: 429, code: "budget_exceeded", decision_id: "dec_1", team_id: "t1", key_id: "k1" },
  ],
  [
    "a path that is unknown",
    [(watch) => watch.requestFinished({ ...finished, route: undefined, status: 404, code: "not_found" })],
    { status: "error", http_status: 404, code: "not_found", path: "/v1/chat/completions" },
  ],
  [
    "a caller who hung up before there was an answer",
    [(watch) => watch.requestFinished({ ...finished, status: undefined, end: "gone" })],
    { status: "cancelled", end: "gone", duration_ms: 250 },
  ],
  [
    "an answer that broke off",
    [(watch) => watch.requestFinished({ ...finished, end: "broken" })],
    { status: "error", http_status: 200, end: "broken" },
  ],
];
test.each(withoutCall)("%s has one line", (_what, moments, line) => {
  expect(linesOf(...moments)).toEqual([["request.finished", expect.objectContaining({ request_id: "mine", ...line })]]);
});

test("a call of a tool has one line too, with what its row says", () => {
  const toolCall = { ...record, status: "tool_error" as const, provider: "mcp", upstreamRequestId: null };
  const lines = linesOf(
    (watch) => watch.decided(decided),
    (watch) =>
      watch.callSettled({
        request,
        call: undefined,
        record: toolCall,
        deployment: undefined,
        attemptsMs: 0,
        answer: undefined,
      }),
    (watch) => watch.requestFinished(finished),
  );
  expect(lines).toEqual([
    [
      "request.finished",
      expect.objectContaining({ method: "POST", status: "tool_error", http_status: 200, provider: "mcp" }),
    ],
  ]);
});

test("the line of a caller who hung up during a stream says so, and the call is cancelled", () => {
  const lines = linesOf(
    (watch) =>
      watch.callSettled({
        request,
        call,
        record: { ...record, status: "cancelled" },
        deployment: undefined,
        attemptsMs: 0,
        answer: undefined,
      }),
    (watch) => watch.requestFinished({ ...finished, end: "gone" }),
  );
  expect(lines).toEqual([
    ["request.finished", expect.objectContaining({ status: "cancelled", http_status: 200, end: "gone" })],
  ]);
});

test("a call whose process died has its line from the process that books it", () => {
  const interrupted: SpendRecord = { ...record, status: "interrupted", upstreamRequestId: null };
  expect(linesOf((watch) => watch.callSettled(recoveredCall(interrupted)))).toEqual([
    [
      "request.finished",
      expect.objectContaining({
        status: "interrupted",
        call_id: "call_1",
        request_id: "mine",
        route: "/chat/completions",
      }),
    ],
  ]);
});

test.each(["/health/liveness", "/health/readiness", "/metrics"])("a request for %s has no line", (route) => {
  expect(linesOf((watch) => watch.requestFinished({ ...finished, route }))).toEqual([]);
});

test("an unknown path that only begins like a probe has a line", () => {
  const other = apiRequest({ path: "/health/liveness/../x" });
  expect(linesOf((watch) => watch.requestFinished({ ...finished, request: other, route: undefined }))).toHaveLength(1);
});

test("the trace of a request without a call is its caller's", () => {
  const traced = apiRequest({ headers: { traceparent: "given" } });
  expect(linesOf((watch) => watch.requestFinished({ ...finished, request: traced }))).toEqual([
    ["request.finished", expect.objectContaining({ trace_id: TRACE })],
  ]);
});

test("the address of a caller is the one that was known when the request came", () => {
  let caller: string | undefined = "203.0.113.9";
  const lines: unknown[] = [];
  const log = { info: (_event: string, fields?: object) => void lines.push(fields) };
  const watch = createAccessLog(log, { traceIdOf: () => undefined, callerOf: () => caller });
  watch.requestStarted?.({ request, at: 1_000 });
  caller = undefined;
  watch.requestFinished?.({ ...finished, end: "gone" });
  expect(lines).toEqual([expect.objectContaining({ client_address: "203.0.113.9", request_id: "mine" })]);
});

test("texts of a caller are bounded", () => {
  const long = { ...decided, access: { ...decided.access, model: "m".repeat(100_000) } } as Decided;
  const path = apiRequest({ path: `/${"p".repeat(8_000)}`, headers: { caller: "c".repeat(8_000) } });
  const lines = JSON.stringify([
    linesOf(
      (watch) => watch.decided(long),
      (watch) => watch.requestFinished(finished),
    ),
    linesOf(
      (watch) => watch.requestStarted({ request: path, at: 1_000 }),
      (watch) => watch.requestFinished({ ...finished, request: path, route: undefined }),
    ),
  ]);
  expect(lines).toContain("ccc");
  expect(lines.length).toBeLessThan(3_000);
});

test("a request that the door refuses has its line too, with as much as could be read of it, and an early probe has none", () => {
  const lines: unknown[] = [];
  const log = {
    info: (event: string, fields?: object) => void lines.push([event, JSON.parse(JSON.stringify(fields))]),
  };
  const error = new GatewayError("headers_too_large", "Too large.");
  logRejection(log, { error, requestId: "req_1", method: undefined, path: undefined }, "203.0.113.9");
  const early = new GatewayError("starting", "Starting.");
  for (const path of ["/health/readiness", "/v1/health/readiness"])
    logRejection(log, { error: early, requestId: "req_2", method: "GET", path }, undefined);
  expect(lines).toEqual([
    [
      "request.finished",
      {
        status: "error",
        http_status: 431,
        code: "headers_too_large",
        client_address: "203.0.113.9",
        request_id: "req_1",
      },
    ],
  ]);
});
