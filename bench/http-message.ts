const HEAD_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("\r\n0\r\n\r\n");

/**
 * Finds the end of one HTTP/1.1 message, with a length or in chunks. The two ends of the bench need nothing else of
 * HTTP.
 */
export class MessageReader {
  /** The first line and the headers, once they have arrived. */
  head = "";
  #bytes: Buffer = Buffer.alloc(0);
  #end: number | undefined;
  #chunked = false;

  /** The message so far. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  /** Whether these bytes complete the message. */
  push(bytes: Buffer): boolean {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
    if (this.#end === undefined && !this.#chunked && !this.#readHead()) return false;
    if (this.#end !== undefined) return this.#bytes.length >= this.#end;
    return this.#bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
  }

  reset(): void {
    this.head = "";
    this.#bytes = Buffer.alloc(0);
    this.#end = undefined;
    this.#chunked = false;
  }

  #readHead(): boolean {
    const headEnd = this.#bytes.indexOf(HEAD_END);
    if (headEnd === -1) return false;
    this.head = this.#bytes.toString("latin1", 0, headEnd);
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.head)?.[1];
    if (length === undefined) this.#chunked = true;
    else this.#end = headEnd + HEAD_END.length + Number(length);
    return true;
  }
}
