const NANOS = 1_000_000_000;
const whole = new Intl.NumberFormat("en-US");

/** Dollars as whole nano-dollars, in which sums are exact up to nine million dollars. */
export function nanosOf(dollars: number): number {
  return Math.round(dollars * NANOS);
}

/** How many digits behind the point show all amounts exactly, at least two. */
export function digitsOf(nanos: readonly number[]): number {
  let digits = 2;
  for (const amount of nanos) while (digits < 9 && amount % 10 ** (9 - digits) !== 0) digits++;
  return digits;
}

/** Nano-dollars as dollars with a number of digits behind the point: $1,204.502130. */
export function exactDollars(nanos: number, digits: number): string {
  const amount = Math.abs(nanos);
  const fraction = String(amount % NANOS).padStart(9, "0");
  return `${nanos < 0 ? "−" : ""}$${whole.format(Math.floor(amount / NANOS))}.${fraction.slice(0, digits)}`;
}

/**
 * The shares of amounts in their sum, in tenths of a percent that add up to exactly 1000. What rounding down leaves
 * goes to the largest remainders. All are 0 if the sum is 0.
 */
export function sharesOf(amounts: readonly number[]): number[] {
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  if (sum <= 0) return amounts.map(() => 0);
  const exact = amounts.map((amount) => (amount / sum) * 1000);
  const shares = exact.map(Math.floor);
  const left = 1000 - shares.reduce((total, share) => total + share, 0);
  const byRemainder = exact
    .map((share, at) => ({ at, remainder: share - Math.floor(share) }))
    .sort((a, b) => b.remainder - a.remainder || a.at - b.at);
  for (const { at } of byRemainder.slice(0, left)) shares[at] = (shares[at] ?? 0) + 1;
  return shares;
}
