const [QUOTE, BACKSLASH, COMMA, BLANK] = [0x22, 0x5c, 0x2c, 0x20];
const CLOSING = new Map([
  [0x7b, "}"],
  [0x5b, "]"],
]);
const CLOSES = new Set([0x7d, 0x5d]);

/** Characters of an image or a recording that are kept, so that its kind can be told. */
const KEPT_OF_MEDIA = 64;
const MEDIA = /^(?:data:[^,"]{1,100},)?[A-Za-z0-9+/_-]{100}/;
/** Bytes of a string that are looked at to tell what it is. */
const LOOKED_AT = 256;

/** A word of at most this many bytes is not split by a cut. No credential is longer. */
const LONGEST_WORD = 4_096;

/** A text, and whether something of it is missing. */
export interface Shortened {
  readonly text: string;
  readonly isCut: boolean;
}

/**
 * The JSON of a value of at most `limit` bytes. What is too long loses first its images and recordings that do not fit,
 * then the ends of its long strings, each with a mark that says how many bytes are missing, and at last whole members
 * and elements at its end. It stays JSON. Strings are skipped natively, so the work is bounded by `limit`, not by the
 * length. Anything else loses its end.
 */
export function shortenJson(bytes: Buffer, limit: number): Shortened {
  if (bytes.length <= limit) return { text: bytes.toString("utf8"), isCut: false };
  return { text: new Shortening(bytes, limit).run(), isCut: true };
}

/** The beginning of a text, of at most `limit` bytes. */
export function shortenText(bytes: Buffer, limit: number): Shortened {
  if (bytes.length <= limit) return { text: bytes.toString("utf8"), isCut: false };
  return { text: bytes.toString("utf8", 0, wholeWords(bytes, 0, limit)), isCut: true };
}

class Shortening {
  readonly #pieces: Buffer[] = [];
  #size = 0;
  /** Where the bytes begin that are not among the pieces yet. */
  #from = 0;
  readonly #closers: string[] = [];
  /** The longest output that closing brackets make a whole value. */
  #safe = { size: 0, closers: "" };

  constructor(
    readonly bytes: Buffer,
    readonly limit: number,
  ) {}

  run(): string {
    const { bytes, limit } = this;
    let at = 0;
    while (at < bytes.length && this.#sizeAt(at) <= limit) {
      const byte = bytes[at] ?? 0;
      if (byte === QUOTE) {
        const end = endOfString(bytes, at);
        if (end === undefined) break;
        this.#string(at + 1, end);
        at = end + 1;
        continue;
      }
      if (byte === COMMA) this.#mark(at);
      if (CLOSES.has(byte)) this.#closers.pop();
      at += 1;
      const closer = CLOSING.get(byte);
      if (closer === undefined) continue;
      this.#closers.push(closer);
      this.#mark(at);
    }
    if (at === bytes.length && this.#sizeAt(at) <= limit) this.#mark(at);
    this.#flush(at);
    if (this.#safe.size === 0) return shortenText(bytes, limit).text;
    return Buffer.concat(this.#pieces).toString("utf8", 0, this.#safe.size) + this.#safe.closers;
  }

  #sizeAt(at: number): number {
    return this.#size + at - this.#from;
  }

  #mark(at: number): void {
    const size = this.#sizeAt(at);
    if (size + this.#closers.length > this.limit) return;
    this.#safe = { size, closers: this.#closers.toReversed().join("") };
  }

  /** The string from `start` until before `end`. */
  #string(start: number, end: number): void {
    const { bytes, limit } = this;
    const length = end - start;
    const isMedia = MEDIA.test(bytes.toString("latin1", start, Math.min(end, start + LOOKED_AT)));
    const kept = isMedia ? (this.#sizeAt(end) <= limit / 2 ? length : KEPT_OF_MEDIA) : Math.floor(limit / 4);
    if (length <= kept) return;
    const cut = (isMedia ? wholeCharacters : wholeWords)(bytes, start, start + kept);
    this.#flush(cut);
    this.#push(Buffer.from(`… [${end - cut} bytes not kept]`));
    this.#from = end;
  }

  #flush(until: number): void {
    if (until > this.#from) this.#push(this.bytes.subarray(this.#from, until));
    this.#from = until;
  }

  #push(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#size += piece.length;
  }
}

/** The position of the quote that ends the string that begins at `start`; undefined: nothing ends it. */
function endOfString(bytes: Buffer, start: number): number | undefined {
  for (let end = bytes.indexOf(QUOTE, start + 1); end !== -1; end = bytes.indexOf(QUOTE, end + 1)) {
    let before = end - 1;
    while (bytes[before] === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return undefined;
}

/** The same, without the word that it would split: half of a credential would not be masked as one. */
function wholeWords(bytes: Buffer, start: number, until: number): number {
  const cut = wholeCharacters(bytes, start, until);
  if (bytes[cut] === BLANK) return cut;
  const blank = bytes.lastIndexOf(BLANK, cut - 1);
  return blank > start && cut - blank <= LONGEST_WORD ? blank : cut;
}

/** A position at or before `until` that splits neither a character nor, in a JSON string, an escape. */
function wholeCharacters(bytes: Buffer, start: number, until: number): number {
  let cut = until;
  while (cut > start && ((bytes[cut] ?? 0) & 0xc0) === 0x80) cut -= 1;
  // The longest escape is a pair of surrogates: \ud83d\ude00.
  const near = bytes.lastIndexOf(BACKSLASH, cut - 1);
  if (near < Math.max(start, cut - 12)) return cut;
  let first = near;
  while (first > start && bytes.subarray(Math.max(start, first - 6), first).includes(BACKSLASH))
    first = bytes.lastIndexOf(BACKSLASH, first - 1);
  return first;
}
