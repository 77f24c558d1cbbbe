/**
 * The bytes of a body, in pieces that follow each other. A body of which one member is replaced goes out so, because
 * joining the pieces of a large one takes as long as sending it.
 */
export class Pieces {
  readonly length: number;

  constructor(readonly all: readonly Uint8Array[]) {
    this.length = all.reduce((sum, { length }) => sum + length, 0);
  }

  whole(): Buffer {
    return Buffer.concat(this.all, this.length);
  }

  toString(): string {
    return this.whole().toString();
  }
}

/** The bytes of a body that is there as a whole; undefined: it is a stream. */
export function wholeBytes(body: Buffer | Pieces | AsyncIterable<Uint8Array>): Buffer | undefined {
  if (Buffer.isBuffer(body)) return body;
  return body instanceof Pieces ? body.whole() : undefined;
}
