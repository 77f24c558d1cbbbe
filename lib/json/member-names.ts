import { QUOTE, COLON, COMMA, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET } from "./bytes";
import { endOfString, lastOfString } from "./string";

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

/**
 * Whether each object of a JSON text has each of its names once, and at most this many levels. `value`: of the
 * text. Where a name comes twice, the value has fewer members than the text has names, so no name need be looked at.
 */
export function hasNamesOnce(text: string, value: unknown, mostLevels: number): boolean {
  const names = countNames(text, mostLevels);
  return names !== undefined && names === countMembers(value);
}

/** The names in a JSON text; undefined: it has more levels. */
function countNames(text: string, mostLevels: number): number | undefined {
  let names = 0;
  let level = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (++level > mostLevels) return undefined;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        level--;
        break;
      case COLON:
        names++;
        break;
      case QUOTE:
        at = lastOfString(text, at);
        break;
      default:
    }
  }
  return names;
}

/** The members of all objects of a JSON value. */
function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) for (const one of value) members += countMembers(one);
  else for (const name in value) members += 1 + countMembers(value[name as keyof typeof value]);
  return members;
}

function nameOf(json: string): string {
  return json.includes("\\") ? String(JSON.parse(json)) : json.slice(1, -1);
}
