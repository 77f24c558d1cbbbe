const MARK = "\u2060exact-number:";
/**
 * Matches whole strings too, so that digits inside them are left alone. A string without an end is one as well, or the
 * search would begin again at each quotation mark in it.
 */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\[^]?)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** A number that a double may not hold: too many digits, or too large an exponent. */
const MAY_BE_LONG = /\d{16}|\d\.\d{15}|\d[eE][+-]?\d{3}/;
/** What follows the mark. In a text within a text its quotes are escaped. */
const MARKED = /(-?[0-9.eE+-]+)\\*"/y;

/**
 * JSON.parse rounds long numbers, and a tool's argument may be one: an account number, a snowflake id. A translation
 * that parses and writes JSON therefore carries such numbers as marked texts. Make one instance per translation: a text
 * that imitates the mark is not taken for a number that another instance marked.
 */
export class ExactNumbers {
  /** Made for the first one: hardly any translation has such a number. */
  #marked: Set<string> | undefined;

  /** Rewrites a JSON text so that parsing it loses nothing. */
  mark(json: string): string {
    if (!MAY_BE_LONG.test(json)) return json;
    const marked = (this.#marked ??= new Set());
    return json.replaceAll(STRING_OR_NUMBER, (token) => {
      if (token.startsWith('"') || !MAY_BE_LONG.test(token)) return token;
      marked.add(token);
      return `"${MARK}${token}"`;
    });
  }

  /** Puts the original numbers back into JSON that was written from parsed values. */
  restore(json: string): string {
    const marked = this.#marked;
    if (!marked) return json;
    let restored = "";
    let done = 0;
    for (let at = json.indexOf(MARK); at !== -1; at = json.indexOf(MARK, at + 1)) {
      MARKED.lastIndex = at + MARK.length;
      const token = MARKED.exec(json)?.[1];
      if (token === undefined || json[at - 1] !== '"' || !marked.has(token)) continue;
      let start = at - 1;
      while (start > done && json[start - 1] === "\\") start -= 1;
      restored += json.slice(done, start) + token;
      done = MARKED.lastIndex;
    }
    return restored + json.slice(done);
  }
}
