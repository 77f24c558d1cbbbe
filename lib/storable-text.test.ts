import fc from "fast-check";
import { expect, test } from "vitest";
import { isStorableText, storableJson, withoutUnstorable } from "./storable-text";

test.each(["", "team", "é", "😀", "\u0001", "\ufffd"])("%j can be stored as a text", (text) => {
  expect(isStorableText(text)).toBe(true);
});

test.each(["\0", "a\0b", "\ud800", "x\udc00y", "\udc00\ud800"])("%j cannot be stored as a text", (text) => {
  expect(isStorableText(text)).toBe(false);
});

test("JSON for the database says the same, but for what the database refuses", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("\0", "\\u0000", "\\\0", "a\ud800", "\\ud800", "😀"),
  );
  fc.assert(
    fc.property(text, text, (name, value) => {
      const said = JSON.parse(storableJson([{ [`${name}.`]: value }])) as unknown;
      expect(said).toEqual([{ [withoutUnstorable(`${name}.`)]: withoutUnstorable(value) }]);
    }),
  );
});
