const MARK = "\u2060exact-number:";
/** Strings as a whole, so that digits in them are left alone. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** What a double may not hold: too many digits, or too large an exponent. */
const MAY_BE_LONG = /\d{16}|\d\.\d{15}|\d[eE][+-]?\d{3}/;
/** Also where the text stands in another text, its quotes escaped. */
const MARKED = new RegExp(`\\\\*"${MARK}(-?[0-9.eE+-]+)\\\\*"`, "g");

/**
 * JSON.parse rounds long numbers, and a tool's argument may be one: an account, a snowflake. Where a translation parses
 * and writes again, such numbers travel as marked texts instead. One of these per translation: a text that forges the
 * mark is taken for no number that it has not marked itself.
 */
export class ExactNumbers {
  readonly #marked = new Set<string>();

  /** A JSON text that can be parsed without loss. */
  mark(json: string): string {
    if (!MAY_BE_LONG.test(json)) return json;
    return json.replaceAll(STRING_OR_NUMBER, (token) => {
      if (token.startsWith('"') || !MAY_BE_LONG.test(token)) return token;
      this.#marked.add(token);
      return `"${MARK}${token}"`;
    });
  }

  /** The JSON text of what was parsed from marked ones, its numbers as they were. */
  restore(json: string): string {
    if (this.#marked.size === 0) return json;
    return json.replaceAll(MARKED, (text: string, token: string) => (this.#marked.has(token) ? token : text));
  }
}
