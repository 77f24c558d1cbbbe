import { QUOTE, COMMA, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET } from "@/lib/json/bytes";
import { isObject } from "@/lib/is-object";
import { endOfString } from "@/lib/json/string";

/** How deep objects and lists may nest. Real tokens and key sets stay below ten levels. */
export const MAX_DEPTH = 32;

// Keep a byte order mark in the text, so that it is refused as invalid JSON: one spelling for one object.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A JSON object, or a fault that completes the sentence "The token's payload ...". */
export type ParsedObject = { readonly value: Record<string, unknown> } | { readonly fault: string };

/**
 * Parses a JSON object from an untrusted source. It refuses more than `JSON.parse` does: nesting deeper than 32 levels,
 * a repeated member at any level (parsers disagree about which one counts, RFC 7519 §4), and a member called
 * `__proto__`.
 */
export function parseJsonObject(text: string): ParsedObject {
  try {
    const fault = findFault(text);
    if (fault) return { fault };
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return { value };
  } catch {
    // Fall through to the fault below.
  }
  return { fault: "is not a JSON object" };
}

/** Parses a JSON object from bytes, which must be UTF-8. */
export function parseJsonBytes(bytes: Uint8Array): ParsedObject {
  try {
    return parseJsonObject(decoder.decode(bytes));
  } catch {
    return { fault: "is not UTF-8" };
  }
}

/** Whether a base64url part holds a JSON object with that member. Good for classifying a text, not for trusting it. */
export function holdsMember(part: string, name: string): boolean {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return isObject(value) && Object.hasOwn(value, name);
  } catch {
    return false;
  }
}

/**
 * Checks the text in one pass before anything is built. Invalid JSON may end the pass early; the parser then refuses
 * it. @throws SyntaxError
 */
function findFault(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  let expectsName = false;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (open.length === MAX_DEPTH) return `nests deeper than ${MAX_DEPTH} levels`;
        expectsName = text.charCodeAt(at) === OPEN_BRACE;
        open.push(expectsName ? new Set() : undefined);
        break;
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
          const fault = addName(open.at(-1), JSON.parse(text.slice(at, end)));
          if (fault) return fault;
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

function addName(names: Set<string> | undefined, name: string): string | undefined {
  if (name === "__proto__") return 'has a member called "__proto__"';
  if (names?.has(name)) return "has the same member twice";
  names?.add(name);
  return undefined;
}
