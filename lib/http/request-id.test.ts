import { expect, test } from "vitest";
import { callerRequestId } from "./request-id";

const cases: [what: string, given: string | string[] | undefined, taken: boolean][] = [
  ["a UUID is taken", "0193-4f2a-7c11", true],
  ["every allowed character is taken", "aZ09_.:-", true],
  ["one character is taken", "x", true],
  ["128 characters are taken", "x".repeat(128), true],
  ["129 characters are ignored", "x".repeat(129), false],
  ["an empty header is ignored", "", false],
  ["no header is not an id", undefined, false],
  ["a header that came twice, as node:http joins it, is ignored", "a, b", false],
  ["a header that came twice, as a list, is ignored", ["a", "b"], false],
  ["a space is ignored", "a b", false],
  ["a line break is ignored", "a\nb", false],
  ["a line break at the end is ignored", "a\n", false],
  ["markup is ignored", "<script>", false],
  ["letters beyond ASCII are ignored", "café", false],
];

test.each(cases)("x-request-id of a caller: %s", (_what, given, taken) => {
  expect(callerRequestId({ "x-request-id": given })).toBe(taken ? given : undefined);
});
