/**
 * Sets of characters as bits: ASCII one by one, and others that stand for the rest. Two sets of an expression that share
 * no character of these share none that matters.
 */
const CHARACTERS = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ..."\x85\xa0éÉßπΩЖж中あ\u2028\u2029\ufeff\u200b\ud800\udc00😀\u212a",
];

/** @param {(character: string) => boolean} has */
const setOf = (has) =>
  CHARACTERS.reduce((set, character, index) => (has(character) ? set | (1n << BigInt(index)) : set), 0n);

export const ALL = setOf(() => true);
export const DIGIT = setOf((one) => /\d/.test(one));
export const SPACE = setOf((one) => /\s/.test(one));
export const WORD = setOf((one) => /\w/.test(one));
export const LINE_END = setOf((one) => /[\n\r\u2028\u2029]/.test(one));

/** The rest beyond ASCII: a range or a character there counts as all of it, to be on the safe side. */
const BEYOND = ALL & ~setOf((one) => one < "\x80");

/**
 * @param {string | bigint | RegExp} from a character, a set, or what tells the members of one
 * @param {string | bigint | RegExp} [to] the last character of a range
 */
export function classOf(from, to = from) {
  if (typeof from === "bigint") return from;
  if (from instanceof RegExp) return setOf((one) => from.test(one));
  const last = typeof to === "string" ? to : from;
  const ascii = setOf((one) => one < "\x80" && one >= from && one <= last);
  return last >= "\x80" ? ascii | BEYOND : ascii;
}

/** The set with the other case of each member. */
export function both(set) {
  const members = CHARACTERS.filter((_, index) => (set >> BigInt(index)) & 1n);
  const folded = new Set(members.flatMap((one) => [one.toLowerCase(), one.toUpperCase()]));
  return set | setOf((one) => folded.has(one) || folded.has(one.toLowerCase()) || folded.has(one.toUpperCase()));
}
