import { expect, test } from "vitest";
import { Secret, secretHint } from "./secret";

const cases: [value: string, hint: string][] = [
  ["sk-proj-0123456789abcdefWXYZ", "sk-…WXYZ"],
  ["0123456789abcdefghij", "…ghij"],
  ["gsk_0123456789abcdefghij", "…ghij"],
  ["sk-short-12345678", "…"],
  ["a", "…"],
];
test.each(cases)("of the secret %s only %s is shown", (value, hint) => {
  expect(secretHint(new Secret(value))).toBe(hint);
});
