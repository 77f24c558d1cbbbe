import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimalUnits, divideHalfUp, dollarsFromNano, nanoFromDollars } from "./money";

describe("decimalUnits", () => {
  it.each([
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
  ])("takes %d with %d places as it is written: %d", (value, digits, units) => {
    expect(decimalUnits(value, digits)).toBe(units);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("refuses %d", (value) => {
    expect(() => decimalUnits(value, 6)).toThrow(RangeError);
  });
});

it("half a unit is rounded up, less is rounded down", () => {
  expect([499n, 500n, 999n, 1499n, 1500n].map((pico) => divideHalfUp(pico, 1000n))).toEqual([0n, 1n, 1n, 1n, 2n]);
});

it("nano-dollars and their decimal notation are the same number", () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 20n), 10n ** 20n), (nano) => {
      const text = dollarsFromNano(nano);
      expect(text).toMatch(/^-?\d+\.\d{9}$/);
      expect(BigInt(text.replace(".", ""))).toBe(nano);
      expect(nanoFromDollars(text)).toBe(nano);
    }),
  );
});

it.each([
  ["0", 0n],
  ["12", 12_000_000_000n],
  ["-0.5", -500_000_000n],
  ["0.000000001", 1n],
])("reads %s dollars", (text, nano) => {
  expect(nanoFromDollars(text)).toBe(nano);
});

it.each(["", "1e3", "0.0000000001", "NaN", "1,5", "--1"])("does not take %s for dollars", (text) => {
  expect(() => nanoFromDollars(text)).toThrow(RangeError);
});
