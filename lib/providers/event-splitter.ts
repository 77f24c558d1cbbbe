const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * Cuts a server-sent event stream at its blank lines, without altering a byte: the pieces put together are the
 * stream. A piece that grows beyond `limit` bytes is given out as it is, so that memory stays bounded.
 */
export class EventSplitter {
  #pending: Buffer = Buffer.alloc(0);
  /** Where in `#pending` the unfinished line starts. */
  #lineStart = 0;

  constructor(readonly limit = 1024 * 1024) {}

  /** The events that this chunk completes, their blank lines included. */
  push(chunk: Uint8Array): Buffer[] {
    const bytes = this.#pending.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength) : Buffer.concat([this.#pending, chunk]);
    const events: Buffer[] = [];
    let eventStart = 0;
    let lineStart = this.#lineStart;
    // A line that was unfinished has been searched already, so the search goes on behind it.
    let newline = bytes.indexOf(NEWLINE, Math.max(lineStart, this.#pending.length));
    while (newline !== -1) {
      const isBlank = newline === lineStart || (newline === lineStart + 1 && bytes[lineStart] === RETURN);
      lineStart = newline + 1;
      if (isBlank) {
        events.push(bytes.subarray(eventStart, lineStart));
        eventStart = lineStart;
      }
      newline = bytes.indexOf(NEWLINE, lineStart);
    }
    this.#pending = bytes.subarray(eventStart);
    this.#lineStart = lineStart - eventStart;
    if (this.#pending.length > this.limit) events.push(this.flush());
    return events;
  }

  /** What has not been completed. */
  flush(): Buffer {
    const rest = this.#pending;
    this.#pending = Buffer.alloc(0);
    this.#lineStart = 0;
    return rest;
  }
}

/** Neighbours in one memory as one piece: each piece costs a write. */
export function joinAdjacent(pieces: readonly Buffer[]): Buffer[] {
  const joined: Buffer[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const isNext = last !== undefined && last.buffer === piece.buffer && last.byteOffset + last.length === piece.byteOffset;
    if (isNext) joined[joined.length - 1] = Buffer.from(last.buffer, last.byteOffset, last.length + piece.length);
    else joined.push(piece);
  }
  return joined;
}

/** The `data` of an event, its lines joined (WHATWG HTML §9.2.6). */
export function eventData(event: Buffer): string {
  return event
    .toString("utf8")
    .split(/\r?\n/)
    .flatMap((line) => (line.startsWith("data:") ? [line.slice(line.startsWith("data: ") ? 6 : 5)] : []))
    .join("\n");
}
