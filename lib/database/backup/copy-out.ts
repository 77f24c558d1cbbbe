import { Readable } from "node:stream";
import type { ClientBase, Connection, Submittable } from "pg";

/** Bytes of a piece. Rows are gathered, because zipping each one by itself would cost more than its bytes. */
const PIECE = 64 * 1024;

/**
 * The rows of `COPY … TO STDOUT`, which pg sends but does not read, as a stream that waits for its reader. pg calls the
 * methods `submit` and `handle…` of whatever it is given as a query.
 */
class CopyOut extends Readable implements Submittable {
  #connection: Connection | undefined;
  #gathered: Buffer[] = [];
  #bytes = 0;

  constructor(readonly statement: string) {
    super({ highWaterMark: 4 * PIECE });
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.query(this.statement);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  /** Copies the bytes, because the driver reuses their memory. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.#gathered.push(Buffer.from(chunk));
    this.#bytes += chunk.length;
    if (this.#bytes >= PIECE && !this.#pass()) this.#connection?.stream.pause();
  }

  handleReadyForQuery(): void {
    this.#pass();
    this.push(null);
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  handleCommandComplete(): void {}

  #pass(): boolean {
    const piece = Buffer.concat(this.#gathered);
    this.#gathered = [];
    this.#bytes = 0;
    return piece.length === 0 || this.push(piece);
  }
}

/** The output of `COPY … TO STDOUT` in pieces of about 64 KiB. The client must do nothing else meanwhile. */
export function copyOut(client: ClientBase, statement: string): Readable {
  return client.query(new CopyOut(statement));
}
