import { describe, expect, test } from "vitest";
import { blameFor, type Failure } from "./failure";

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
