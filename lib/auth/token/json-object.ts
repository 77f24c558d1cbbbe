import { isObject } from "@/lib/is-object";
import { scanNames } from "@/lib/json/member-names";

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

/** Checks the text before anything is built. @throws SyntaxError */
function findFault(text: string): string | undefined {
  return scanNames(text, {
    opened: (depth) => (depth > MAX_DEPTH ? `nests deeper than ${MAX_DEPTH} levels` : undefined),
    named(name, isRepeated) {
      if (name === "__proto__") return 'has a member called "__proto__"';
      return isRepeated ? "has the same member twice" : undefined;
    },
  });
}
