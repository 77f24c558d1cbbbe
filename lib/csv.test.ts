import fc from "fast-check";
import { expect, it } from "vitest";
import { csvRow } from "./csv";

it.each<[what: string, cells: (string | number | null)[], row: string]>([
  ["plain cells", ["a", 1, null, "", 0.5, -2], "a,1,,,0.5,-2\r\n"],
  ["commas, quotes and line breaks", ['a,b', 'say "x"', "a\r\nb", "a\nb"], '"a,b","say ""x""","a\r\nb","a\nb"\r\n'],
  ["what a spreadsheet would run", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"], "'=1+1,'+1,'-1,'@SUM(A1),'\tx,\"'\rx\"\r\n"],
  ["a formula that needs quotes too", ['=HYPERLINK("x","y")'], `"'=HYPERLINK(""x"",""y"")"\r\n`],
  ["an exact amount", ["0.000020000"], "0.000020000\r\n"],
])("writes %s", (_what, cells, row) => {
  expect(csvRow(cells)).toBe(row);
});

/** RFC 4180, read by its grammar. */
function parseRow(text: string): string[] {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    let cell = "";
    if (text[at] === '"') {
      for (at++; text[at] !== '"' || text[at + 1] === '"'; at++) {
        if (text[at] === '"') at++;
        cell += text[at];
      }
      at++;
    } else {
      while (text[at] !== "," && !(text[at] === "\r" && text[at + 1] === "\n")) cell += text[at++];
    }
    cells.push(cell);
    if (text[at] !== ",") return cells;
    at++;
  }
}

it("reads back as it was written, whatever it holds, but for the apostrophe before formulas", () => {
  const cell = fc.oneof(fc.string(), fc.stringMatching(/^[",\r\n=+@\- a]*$/));
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
      expect(parseRow(csvRow(cells)).map((text, index) => (text === `'${cells[index]}` ? text.slice(1) : text))).toEqual(cells);
    }),
  );
});
