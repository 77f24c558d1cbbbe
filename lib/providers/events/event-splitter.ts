const NEWLINE = 0x0a;
const RETURN = 0x0d;
/** A picture is one event, and the last event of a response repeats all that came before. */
const LONGEST_EVENT = 32 * 1024 * 1024;
/** The mark of an encoding, which a text in UTF-8 may begin with. */
const BYTE_ORDER_MARK = 0xfeff;

/**
 * Splits a server-sent event stream at its blank lines. No byte changes: the pieces joined together are the stream. A
 * piece that grows beyond `limit` bytes is returned as it is, so that memory stays bounded. Each byte is looked at
 * once, however many chunks an event is spread over.
 */
export class EventSplitter {
  /** The chunks of the unfinished event. */
  #pending: Buffer[] = [];
  #size = 0;
  /** Bytes of the unfinished line so far. */
  #lineLength = 0;
  #lineStartsWithReturn = false;

  constructor(readonly limit = LONGEST_EVENT) {}

  /** The events that this chunk completes, with their blank lines. */
  push(chunk: Uint8Array): Buffer[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const events: Buffer[] = [];
    let eventStart = 0;
    let lineStart = 0;
    let newline = bytes.indexOf(NEWLINE);
    while (newline !== -1) {
      this.#extendLine(bytes, lineStart, newline);
      const isBlank = this.#lineLength === 0 || (this.#lineLength === 1 && this.#lineStartsWithReturn);
      this.#lineLength = 0;
      lineStart = newline + 1;
      if (isBlank) {
        events.push(this.#complete(bytes.subarray(eventStart, lineStart)));
        eventStart = lineStart;
      }
      newline = bytes.indexOf(NEWLINE, lineStart);
    }
    this.#extendLine(bytes, lineStart, bytes.length);
    this.#keep(bytes.subarray(eventStart));
    if (this.#size > this.limit) events.push(this.#complete());
    return events;
  }

  /** The rest that is not a complete event. */
  flush(): Buffer {
    this.#lineLength = 0;
    return this.#complete();
  }

  #extendLine(bytes: Buffer, start: number, end: number): void {
    if (this.#lineLength === 0 && end > start) this.#lineStartsWithReturn = bytes[start] === RETURN;
    this.#lineLength += end - start;
  }

  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#pending.push(bytes);
    this.#size += bytes.length;
  }

  #complete(last?: Buffer): Buffer {
    if (last && this.#size === 0) return last;
    if (last) this.#keep(last);
    const whole =
      this.#pending.length === 1 && this.#pending[0] ? this.#pending[0] : Buffer.concat(this.#pending, this.#size);
    this.#pending = [];
    this.#size = 0;
    return whole;
  }
}

/** Joins pieces that are adjacent in memory, because each piece costs one write. */
export function joinAdjacent(pieces: readonly Buffer[]): Buffer[] {
  const joined: Buffer[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const isNext =
      last !== undefined && last.buffer === piece.buffer && last.byteOffset + last.length === piece.byteOffset;
    if (isNext) joined[joined.length - 1] = Buffer.from(last.buffer, last.byteOffset, last.length + piece.length);
    else joined.push(piece);
  }
  return joined;
}

/** The `data` of an event with its lines joined (WHATWG HTML §9.2.6). */
export function eventData(event: Buffer): string {
  const text = event.toString("utf8");
  return (text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text)
    .split(/\r?\n/)
    .flatMap((line) => (line.startsWith("data:") ? [line.slice(line.startsWith("data: ") ? 6 : 5)] : []))
    .join("\n");
}
