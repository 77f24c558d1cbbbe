import fc from "fast-check";
import { expect, test } from "vitest";
import { endOfString } from "./string";

test("the end of a JSON string is the position after its closing quote, in text and in bytes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.constantFrom("", ',"next":"\\\\"}', '"'), (value, rest) => {
      const json = JSON.stringify(value);
      expect(endOfString(json + rest, 0)).toBe(json.length);
      expect(endOfString(Buffer.from(json + rest), 0)).toBe(Buffer.byteLength(json));
    }),
  );
});

test("a JSON string that no quote closes ends with the text", () => {
  for (const json of ['"', '"open', '"escaped \\"', '"\\\\\\"']) {
    expect([endOfString(json, 0), endOfString(Buffer.from(json), 0)]).toEqual([json.length, json.length]);
  }
});
