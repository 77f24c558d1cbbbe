import { expect, test } from "vitest";
import { readRetryAfter } from "./retry-after";

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
