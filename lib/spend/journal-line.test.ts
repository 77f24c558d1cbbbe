import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeLine, encodeLine } from "./journal-line";

const kinds = fc.constantFrom("open" as const, "end" as const);
const rows = fc
  .dictionary(fc.string({ unit: "binary" }), fc.oneof(fc.string({ unit: "binary" }), fc.integer(), fc.constant(null)))
  .map((row) => JSON.stringify(row));

describe("a journal line", () => {
  test("a journal line is one line of JSON and reads back byte for byte", () => {
    fc.assert(
      fc.property(kinds, rows, (kind, row) => {
        const line = encodeLine(kind, row);
        expect(line.indexOf("\n")).toBe(line.length - 1);
        expect(JSON.parse(line)).toHaveProperty(kind, JSON.parse(row));
        expect(decodeLine(line.slice(0, -1))).toEqual({ kind, row });
      }),
    );
  });

  test("a journal line that is cut anywhere is not read", () => {
    fc.assert(
      fc.property(kinds, rows, (kind, row) => {
        const line = encodeLine(kind, row).slice(0, -1);
        for (let length = 0; length < line.length; length++) expect(decodeLine(line.slice(0, length))).toBeUndefined();
      }),
      { numRuns: 30 },
    );
  });

  test("a journal line with a changed byte is not read", () => {
    const line = Buffer.from(
      encodeLine("end", JSON.stringify({ call_id: "c1", model: "größe", spend: "0.000001500" })).trimEnd(),
    );
    for (let at = 0; at < line.length; at++) {
      for (const flip of [1, 2, 4, 8, 16, 32, 64, 128]) {
        const damaged = Buffer.from(line);
        damaged[at]! ^= flip;
        expect(decodeLine(damaged.toString("utf8"))).toBeUndefined();
      }
    }
  });

  test.each(["", "{}", "null", '{"sum":"00000000",}', "garbage", '{"sum":"'])("%j is not a journal line", (text) => {
    expect(decodeLine(text)).toBeUndefined();
  });
});
