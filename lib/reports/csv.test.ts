import fc from "fast-check";
import { expect, test } from "vitest";
import { csvRow } from "./csv";

test.each<[what: string, cells: (string | number | null)[], row: string]>([
  ["plain cells", ["a", 1, null, "", 0.5, -2], "a,1,,,0.5,-2\r\n"],
  ["commas, quotes and line breaks", ["a,b", 'say "x"', "a\r\nb", "a\nb"], '"a,b","say ""x""","a\r\nb","a\nb"\r\n'],
  [
    "formulas that a spreadsheet would run",
    ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"],
    "'=1+1,'+1,'-1,'@SUM(A1),'\tx,\"'\rx\"\r\n",
  ],
  [
    "formulas after spaces and in full-width characters",
    [" =1+1", "＝1+1", "－1", "\n=1"],
    "' =1+1,'＝1+1,'－1,\"'\n'=1\"\r\n",
  ],
  [
    "formulas after semicolons, tabs and line breaks",
    ["a;=1+1", "a\t@x", "a; b;-c", "a\r\n +1"],
    "a;'=1+1,a\t'@x,a; b;'-c,\"a\r\n '+1\"\r\n",
  ],
  [
    "names as people choose them",
    ["R&D (EU)", "O'Neil", "ops-team", "+49 sales", "a=b"],
    "R&D (EU),O'Neil,ops-team,'+49 sales,a=b\r\n",
  ],
  ["a formula that needs quotes too", ['=HYPERLINK("x","y")'], `"'=HYPERLINK(""x"",""y"")"\r\n`],
  ["an exact amount", ["0.000020000"], "0.000020000\r\n"],
])("csvRow writes %s", (_what, cells, row) => {
  expect(csvRow(cells)).toBe(row);
});

const CELL = fc.oneof(fc.string(), fc.stringMatching(/^[",;\t\r\n=+@＝\- a]*$/));

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

test("a CSV row reads back as it was written, except for the apostrophes before formulas", () => {
  fc.assert(
    fc.property(fc.array(CELL, { minLength: 1 }), (cells) => {
      const plain = (text: string): string => text.replaceAll("'", "");
      expect(parseRow(csvRow(cells)).map(plain)).toEqual(cells.map(plain));
    }),
  );
});

test("no cell of a CSV row is run as a formula, whatever a spreadsheet takes as separator and quote", () => {
  fc.assert(
    fc.property(fc.array(CELL, { minLength: 1 }), (cells) => {
      const begins = [...parseRow(csvRow(cells)), ...csvRow(cells).split(/[;\t\r\n]/)].map((text) =>
        text.replace(/^[" ]+/, ""),
      );
      expect(begins.filter((text) => /^[=+\-@＝＋－＠]/.test(text))).toEqual([]);
    }),
  );
});
