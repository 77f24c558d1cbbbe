import { expect, test } from "vitest";
import { hasProtoMember, isStorable } from "./storable-text";

test.each([
  ["a text", "abc", true],
  ["a text with an emoji", "\u{1f600}", true],
  ["a text that spells an escape", String.raw`\u0000`, true],
  ["a backslash before such a text", String.raw`\\ud800`, true],
  ["other control characters", "\u0001\n", true],
  ["a NUL", "a\u0000b", false],
  ["a NUL after a backslash", "\\\u0000", false],
  ["half of an emoji", "\ud83d", false],
  ["the other half", "\ude00x", false],
  ["a NUL in the depth", { a: [{ b: "\u0000" }] }, false],
  ["a NUL in the name of a member", { "\u0000": 1 }, false],
])("whether the database can store %s is known", (_what, value, expected) => {
  expect(isStorable(value)).toBe(expected);
});

test.each([
  ['{"__proto__":1}', true],
  ['{"a":[[{"b":{"__proto__":null}}]]}', true],
  ['{"constructor":1,"a":"__proto__","__proto":1}', false],
  ["[]", false],
  ['"__proto__"', false],
])("whether %s has a member called __proto__ is known", (text, expected) => {
  expect(hasProtoMember(JSON.parse(text))).toBe(expected);
});
