import { QUOTE, COMMA, OPEN_BRACKET, BACKSLASH, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE } from "@/lib/json/bytes";
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
  const counter = new MemberCounter(bounds);
  counter.add(bytes);
  return counter.members;
}

/** Counts the members of a JSON text that comes in pieces, as `countMembers`. */
export class MemberCounter {
  readonly #bounds: JsonBounds;
  #depth = 0;
  #members = 0;
  /** Whether an object or a list has been opened and nothing has come in it yet. */
  #isFresh = false;
  /** Whether the last piece ended within a string, and there after an odd number of backslashes. */
  #isInString = false;
  #isEscaped = false;

  constructor(bounds: JsonBounds) {
    this.#bounds = bounds;
  }

  get members(): number {
    return this.#members;
  }

  /** @throws GatewayError invalid_request that names the exceeded bound */
  add(bytes: Buffer): void {
    let depth = this.#depth;
    let members = this.#members;
    let isFresh = this.#isFresh;
    for (let at = this.#isInString ? this.#endString(bytes, 0) : 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte <= 0x20) continue;
      if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        depth--;
        isFresh = false;
        continue;
      }
      if (isFresh || byte === COMMA) {
        isFresh = false;
        if (++members > this.#bounds.max_body_members) throw tooManyMembers(this.#bounds);
      }
      if (byte === QUOTE) at = this.#endShortString(bytes, at + 1) - 1;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        if (++depth > this.#bounds.max_body_depth) throw tooDeep(this.#bounds.max_body_depth);
        isFresh = true;
      }
    }
    this.#depth = depth;
    this.#members = members;
    this.#isFresh = isFresh;
  }

  /** As `#endString`, which is slow for strings of a few bytes. */
  #endShortString(bytes: Buffer, start: number): number {
    const end = Math.min(start + SHORT_STRING, bytes.length);
    for (let at = start; at < end; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) return at + 1;
      if (byte === BACKSLASH) break;
    }
    return this.#endString(bytes, start);
  }

  /** The position after the quote that closes the open string; the length if it comes in a later piece. */
  #endString(bytes: Buffer, start: number): number {
    for (let from = start; ;) {
      const quote = bytes.indexOf(QUOTE, from);
      const end = quote === -1 ? bytes.length : quote;
      let backslashes = 0;
      while (end - 1 - backslashes >= start && bytes[end - 1 - backslashes] === BACKSLASH) backslashes++;
      const isAllBackslashes = end - backslashes === start;
      const isEscaped = (backslashes + Number(isAllBackslashes && this.#isEscaped)) % 2 === 1;
      if (quote === -1) {
        this.#isInString = true;
        this.#isEscaped = isEscaped;
        return end;
      }
      if (!isEscaped) {
        this.#isInString = false;
        this.#isEscaped = false;
        return quote + 1;
      }
      from = quote + 1;
    }
  }
}

/** The refusal of a body with more levels than it may have. */
export function tooDeep(maxDepth: number): GatewayError {
  return new GatewayError("invalid_request", `The body has more than ${maxDepth} levels (max_body_depth).`);
}

function tooManyMembers({ max_body_members }: JsonBounds): GatewayError {
  return new GatewayError("invalid_request", `The body has more than ${max_body_members} members (max_body_members).`);
}
