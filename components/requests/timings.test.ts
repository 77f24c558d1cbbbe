import { expect, test } from "vitest";
import { reasonOf } from "./columns";
import { timingsOf } from "./timings";

const call = { decision_ms: 2, upstream_ms: 100, first_token_ms: 150, duration_ms: 400, attempts: 1 };
const drawn = (more: Partial<Parameters<typeof timingsOf>[0]>): string[] =>
  timingsOf({ ...call, ...more }).map(({ label, from, to }) => `${label} ${from}-${to}`);

test.each([
  ["a stream", {}, ["Decision 0-2", "Upstream 2-102", "First content 102-152", "Stream 152-402"]],
  ["an answer in one piece", { first_token_ms: null }, ["Decision 0-2", "Upstream 2-102", "Answer 102-402"]],
  ["a call that nobody answered", { upstream_ms: null, first_token_ms: null }, ["Decision 0-2", "Upstream 2-402"]],
  ["an older call", { decision_ms: null, first_token_ms: null }, ["Upstream 0-100", "Answer 100-400"]],
  [
    "several attempts",
    { attempts: 3, first_token_ms: null, upstream_ms: 400 },
    ["Decision 0-2", "Upstream, 3 attempts 2-402"],
  ],
] as const)("the timings of %s follow each other without a gap", (_, more, expected) => {
  expect(drawn(more)).toEqual(expected);
});

test.each([
  [{ status: "success", http_status: 200 }, undefined],
  [{ status: "error", http_status: 503 }, "HTTP 503"],
  [{ status: "error", http_status: null }, "No answer"],
  [{ status: "cancelled", http_status: 200 }, "The caller hung up"],
  [{ status: "interrupted", http_status: null }, "The gateway stopped"],
] as const)("the reason of %j is told", (row, reason) => {
  expect(reasonOf(row)).toBe(reason);
});
