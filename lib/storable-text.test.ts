import { expect, test } from "vitest";
import { isStorableText } from "./storable-text";

test.each(["", "team", "é", "😀", "\u0001", "\ufffd"])("%j can be stored as a text", (text) => {
  expect(isStorableText(text)).toBe(true);
});

test.each(["\0", "a\0b", "\ud800", "x\udc00y", "\udc00\ud800"])("%j cannot be stored as a text", (text) => {
  expect(isStorableText(text)).toBe(false);
});
