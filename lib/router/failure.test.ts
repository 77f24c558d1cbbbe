import { describe, expect, test } from "vitest";
import { blameFor, readRetryAfter, type Failure } from "./failure";

describe("whose fault a failure is", () => {
  const status = (code: number): Failure => ({ kind: "status", status: code, retryAfterMs: undefined });
  const cases: [failure: Failure, pinned: string, openEnded: string][] = [
    [{ kind: "connection", isRefused: true }, "deployment", "deployment"],
    [{ kind: "connection", isRefused: false }, "deployment", "deployment"],
    [{ kind: "timeout" }, "deployment", "deployment"],
    ...[500, 502, 503, 504, 529, 408, 409, 425, 429].map((code): [Failure, string, string] => [
      status(code),
      "deployment",
      "deployment",
    ]),
    ...[401, 402, 403].map((code): [Failure, string, string] => [status(code), "access", "access"]),
    ...[400, 405, 413, 415, 422, 451].map((code): [Failure, string, string] => [status(code), "caller", "caller"]),
    [status(404), "access", "caller"],
    [{ kind: "status", status: 404, retryAfterMs: undefined, lacksState: true }, "elsewhere", "elsewhere"],
  ];
  test.each(cases)(
    "%j is the fault of: %s if the operator named the model, %s if the caller did",
    (failure, pinned, openEnded) => {
      expect([blameFor(failure, true), blameFor(failure, false)]).toEqual([pinned, openEnded]);
    },
  );
});

describe("Retry-After", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  const cases: [headers: Record<string, string | string[] | undefined>, milliseconds: number | undefined][] = [
    [{ "retry-after": "3" }, 3_000],
    [{ "retry-after": " 1.5 " }, 1_500],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after-ms": "250", "retry-after": "1" }, 250],
    [{ "retry-after": "Sat, 21 Nov 2026 12:00:20 GMT" }, 20_000],
    [{ "retry-after": "Sat, 21 Nov 2026 11:00:00 GMT" }, 0],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "-1" }, undefined],
    [{ "retry-after": "1e9" }, undefined],
    [{ "retry-after": ["1", "2"] }, undefined],
    [{}, undefined],
  ];
  test.each(cases)("Retry-After %j is %s ms", (headers, milliseconds) => {
    expect(readRetryAfter(headers, now)).toBe(milliseconds);
  });
});
