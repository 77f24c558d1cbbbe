import { QUOTE, COMMA, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET } from "./bytes";
import { endOfString } from "./string";

/** Gets the names of a JSON text. A method that returns a string ends the scan. */
export interface NameVisitor {
  /** An object or a list begins; `depth` is 1 for the outermost. */
  opened?(depth: number): string | undefined;
  /** `isRepeated`: the same object has had this member already. */
  named(name: string, isRepeated: boolean): string | undefined;
}

/**
 * Visits the names of all members, in one pass that builds no value. Returns what the visitor returned. Invalid JSON
 * may end the pass early; a parser must refuse it afterwards. @throws SyntaxError
 */
export function scanNames(text: string, visitor: NameVisitor): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  let expectsName = false;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case OPEN_BRACE:
      case OPEN_BRACKET: {
        expectsName = text.charCodeAt(at) === OPEN_BRACE;
        open.push(expectsName ? new Set() : undefined);
        const found = visitor.opened?.(open.length);
        if (found !== undefined) return found;
        break;
      }
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        open.pop();
        expectsName = false;
        break;
      case COMMA:
        expectsName = open.at(-1) !== undefined;
        break;
      case QUOTE: {
        const end = endOfString(text, at);
        if (expectsName) {
          const name = nameOf(text.slice(at, end));
          const names = open.at(-1);
          const found = visitor.named(name, names?.has(name) ?? false);
          if (found !== undefined) return found;
          names?.add(name);
          expectsName = false;
        }
        at = end - 1;
        break;
      }
      default:
    }
  }
  return undefined;
}

/** The first name that an object of the text has twice, at any level; undefined: there is none. The text is JSON. */
export function repeatedName(text: string): string | undefined {
  return scanNames(text, { named: (name, isRepeated) => (isRepeated ? name : undefined) });
}

function nameOf(json: string): string {
  return json.includes("\\") ? String(JSON.parse(json)) : json.slice(1, -1);
}
