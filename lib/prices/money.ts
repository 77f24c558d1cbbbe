/**
 * Exact money. Spend is whole nano-dollars (1e-9 dollars), unit prices are whole pico-dollars (1e-12), both bigint:
 * sums do not depend on their order and no binary fraction ever enters.
 */

/**
 * A decimal number in units of 10^-digits, half a unit rounded up. The number is taken by its shortest decimal
 * notation, the one a person wrote in a price list, not by the binary fraction behind it.
 * @throws RangeError for a negative or non-finite number
 */
export function decimalUnits(value: number, digits: number): bigint {
  const parts = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(value.toString());
  if (!parts) throw new RangeError(`${value} is not an amount of money`);
  const [, whole = "", fraction = "", exponent = "0"] = parts;
  const significand = BigInt(whole + fraction);
  const shift = digits + Number(exponent) - fraction.length;
  return shift >= 0 ? significand * 10n ** BigInt(shift) : divideHalfUp(significand, 10n ** BigInt(-shift));
}

/** Division of non-negative amounts, half rounded up. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor) / (divisor * 2n);
}

let lastNano = 0n;
let lastDollars = "0.000000000";

/**
 * Nano-dollars as a decimal number of dollars with nine places, as the database takes it: 1500000000n is "1.500000000".
 * The same amount is asked for several times in a row: for the journal, the database and the caller.
 */
export function dollarsFromNano(nano: bigint): string {
  if (nano !== lastNano) {
    const digits = (nano < 0n ? -nano : nano).toString().padStart(10, "0");
    lastDollars = `${nano < 0n ? "-" : ""}${digits.slice(0, -9)}.${digits.slice(-9)}`;
    lastNano = nano;
  }
  return lastDollars;
}

/** The other way round. @throws RangeError when the text is not a decimal number of dollars with at most nine places */
export function nanoFromDollars(dollars: string): bigint {
  const [, sign, whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(dollars) ?? [];
  if (whole === "") throw new RangeError("not an amount of dollars");
  const nano = BigInt(whole + fraction.padEnd(9, "0"));
  return sign === "-" ? -nano : nano;
}
