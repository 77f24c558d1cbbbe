import { ALL, both, classOf, DIGIT, LINE_END, SPACE, WORD } from "./characters.mjs";

/**
 * A regular expression as a tree. An edge is the beginning or the end of the text; a test reads no character.
 *
 * @typedef {{ is: "set", set: bigint } | { is: "edge" | "test" | "unknown" } | { is: "all", of: Node[] }
 *   | { is: "one", of: Node[] } | { is: "repeat", of: Node, least: number, most: number }
 *   | { is: "ahead" | "behind", of: Node }} Node
 */

/** From this many repetitions on, a bound is none: `{1,4096}` takes as long as `+` on strings of that length. */
const MANY = 300;

/** What an escape of one letter stands for: one of several characters, or one that is seldom written as itself. */
const SETS = { d: DIGIT, D: ALL & ~DIGIT, s: SPACE, S: ALL & ~SPACE, w: WORD, W: ALL & ~WORD };
const CONTROLS = { n: "\n", r: "\r", t: "\t", f: "\f", v: "\v", 0: "\0", b: "\b" };

/** @param {string} source @param {string} flags @returns {Node} */
export function parseRegex(source, flags) {
  const hasCase = !flags.includes("i");
  let at = 0;
  const set = (characters) => ({ is: "set", set: hasCase ? characters : both(characters) });
  const take = (text) => source.startsWith(text, at) && ((at += text.length), true);

  function alternatives() {
    const of = [sequence()];
    while (take("|")) of.push(sequence());
    return of.length === 1 ? of[0] : { is: "one", of };
  }

  function sequence() {
    const of = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") of.push(repeated(atom()));
    return { is: "all", of };
  }

  function repeated(of) {
    const counts = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})/.exec(source.slice(at));
    if (!counts) return of;
    at += counts[0].length;
    take("?");
    const usual = { "*": [0, Infinity], "+": [1, Infinity], "?": [0, 1] }[counts[0]];
    const upTo = counts[3] ? Number(counts[3]) : counts[2] ? Infinity : undefined;
    const [least, most] = usual ?? [Number(counts[1]), upTo];
    return { is: "repeat", of, least, most: (most ?? least) >= MANY ? Infinity : (most ?? least) };
  }

  function group(is) {
    const of = alternatives();
    take(")");
    return is === undefined ? of : { is, of };
  }

  function atom() {
    if (take("(?=") || take("(?!")) return group("ahead");
    if (take("(?<=") || take("(?<!")) return group("behind");
    if (take("(?<")) {
      at = source.indexOf(">", at) + 1;
      return group();
    }
    if (take("(?:") || take("(")) return group();
    if (take("^")) return flags.includes("m") ? set(LINE_END) : { is: "edge" };
    if (take("$")) return { is: "edge" };
    if (take(".")) return set(flags.includes("s") ? ALL : ALL & ~LINE_END);
    if (take("[")) return set(members());
    if (take("\\b") || take("\\B")) return { is: "test" };
    if (/^\\(?:[1-9]|k<)/.test(source.slice(at, at + 3))) {
      at += 2;
      return { is: "unknown" };
    }
    return set(classOf(character()));
  }

  /** The inside of square brackets, with the closing one. */
  function members() {
    const isWithout = take("^");
    let found = 0n;
    while (at < source.length && !take("]")) {
      const from = character();
      const isRange = source[at] === "-" && source[at + 1] !== "]" && typeof from === "string";
      if (isRange) at += 1;
      found |= classOf(from, isRange ? character() : from);
    }
    return isWithout ? ALL & ~(hasCase ? found : both(found)) : found;
  }

  /** One character, or the set that an escape such as `\d` stands for. */
  function character() {
    const plain = String.fromCodePoint(source.codePointAt(at));
    at += plain.length;
    if (plain !== "\\") return plain;
    const escape = source[at++];
    if (escape in SETS) return SETS[escape];
    if (escape in CONTROLS) return CONTROLS[escape];
    const rest = source.slice(at - 1);
    const code = /^(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]+)\})/i.exec(rest);
    if (code) {
      at += code[0].length - 1;
      return String.fromCodePoint(parseInt(code[1] ?? code[2] ?? code[3], 16));
    }
    const property = /^[pP]\{[^}]*\}/.exec(rest);
    if (!property) return escape;
    at += property[0].length - 1;
    return classOf(new RegExp(`\\${property[0]}`, "u"));
  }

  return alternatives();
}
