import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimalUnits, divideHalfUp, dollarsFromNano, nanoFromDollars } from "./money";

describe("decimalUnits", () => {
  test.each([
    [2.5e-6, 12, 2_500_000n],
    [0.15, 6, 150_000n],
    [1e-12, 12, 1n],
    [4e-13, 12, 0n],
    [5e-13, 12, 1n],
    [0.049999999999999996, 6, 50_000n],
    [7.500000000000001e-8, 12, 75_000n],
    [0, 12, 0n],
    [1e21, 0, 10n ** 21n],
    [1.5e300, 0, 15n * 10n ** 299n],
  ])("%d with %d places is taken as it is written: %d", (value, digits, units) => {
    expect(decimalUnits(value, digits)).toBe(units);
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("%d is refused as an amount of money", (value) => {
    expect(() => decimalUnits(value, 6)).toThrow(RangeError);
  });
});

test("half a unit is rounded up and less is rounded down", () => {
  expect([499n, 500n, 999n, 1499n, 1500n].map((pico) => divideHalfUp(pico, 1000n))).toEqual([0n, 1n, 1n, 1n, 2n]);
});

test("nano-dollars and their decimal notation are the same number", () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 20n), 10n ** 20n), (nano) => {
      const text = dollarsFromNano(nano);
      expect(text).toMatch(/^-?\d+\.\d{9}$/);
      expect(BigInt(text.replace(".", ""))).toBe(nano);
      expect(nanoFromDollars(text)).toBe(nano);
    }),
  );
});

test.each([
  ["0", 0n],
  ["12", 12_000_000_000n],
  ["-0.5", -500_000_000n],
  ["0.000000001", 1n],
])("%s dollars are read", (text, nano) => {
  expect(nanoFromDollars(text)).toBe(nano);
});

test.each(["", "1e3", "0.0000000001", "NaN", "1,5", "--1"])("%s is refused as an amount of dollars", (text) => {
  expect(() => nanoFromDollars(text)).toThrow(RangeError);
});
