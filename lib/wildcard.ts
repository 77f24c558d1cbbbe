/**
 * The one `*` dialect of the gateway, for model names, model lists and routes: `*` matches any run of characters,
 * `/` included and possibly empty; matching is anchored at both ends and case-sensitive. No pattern ever becomes
 * a RegExp: time is linear in the name for a given pattern, whatever either of them holds.
 */

/** What each `*` matched, from left to right, or undefined when the name does not fit. Stars take greedily from the left. */
export function captureStars(pattern: string, name: string): string[] | undefined {
  const literals = pattern.split("*");
  const first = literals[0] ?? "";
  if (literals.length === 1) return name === pattern ? [] : undefined;
  const last = literals[literals.length - 1] ?? "";
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return undefined;

  // Greedy from the left means: each inner literal stands as far right as the ones after it allow.
  const captures: string[] = [];
  let end = name.length - last.length;
  for (let index = literals.length - 2; index >= 1; index--) {
    const literal = literals[index] ?? "";
    const at = end - literal.length < first.length ? -1 : name.lastIndexOf(literal, end - literal.length);
    if (at < first.length) return undefined;
    captures.push(name.slice(at + literal.length, end));
    end = at;
  }
  captures.push(name.slice(first.length, end));
  return captures.reverse();
}

/** Whether a name fits a pattern. */
export function matchesPattern(pattern: string, name: string): boolean {
  if (pattern === "*") return true;
  return pattern.includes("*") ? captureStars(pattern, name) !== undefined : pattern === name;
}

/** How many `*` a pattern has. */
export function countStars(pattern: string): number {
  return pattern.split("*").length - 1;
}

/**
 * Fills the stars of an upstream pattern from left to right, all at once, so that a capture that itself holds `*`
 * is never filled again. No star: pinned, returned as it is. Fewer stars than captures: the last captures fill
 * them. More stars than captures is a configuration error that the loader refuses; here they fill with "".
 */
export function fillStars(pattern: string, captures: readonly string[]): string {
  const literals = pattern.split("*");
  const stars = literals.length - 1;
  const used = captures.slice(Math.max(0, captures.length - stars));
  return literals.map((literal, index) => (index < stars ? literal + (used[index] ?? "") : literal)).join("");
}

/**
 * Orders patterns from the most to the least specific: exact, then more literal characters, then fewer `*`, then
 * the longer literal prefix. Zero is a tie, which the order of configuration decides.
 */
export function compareSpecificity(a: string, b: string): number {
  const starsA = countStars(a);
  const starsB = countStars(b);
  if (starsA === 0 || starsB === 0) return Number(starsA > 0) - Number(starsB > 0);
  return b.length - starsB - (a.length - starsA) || starsA - starsB || b.indexOf("*") - a.indexOf("*");
}
