import { expect, test } from "vitest";
import { whyNotLinear } from "./is-linear.mjs";

const slow: [expression: RegExp, text: (count: number) => string][] = [
  [/\/+$/, (count) => `${"/".repeat(count)}x`],
  [/[?#].*$/, (count) => `${"#".repeat(count)}\n`],
  [/\s*,/, (count) => " ".repeat(count)],
  [/(?<=\bbearer\s+)\S/, (count) => `bearer${" ".repeat(count)}`],
  [/(:\/\/[^\s:/@]+:)[^\s@]+@/, (count) => "://a:".repeat(count)],
  [/"(?:[^"\\]|\\.)*"/, (count) => '"\\'.repeat(count)],
  [/^a*a*$/, (count) => `${"a".repeat(count)}x`],
  [/^[a-z-]*ssl[a-z-]*$/, (count) => `${"ssl".repeat(count)}1`],
  [/(?=.*x)y/, (count) => "a".repeat(count)],
  [/^(?:a+)+$/, (count) => `${"a".repeat(Math.min(count, 22))}x`],
  [/^(?:a|[a-c])*$/i, (count) => `${"A".repeat(Math.min(count, 22))}x`],
  [/^(?:a?b?)*$/, (count) => `${"ab".repeat(Math.min(count, 12))}x`],
  [/\u{1f600}{1,5000}x/u, (count) => "\u{1f600}".repeat(count)],
];
test.each(slow)("%s can take more than linear time", (expression, text) => {
  expect(whyNotLinear(expression.source, expression.flags)).toBeDefined();
  expect(expression.test(text(30))).toBe(false);
});

const linear: RegExp[] = [
  /a+/,
  /^\/+/,
  /^[\w-]+\.[\w-]+\.[\w-]*$/,
  /\beyJ[\w-]{8,}(?:\.[\w-]*)*|\bsk-[\w-]{6,}/gi,
  /\bbearer\s+/i,
  /"(?:[^"\\]|\\[^]?)*"?/g,
  /\{[^{}]*\}/g,
  /:\/\/[^:/]+:/,
  /^(?:[^,]*,)*$/,
  /^(["'])/,
  /^\s+|[\r\n]$/m,
  /\s*$/y,
  /^(?:25[0-5]|\d{1,2})(?:\.\d{1,3}){3}$/,
  /[\p{Cc}\p{Cf}]+/gu,
  /(?<year>\d{4})-\d\d(?!\d)/,
  /[\]\\^-]\x41\u0041\u{41}\cA/u,
];
test.each(linear)("%s takes linear time", (expression) => {
  expect(whyNotLinear(expression.source, expression.flags)).toBeUndefined();
});

test("a reference to a group is not known to be linear", () => {
  expect(whyNotLinear("(a+)\\1", "")).toMatch(/reference/);
});
