/** Lines of `name: value` as their pairs. A line without a colon has an empty value, which the gateway refuses. */
export function pairsIn(text: string): Record<string, string> {
  return Object.fromEntries(linesOf(text).map((line) => splitAt(line, line.indexOf(":"))));
}

/** Lines of `name: number`, whose names may have colons. Other than a number is NaN, which the gateway refuses. */
export function numbersIn(text: string): Record<string, number> {
  return Object.fromEntries(
    linesOf(text).map((line) => {
      const [name, number] = splitAt(line, line.lastIndexOf(":"));
      return [name, number === "" ? NaN : Number(number)];
    }),
  );
}

/**
 * Lines of `name: value`, whose values are numbers, `true` or `false`, or texts. In quotes, each of them is a text.
 */
export function valuesIn(text: string): Record<string, string | number | boolean> {
  return Object.fromEntries(Object.entries(pairsIn(text)).map(([name, value]) => [name, valueIn(value)]));
}

function valueIn(text: string): string | number | boolean {
  if (/^".*"$/.test(text)) return text.slice(1, -1);
  if (text === "true" || text === "false") return text === "true";
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/.test(text) ? Number(text) : text;
}

/** Values as such lines, in the order of their names. */
export function textOfValues(values: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(values).map(([name, value]) => {
    const isPlain = typeof value !== "string" || (valueIn(value) === value && value === value.trim());
    return [name, isPlain ? value : `"${value}"`];
  });
  return textOfPairs(Object.fromEntries(texts));
}

/** Pairs as lines, in the order of their names. */
export function textOfPairs(pairs: Readonly<Record<string, unknown>>): string {
  const sorted = Object.entries(pairs).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([name, value]) => `${name}: ${String(value)}`).join("\n");
}

function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

function splitAt(line: string, colon: number): [string, string] {
  return colon === -1 ? [line, ""] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
}
