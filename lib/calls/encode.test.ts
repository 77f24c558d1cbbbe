import fc from "fast-check";
import { expect, test } from "vitest";
import { asciiJson, isPlainText } from "./encode";

test("any text becomes JSON of that text in printable ASCII", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary" })), (text) => {
      expect(asciiJson(text)).toMatch(/^[\x20-\x7e]*$/);
      expect(JSON.parse(asciiJson(text))).toBe(text);
      expect(isPlainText(text)).toBe(asciiJson(text) === `"${text}"`);
    }),
  );
  expect(asciiJson("größe 👋")).toBe('"gr\\u00f6\\u00dfe \\ud83d\\udc4b"');
});
