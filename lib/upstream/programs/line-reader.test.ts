import fc from "fast-check";
import { expect, test } from "vitest";
import { LineReader } from "./line-reader";

test("lines come as they were written, however they are cut", () => {
  const line = fc.string({ unit: "grapheme", maxLength: 20 }).map((text) => text.replaceAll(/[\r\n]/g, ""));
  fc.assert(
    fc.property(fc.array(line), fc.integer({ min: 1, max: 9 }), (lines, size) => {
      const bytes = Buffer.from(lines.map((one) => `${one}\n`).join(""));
      const reader = new LineReader(1_000);
      const read: string[] = [];
      for (let at = 0; at < bytes.length; at += size) {
        const more = reader.push(bytes.subarray(at, at + size));
        if (more !== "too long") read.push(...more);
      }
      expect(read).toEqual(lines);
    }),
  );
});

test("a line beyond the limit is refused, with or without its end", () => {
  expect(new LineReader(4).push(Buffer.from("12345\n"))).toBe("too long");
  expect(new LineReader(4).push(Buffer.from("12345"))).toBe("too long");
  expect(new LineReader(4).push(Buffer.from("1234\n56\n"))).toEqual(["1234", "56"]);
});
