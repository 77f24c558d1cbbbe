import { QUOTE, COMMA, OPEN_BRACKET, BACKSLASH, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE } from "@/lib/json/bytes";
import { endOfString } from "@/lib/json/string";
import type { GeneralSettings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";

/**
 * How large the value of a body may be, whatever its size in bytes: the levels of nested objects and lists, the
 * outermost included, and the number of all members of objects and entries of lists.
 */
export type JsonBounds = Pick<GeneralSettings, "max_body_depth" | "max_body_members">;

/** Most names and many values are shorter. Looking further byte by byte costs more than a native search. */
const SHORT_STRING = 24;

/**
 * Counts the members of a JSON text in one pass that builds nothing, because a value can take 20 times the memory of
 * its text. The bytes need not be valid JSON. @throws GatewayError invalid_request that names the exceeded bound
 */
export function countMembers(bytes: Buffer, bounds: JsonBounds): number {
  let depth = 0;
  let members = 0;
  /** Whether an object or a list has been opened and nothing has come in it yet. */
  let isFresh = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte <= 0x20) continue;
    if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth--;
      isFresh = false;
      continue;
    }
    if (isFresh || byte === COMMA) {
      isFresh = false;
      if (++members > bounds.max_body_members) throw tooManyMembers(bounds);
    }
    if (byte === QUOTE) at = endOfShortString(bytes, at) - 1;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (++depth > bounds.max_body_depth) throw tooDeep(bounds.max_body_depth);
      isFresh = true;
    }
  }
  return members;
}

/** The refusal of a body with more levels than it may have. */
export function tooDeep(maxDepth: number): GatewayError {
  return new GatewayError("invalid_request", `The body has more than ${maxDepth} levels (max_body_depth).`);
}

function tooManyMembers({ max_body_members }: JsonBounds): GatewayError {
  return new GatewayError("invalid_request", `The body has more than ${max_body_members} members (max_body_members).`);
}

/** As `endOfString`, which is slow for strings of a few bytes. */
function endOfShortString(bytes: Buffer, start: number): number {
  const end = Math.min(start + SHORT_STRING, bytes.length);
  for (let at = start + 1; at < end; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) break;
  }
  return endOfString(bytes, start);
}
