import fc from "fast-check";
import { expect, test } from "vitest";
import { ClickHouseError } from "./clickhouse";
import { Frames } from "./line-frames";

type Row = readonly [number: number, texts: readonly (string | null)[]];

function answerOf(rows: readonly Row[]): Buffer {
  const length = (text: string | null): string => (text === null ? "-" : String(Buffer.byteLength(text)));
  return Buffer.from(
    rows
      .map(
        ([number, texts]) =>
          `${[[number, ...texts.map(length)].join(" "), ...texts.map((text) => text ?? "")].join("\t")}\n`,
      )
      .join(""),
  );
}
const TEXT = fc.option(fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[\t\n 0-9-]{0,9}$/)));
const ROWS = fc.array(fc.tuple(fc.nat(), fc.tuple(TEXT, TEXT)), { maxLength: 9 });

test("every row reads back as it was written, whatever its texts hold", () => {
  fc.assert(
    fc.property(ROWS, (rows) => {
      const frames = new Frames(answerOf(rows), 1, 2);
      expect(frames.rows).toBe(rows.length);
      rows.forEach(([number, texts], row) => {
        expect([frames.number(row, 0), frames.text(row, 0), frames.text(row, 1)]).toEqual([number, ...texts]);
        expect(frames.bytes(row, 1).toString()).toBe(texts[1] ?? "");
      });
    }),
  );
});

test("an answer that breaks off within a row, or has an error behind its rows, is refused", () => {
  const answer = answerOf([
    [1, ["a", "b"]],
    [2, ["cd", null]],
  ]);
  const [first, whole] = [answerOf([[1, ["a", "b"]]]).length, answer.length];
  for (let end = first + 1; end < whole; end++)
    expect(() => new Frames(answer.subarray(0, end), 1, 2)).toThrow(ClickHouseError);
  for (const error of ["Code: 241. DB::Exception: Memory limit\n", "1 1 1\tab\tc\n", "x\t\n"])
    expect(() => new Frames(Buffer.concat([answer, Buffer.from(error)]), 1, 2)).toThrow("none of ClickHouse's");
});
