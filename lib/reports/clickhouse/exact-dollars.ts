/** An exact decimal with all nine digits behind the point, as PostgreSQL writes amounts. */
export function exactDollars(text: string): string {
  const [whole = "0", fraction = ""] = text.split(".");
  return `${whole}.${fraction.padEnd(9, "0")}`;
}
