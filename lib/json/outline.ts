import { isUtf8 } from "node:buffer";
import { BACKSLASH, QUOTE } from "./bytes";
import { endOfString } from "./string";

/** Characters of a string that an outline keeps: enough to tell the address of an image from a text. */
const KEPT = 128;
/** Bytes. A shorter string is kept whole. */
const LONG = 1024;

/** What is known of a JSON object before its long strings have been read. */
export interface Outline {
  /** The value, in some of whose members long strings end after 128 characters. */
  readonly value: unknown;
  /** Whether no string has been shortened. */
  readonly isWhole: boolean;
}

/** From the first byte of a member's value to behind its last. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * The outline of a JSON object, in less than half of the time that a parser takes for the whole. `shortened`: the
 * members whose long strings end early, in their order. The rest of such a string is checked as a parser checks it.
 * Undefined: the bytes are not JSON.
 */
export function outlineOf(bytes: Buffer, shortened: readonly Range[]): Outline | undefined {
  if (!isUtf8(bytes)) return undefined;
  const shortener = new Shortener(bytes);
  for (const range of shortened) if (!shortener.shorten(range)) return undefined;
  try {
    return { value: JSON.parse(shortener.text()), isWhole: shortener.isWhole };
  } catch {
    return undefined;
  }
}

/** Leaves out the ends of long strings. */
class Shortener {
  readonly #bytes: Buffer;
  /** The bytes in fours, from the first one that lies in memory where a number can. */
  readonly #words: Int32Array;
  readonly #wordsAt: number;
  #text = "";
  /** From here on nothing has gone into the text. */
  #from = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#wordsAt = (4 - (bytes.byteOffset % 4)) % 4;
    const count = Math.max(0, bytes.length - this.#wordsAt) >> 2;
    this.#words = new Int32Array(bytes.buffer, bytes.byteOffset + this.#wordsAt, count);
  }

  get isWhole(): boolean {
    return this.#from === 0;
  }

  text(): string {
    return this.#text + this.#bytes.toString("utf8", this.#from);
  }

  /** Shortens the strings of a member. Returns false if one of them is not valid. */
  shorten({ start, end }: Range): boolean {
    const bytes = this.#bytes;
    for (let open = bytes.indexOf(QUOTE, start); open !== -1 && open < end;) {
      const after = endOfString(bytes, open);
      const cut = open + 1 + KEPT;
      if (after - open > LONG && this.#isPlain(open + 1, cut)) {
        if (!this.#isValid(cut, after - 1)) return false;
        this.#text += bytes.toString("utf8", this.#from, cut);
        this.#from = after - 1;
      }
      open = bytes.indexOf(QUOTE, after);
    }
    return true;
  }

  /** Whether the characters are ASCII without escapes, so that a string may end behind them. */
  #isPlain(start: number, end: number): boolean {
    for (let at = start; at < end; at++) {
      const byte = this.#bytes[at] ?? 0;
      if (byte < 0x20 || byte > 0x7e || byte === BACKSLASH) return false;
    }
    return true;
  }

  /** Whether a string may go on with these bytes, which are UTF-8 (RFC 8259 §7). */
  #isValid(start: number, end: number): boolean {
    for (let at = start; at < end;) {
      if ((at - this.#wordsAt) % 4 === 0) at = this.#afterPlainWords(at, end);
      if (at === end) break;
      const byte = this.#bytes[at] ?? 0;
      if (byte < 0x20) return false;
      const length = byte === BACKSLASH ? lengthOfEscape(this.#bytes, at) : 1;
      if (length === 0) return false;
      at += length;
    }
    return true;
  }

  /** The position of the first four words of which one has a control character or a backslash, or near `end`. */
  #afterPlainWords(start: number, end: number): number {
    const words = this.#words;
    const last = ((end - this.#wordsAt) >> 2) - 3;
    let index = (start - this.#wordsAt) >> 2;
    for (; index < last; index += 4) {
      const early = marks(words[index]) | marks(words[index + 1]);
      const late = marks(words[index + 2]) | marks(words[index + 3]);
      if ((early | late) & 0x80808080) break;
    }
    return this.#wordsAt + index * 4;
  }
}

/** The top bit of a byte is set where that byte of the word is below 0x20 or a backslash, and sometimes next to it. */
function marks(word = 0): number {
  return ((word - 0x20202020) | ((word ^ 0x5c5c5c5c) - 0x01010101)) & ~word;
}

const SHORT_ESCAPES = new Set(Buffer.from('"\\/bfnrt'));
const UNICODE_ESCAPE = 0x75;

/** 0: it is none. */
function lengthOfEscape(bytes: Buffer, at: number): number {
  const kind = bytes[at + 1] ?? 0;
  if (SHORT_ESCAPES.has(kind)) return 2;
  if (kind !== UNICODE_ESCAPE) return 0;
  for (let digit = at + 2; digit < at + 6; digit++) if (!isHexadecimal(bytes[digit] ?? 0)) return 0;
  return 6;
}

function isHexadecimal(byte: number): boolean {
  const lower = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (lower >= 0x61 && lower <= 0x66);
}
