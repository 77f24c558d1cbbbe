import { expect, test } from "vitest";
import { adviseRetry, upstreamHeaders } from "./headers";

const NOW = Date.parse("2026-01-01T00:00:00Z");

test.each<[what: string, headers: Record<string, string>, attempts: number, told: Record<string, string>]>([
  ["one attempt without a pause", {}, 1, {}],
  ["one attempt and a pause of a minute", { "retry-after": "60" }, 1, { "retry-after": "60" }],
  ["one attempt and a longer pause", { "retry-after": "61" }, 1, { "x-should-retry": "false" }],
  [
    "a longer pause in milliseconds",
    { "retry-after-ms": "60001", "retry-after": "1" },
    1,
    { "x-should-retry": "false" },
  ],
  ["a longer pause as a date", { "retry-after": "Thu, 01 Jan 2026 00:15:00 GMT" }, 1, { "x-should-retry": "false" }],
  ["several attempts", { "retry-after": "2" }, 3, { "retry-after": "2", "x-should-retry": "false" }],
  ["several attempts against the upstream's advice", { "x-should-retry": "true" }, 2, { "x-should-retry": "false" }],
])("a caller is told whether to try again: %s", (_what, headers, attempts, told) => {
  adviseRetry(headers, attempts, NOW);
  expect(headers).toEqual(told);
});

test.each<readonly [own: Record<string, string>, sent: string | undefined]>([
  [{}, "a,b"],
  [{ "anthropic-beta": "a" }, "a"],
  [{ "anthropic-beta": "" }, undefined],
])("an adapter that names betas has chosen from the caller's: %j", (own, sent) => {
  expect(upstreamHeaders({ headers: { "anthropic-beta": "a,b" } }, own, undefined)["anthropic-beta"]).toBe(sent);
});
