/** The dollars that somebody has typed, above zero; NaN: it is not such an amount. */
export function readDollars(text: string): number {
  const dollars = /^\s*\$?\d+(\.\d+)?\s*$/.test(text) ? Number(text.replace("$", "")) : Number.NaN;
  return dollars > 0 ? dollars : Number.NaN;
}
