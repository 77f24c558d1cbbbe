import { lastOccurrence } from "./last-occurrence";

/**
 * The gateway's only `*` dialect, for model names, model lists and routes. `*` matches any run of characters, `/`
 * included, possibly empty. Matching is anchored at both ends and case-sensitive, and does not normalise Unicode. No
 * pattern becomes a RegExp: time is linear in pattern and name, whatever they contain.
 */

/** What each `*` matched, from left to right; undefined if the name does not match. Stars are greedy from the left. */
export function captureStars(pattern: string, name: string): string[] | undefined {
  // Most patterns that are tried do not match, and taking them apart costs more than comparing their beginnings.
  for (let at = 0; at < pattern.length && pattern[at] !== "*"; at++) if (pattern[at] !== name[at]) return undefined;
  const literals = pattern.split("*");
  const first = literals[0] ?? "";
  if (literals.length === 1) return name === pattern ? [] : undefined;
  const last = literals[literals.length - 1] ?? "";
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return undefined;

  // Greedy from the left means that each inner literal is as far right as the literals after it allow.
  const captures: string[] = [];
  let end = name.length - last.length;
  for (let index = literals.length - 2; index >= 1; index--) {
    const literal = literals[index] ?? "";
    const at =
      end - literal.length < first.length ? -1 : lastOccurrence(name, literal, end - literal.length, first.length);
    if (at === -1) return undefined;
    captures.push(name.slice(at + literal.length, end));
    end = at;
  }
  captures.push(name.slice(first.length, end));
  return captures.reverse();
}

/** Whether a name matches a pattern. */
export function matchesPattern(pattern: string, name: string): boolean {
  if (pattern === "*") return true;
  return pattern.includes("*") ? captureStars(pattern, name) !== undefined : pattern === name;
}

/** How many `*` a pattern has. */
export function countStars(pattern: string): number {
  return pattern.split("*").length - 1;
}

/**
 * Fills the stars of an upstream pattern from left to right, all at once, so that a `*` within a capture is never
 * filled again. A pattern without a star is returned as it is. With fewer stars than captures, the last captures fill
 * them. More stars than captures is a configuration error that the loader refuses; here the surplus stars become "".
 */
export function fillStars(pattern: string, captures: readonly string[]): string {
  const literals = pattern.split("*");
  const stars = literals.length - 1;
  const used = captures.slice(Math.max(0, captures.length - stars));
  return literals.map((literal, index) => (index < stars ? literal + (used[index] ?? "") : literal)).join("");
}

/** How specific a pattern is. Characters are counted as people do: a surrogate pair is one character. */
export interface Specificity {
  readonly exact: boolean;
  readonly literalCharacters: number;
  readonly stars: number;
  /** Characters before the first `*`. */
  readonly literalPrefix: number;
}

/** Measures how specific a pattern is. */
export function specificityOf(pattern: string): Specificity {
  const stars = countStars(pattern);
  const literalCharacters = countCharacters(pattern) - stars;
  const literalPrefix = stars === 0 ? literalCharacters : countCharacters(pattern.slice(0, pattern.indexOf("*")));
  return { exact: stars === 0, literalCharacters, stars, literalPrefix };
}

/**
 * Orders patterns from the most to the least specific: exact names, then more literal characters, then fewer `*`, then
 * the longer literal prefix. Zero is a tie, which the order of the configuration decides.
 */
export function compareSpecificity(a: Specificity, b: Specificity): number {
  if (a.exact || b.exact) return Number(b.exact) - Number(a.exact);
  return b.literalCharacters - a.literalCharacters || a.stars - b.stars || b.literalPrefix - a.literalPrefix;
}

function countCharacters(text: string): number {
  let count = text.length;
  // The second half of a surrogate pair does not count.
  for (let index = 1; index < text.length; index++) if (isPair(text, index)) count--;
  return count;
}

function isPair(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800;
}
