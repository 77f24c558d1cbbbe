/**
 * Exact money. Spend is in whole nano-dollars (1e-9 dollars) and unit prices in whole pico-dollars (1e-12), both
 * bigint. Sums therefore do not depend on their order, and no binary fraction is ever involved.
 */

/**
 * Converts a decimal number to units of 10^-digits, rounding half a unit up. It reads the number's shortest decimal
 * notation, as a person wrote it in a price list, and not the binary fraction behind it. @throws RangeError for a
 * negative or non-finite number
 */
export function decimalUnits(value: number, digits: number): bigint {
  const parts = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(value.toString());
  if (!parts) throw new RangeError(`${value} is not an amount of money`);
  const [, whole = "", fraction = "", exponent = "0"] = parts;
  const significand = BigInt(whole + fraction);
  const shift = digits + Number(exponent) - fraction.length;
  return shift >= 0 ? significand * 10n ** BigInt(shift) : divideHalfUp(significand, 10n ** BigInt(-shift));
}

/** Divides non-negative amounts, rounding half up. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor) / (divisor * 2n);
}

let lastNano = 0n;
let lastDollars = "0.000000000";

/**
 * Nano-dollars as a decimal number of dollars with nine places, as the database takes it: 1500000000n is "1.500000000".
 * The last result is kept, because the journal, the database and the caller ask for the same amount in a row.
 */
export function dollarsFromNano(nano: bigint): string {
  if (nano !== lastNano) {
    const digits = (nano < 0n ? -nano : nano).toString().padStart(10, "0");
    lastDollars = `${nano < 0n ? "-" : ""}${digits.slice(0, -9)}.${digits.slice(-9)}`;
    lastNano = nano;
  }
  return lastDollars;
}

/** Parses a decimal number of dollars. @throws RangeError if the text is not one with at most nine places */
export function nanoFromDollars(dollars: string): bigint {
  const [, sign, whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(dollars) ?? [];
  if (whole === "") throw new RangeError("not an amount of dollars");
  const nano = BigInt(whole + fraction.padEnd(9, "0"));
  return sign === "-" ? -nano : nano;
}
