import fc from "fast-check";
import { expect, test } from "vitest";
import { digitsOf, exactDollars, nanosOf, sharesOf } from "./exact-dollars";

test.each([
  [1.2, 2, "$1.20"],
  [1204.50213, 6, "$1,204.502130"],
  [0.000000001, 9, "$0.000000001"],
  [0, 2, "$0.00"],
  [-0.25, 2, "−$0.25"],
])("%d with %i digits is %s", (dollars, digits, text) => {
  expect(exactDollars(nanosOf(dollars), digits)).toBe(text);
});

test.each([
  [[1.5, 2], 2],
  [[1.5, 0.125], 3],
  [[0.000012, 3], 6],
  [[0.000000001], 9],
  [[], 2],
])("%j need %i digits", (dollars, digits) => {
  expect(digitsOf(dollars.map(nanosOf))).toBe(digits);
});

test("amounts that are shown exactly add up to their sum as shown", () => {
  const rows = [0.1, 0.2, 0.000003, 812.40731].map(nanosOf);
  const sum = rows.reduce((total, one) => total + one, 0);
  expect(exactDollars(sum, digitsOf(rows))).toBe("$812.707313");
});

test.each([
  [
    [1, 1, 1],
    [334, 333, 333],
  ],
  [
    [999_999, 1],
    [1000, 0],
  ],
  [
    [0, 0],
    [0, 0],
  ],
  [[5], [1000]],
])("the shares of %j are %j", (amounts, shares) => {
  expect(sharesOf(amounts)).toEqual(shares);
});

test("shares add up to 100%, and none is a tenth of a percent off", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 10 ** 12 }), { minLength: 1, maxLength: 300 }), (amounts) => {
      const sum = amounts.reduce((total, amount) => total + amount, 0);
      const shares = sharesOf(amounts);
      expect(shares.reduce((total, share) => total + share, 0)).toBe(sum === 0 ? 0 : 1000);
      shares.forEach((share, at) =>
        expect(Math.abs(share - (sum && ((amounts[at] ?? 0) / sum) * 1000))).toBeLessThan(1),
      );
    }),
  );
});
