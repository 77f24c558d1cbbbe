import fc from "fast-check";
import { expect, it } from "vitest";
import { csvRow } from "./csv";

it.each<[what: string, cells: (string | number | null)[], row: string]>([
  ["plain cells", ["a", 1, null, "", 0.5, -2], "a,1,,,0.5,-2\r\n"],
  ["commas, quotes and line breaks", ["a,b", 'say "x"', "a\r\nb", "a\nb"], '"a,b","say ""x""","a\r\nb","a\nb"\r\n'],
  [
    "what a spreadsheet would run",
    ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"],
    "'=1+1,'+1,'-1,'@SUM(A1),'\tx,\"'\rx\"\r\n",
  ],
  [
    "what it would run after spaces, or in full width",
    [" =1+1", "＝1+1", "－1", "\n=1"],
    "' =1+1,'＝1+1,'－1,\"'\n'=1\"\r\n",
  ],
  [
    "what it would run where cells end at semicolons or tabs",
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
])("writes %s", (_what, cells, row) => {
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

it("reads back as it was written, whatever it holds, but for the apostrophes before formulas", () => {
  fc.assert(
    fc.property(fc.array(CELL, { minLength: 1 }), (cells) => {
      const plain = (text: string): string => text.replaceAll("'", "");
      expect(parseRow(csvRow(cells)).map(plain)).toEqual(cells.map(plain));
    }),
  );
});

it("holds nothing that would run, wherever a spreadsheet ends its cells and whatever it makes of quotes", () => {
  fc.assert(
    fc.property(fc.array(CELL, { minLength: 1 }), (cells) => {
      const begins = [...parseRow(csvRow(cells)), ...csvRow(cells).split(/[;\t\r\n]/)].map((text) =>
        text.replace(/^[" ]+/, ""),
      );
      expect(begins.filter((text) => /^[=+\-@＝＋－＠]/.test(text))).toEqual([]);
    }),
  );
});
