import fc from "fast-check";
import { expect, test } from "vitest";
import { csvRow } from "./csv";
import { readCsv } from "./read-csv";

test.each([
  [
    "a,b\r\n1,2\r\n",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "a,b\n1,2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "\uFEFFa;b\n1;2,5\n",
    [
      ["a", "b"],
      ["1", "2,5"],
    ],
  ],
  [
    'a,b\n"x, ""y""\nz",\n',
    [
      ["a", "b"],
      ['x, "y"\nz', ""],
    ],
  ],
  ["a\n\n\n1\n", [["a"], ["1"]]],
  ["a\n''=1\n'=1\n'plain\n", [["a"], ["'=1"], ["=1"], ["'plain"]]],
  ["", []],
])("%j is read as %j", (text, rows) => {
  expect(readCsv(text)).toEqual(rows);
});

test("a text with an open quote is refused", () => {
  expect(readCsv('a,b\n"1,2\n')).toBeUndefined();
});

test("what was written as CSV is read as it was, formulas too", () => {
  const text = fc.stringMatching(/^[a-c'",;\t\r\n=+@ -]{0,9}$/);
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
      expect(readCsv(`head,er\r\n${rows.map(csvRow).join("")}`)?.slice(1)).toEqual(rows);
    }),
  );
});
