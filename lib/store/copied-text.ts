import pg from "pg";

/**
 * The output of `COPY (…) TO STDOUT`, which pg receives but drops. The class must be one of pg's queries: a connection
 * that sends statements ahead refuses every other.
 */
class CopiedText extends pg.Query {
  readonly pieces: Buffer[] = [];

  /** Copies the bytes, because the driver reuses their memory. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.pieces.push(Buffer.from(chunk));
  }
}

/**
 * The rows of a statement without parameters as lines of cells, in the text format of `COPY`: a row takes a tenth of
 * the time that the driver takes to make values of it. @throws pg.DatabaseError, or a connection error
 */
export function copiedText(client: pg.ClientBase, statement: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const query = new CopiedText({ text: `COPY (${statement}) TO STDOUT` }, (error) => {
      if (error) reject(error);
      else resolve(Buffer.concat(query.pieces));
    });
    client.query(query);
  });
}
