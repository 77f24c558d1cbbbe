import { expect, test } from "vitest";
import type { SpendRecord } from "@/lib/calls/record";
import type { Call } from "@/lib/gateway/call/call";
import type { Decided, Observer, RequestFinished } from "@/lib/gateway/observer";
import { createLogger } from "@/lib/log";
import { NO_USAGE } from "@/lib/usage";
import { apiRequest } from "@/testing/gateway/api-request";
import { sampleIntent } from "@/testing/spend/spend-samples";
import { createAccessLog } from "./access-log";

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
const record: SpendRecord = {
  ...sampleIntent("call_1"),
  status: "success",
  attempts: 1,
  tried: [],
  httpStatus: 200,
  durationMs: 240,
  upstreamMs: 100,
  firstTokenMs: 120,
  upstreamRequestId: null,
  usage: NO_USAGE,
  spendNano: 0n,
  priceState: "priced",
  priceVersion: null,
};
const reader = { traceIdOf: () => undefined, callerOf: () => undefined };

const settled = (changed: Partial<SpendRecord>) => ({
  request,
  call: { request } as Call,
  deployment: undefined,
  attemptsMs: 0,
  answer: undefined,
  record: { ...record, ...changed },
});

test.each<[what: string, moments: ((watch: Required<Observer>) => void)[], lines: number]>([
  [
    "a served call has none",
    [(watch) => watch.callSettled(settled({})), (watch) => watch.requestFinished(finished)],
    0,
  ],
  ["a request that is quickly answered has none", [(watch) => watch.requestFinished(finished)], 0],
  ["a refused request has one", [(watch) => watch.requestFinished({ ...finished, status: 403 })], 1],
  ["a failed request has one", [(watch) => watch.requestFinished({ ...finished, status: 502 })], 1],
  ["a request without an answer has one", [(watch) => watch.requestFinished({ ...finished, end: "gone" })], 1],
  [
    "a stream that broke has one",
    [(watch) => watch.callSettled(settled({ status: "error" })), (watch) => watch.requestFinished(finished)],
    1,
  ],
  ["a slow request has one", [(watch) => watch.requestFinished({ ...finished, at: 11_000 })], 1],
  [
    "a call whose first token was slow has one",
    [(watch) => watch.callSettled(settled({ firstTokenMs: 10_000 })), (watch) => watch.requestFinished(finished)],
    1,
  ],
  [
    "a long stream that began quickly has none",
    [(watch) => watch.callSettled(settled({})), (watch) => watch.requestFinished({ ...finished, at: 99_000 })],
    0,
  ],
  [
    "a call whose process died has one",
    [(watch) => watch.callSettled({ ...settled({}), request: undefined, call: undefined })],
    1,
  ],
])("of problems alone: %s", (_what, moments, lines) => {
  let written = 0;
  const watch = createAccessLog({ info: () => void written++ }, reader, "problems");
  for (const moment of moments) moment(watch as Required<Observer>);
  expect(written).toBe(lines);
});

test("of no requests, nothing is watched", () => {
  expect(createAccessLog({ info() {} }, reader, "off")).toEqual({});
});

test("what callers choose shows no credential in either form, also where it is cut, and breaks no line", () => {
  const secret = "sk-abcdefghijklmnop";
  const odd = `a"\n${secret}\u2028`;
  const principal = {
    teamId: odd,
    userId: `eyJhbGciOiJIUzI1NiJ9.${"x".repeat(30)}`,
    keyId: "k1",
    organizationId: null,
  };
  for (const format of ["json", "text"] as const) {
    const lines: string[] = [];
    const log = createLogger(
      (line) => lines.push(line),
      () => 1_000,
      () => ({ level: "info", format }),
    );
    const watch = createAccessLog(log, { traceIdOf: () => undefined, callerOf: () => `Bearer ${secret}` });
    const asked = apiRequest({ path: `/${"p".repeat(506)}/${secret}` });
    watch.decided?.({
      request: asked,
      access: { route: "/chat/completions", model: `m ${secret}` },
      principal,
    } as unknown as Decided);
    watch.requestFinished?.({ ...finished, request: asked, route: undefined, requestId: secret });
    watch.callSettled?.({
      ...settled({ callId: secret, model: secret, provider: odd }),
      request: undefined,
      call: undefined,
    });
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line).not.toMatch(/sk-|eyJ/);
      expect(line.match(/[\n\u2028]/g)).toEqual(["\n"]);
      expect(
        line.startsWith(
          format === "json" ? '{"time":"1970-01-01T00:00:01.000Z","level":"info","event":"request.finished"' : "1970",
        ),
      ).toBe(true);
      if (format === "json") expect(() => JSON.parse(line) as unknown).not.toThrow();
    }
  }
});
