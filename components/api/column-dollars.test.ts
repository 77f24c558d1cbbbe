import { expect, test } from "vitest";
import { columnDollars } from "./column-dollars";

test.each([
  [
    [1234.5, 12.3, 0.0042, 0],
    ["$1,234.50", "$12.30", "<$0.01", "$0"],
  ],
  [
    [0.5, 0.0042, 0.00001],
    ["$0.5000", "$0.0042", "<$0.0001"],
  ],
  [
    [0.0042, 0.0000012, 0.0000000012],
    ["$0.004200", "$0.000001", "<$0.000001"],
  ],
  [
    [0, 0],
    ["$0", "$0"],
  ],
  [
    [-12.3, 0.4],
    ["-$12.30", "$0.40"],
  ],
  [
    [0.999, 1],
    ["$1.00", "$1.00"],
  ],
  [[1e9], ["$1,000,000,000.00"]],
  [[], []],
])("the amounts %j have one precision: %j", (amounts, texts) => {
  const { format } = columnDollars(amounts);
  expect(amounts.map(format)).toEqual(texts);
});

test("the digits behind the point are those of every amount but zero", () => {
  expect([[12, 0.1], [0.1], [0.001], [0]].map((amounts) => columnDollars(amounts).digits)).toEqual([2, 4, 6, 0]);
});
