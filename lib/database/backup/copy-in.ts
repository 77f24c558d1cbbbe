import type { ClientBase, Connection, Submittable } from "pg";

/** Methods of pg's connection that its published types leave out. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/**
 * Feeds `COPY … FROM STDIN`, which pg sends but does not fill. pg calls the methods `submit` and `handle…` of whatever
 * it is given as a query.
 */
class CopyIn implements Submittable {
  readonly finished: Promise<void>;
  #resolve: () => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #isOver = false;

  constructor(
    readonly statement: string,
    readonly rows: AsyncIterable<Buffer>,
  ) {
    this.finished = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): void {
    connection.query(this.statement);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#feed(connection).catch((error: unknown) => {
      this.#reject(error); // before the answer of the server, which only repeats it
      if (!this.#isOver) connection.sendCopyFail("the backup cannot be read");
    });
  }

  handleReadyForQuery(): void {
    this.#isOver = true;
    this.#resolve();
  }

  handleError(error: Error): void {
    this.#isOver = true;
    this.#reject(error);
  }

  handleCommandComplete(): void {}

  async #feed(connection: CopyConnection): Promise<void> {
    for await (const data of this.rows) {
      if (this.#isOver) return;
      connection.sendCopyFromChunk(data);
      if (connection.stream.writableNeedDrain) await drained(connection);
    }
    connection.endCopyFrom();
  }
}

/**
 * Fills a table by `COPY … FROM STDIN`, as fast as the server takes the rows. @throws the database's or the rows' error
 */
export function copyIn(client: ClientBase, statement: string, rows: AsyncIterable<Buffer>): Promise<void> {
  return client.query(new CopyIn(statement, rows)).finished;
}

function drained({ stream }: Connection): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      stream.off("drain", settle).off("close", settle);
      resolve();
    };
    stream.on("drain", settle).on("close", settle);
  });
}
