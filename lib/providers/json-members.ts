import { QUOTE, COMMA, COLON, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET } from "@/lib/json/bytes";
import { endOfString } from "@/lib/json/string";

/** The position of a member's value in the bytes of a JSON object. */
export interface MemberRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the top-level members of a JSON object by name, in one pass that neither copies nor builds anything. Bodies can
 * then be edited in place, so that unknown fields, number formats and key order survive. The bytes must be valid JSON
 * with an object outermost. A name that occurs twice is listed in `duplicates`: parsers disagree about which one
 * counts, so a check could read one and the upstream the other.
 */
export function scanMembers(bytes: Buffer): {
  members: Map<string, MemberRange>;
  duplicates: string[];
  closing: number;
  /** Levels of objects and lists inside one another; the outermost is the first. */
  depth: number;
} {
  const members = new Map<string, MemberRange>();
  const duplicates: string[] = [];
  const deepest = { depth: 0 };
  let at = skipSpace(bytes, bytes.indexOf(OPEN_BRACE) + 1);
  while (bytes[at] === QUOTE) {
    const nameEnd = endOfString(bytes, at);
    const name: unknown = JSON.parse(bytes.toString("utf8", at, nameEnd));
    at = skipSpace(bytes, nameEnd);
    if (bytes[at] !== COLON || typeof name !== "string") break;
    const start = skipSpace(bytes, at + 1);
    const end = endOfValue(bytes, start, deepest);
    if (members.has(name)) duplicates.push(name);
    members.set(name, { start, end });
    at = skipSpace(bytes, end);
    if (bytes[at] === COMMA) at = skipSpace(bytes, at + 1);
  }
  return { members, duplicates, closing: at, depth: 1 + deepest.depth };
}

/** Finds the elements of a JSON list, whose bytes must be valid and begin with the bracket. */
export function scanElements(bytes: Buffer): MemberRange[] {
  const elements: MemberRange[] = [];
  const deepest = { depth: 0 };
  let at = skipSpace(bytes, 1);
  while (at < bytes.length && bytes[at] !== CLOSE_BRACKET) {
    const end = endOfValue(bytes, at, deepest);
    elements.push({ start: at, end });
    at = skipSpace(bytes, end);
    if (bytes[at] === COMMA) at = skipSpace(bytes, at + 1);
  }
  return elements;
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (isSpace(bytes[at])) at++;
  return at;
}

/** `deepest` grows to the levels of the value. */
function endOfValue(bytes: Buffer, start: number, deepest: { depth: number }): number {
  let depth = 0;
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) {
      at = endOfString(bytes, at);
      if (depth === 0) return at;
      continue;
    }
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (++depth > deepest.depth) deepest.depth = depth;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      if (depth === 0) return trimEnd(bytes, at);
      depth--;
      if (depth === 0) return at + 1;
    } else if (byte === COMMA && depth === 0) return trimEnd(bytes, at);
    at++;
  }
  return trimEnd(bytes, at);
}

function trimEnd(bytes: Buffer, end: number): number {
  let at = end;
  while (isSpace(bytes[at - 1])) at--;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
