/** Splits what a program writes into lines, none of which is longer than the limit. */
export class LineReader {
  #pieces: Buffer[] = [];
  #size = 0;

  /** `most`: the most bytes of a line. */
  constructor(private readonly most: number) {}

  /** The lines that have become complete, without their ends; "too long" for a line that will be longer. */
  push(bytes: Buffer): readonly string[] | "too long" {
    const lines: string[] = [];
    let from = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
      const line = bytes.subarray(from, end);
      if (this.#size + line.length > this.most) return "too long";
      lines.push(
        Buffer.concat([...this.#pieces, line])
          .toString("utf8")
          .replace(/\r$/, ""),
      );
      this.#pieces = [];
      this.#size = 0;
      from = end + 1;
    }
    const rest = bytes.subarray(from);
    if (rest.length > 0) this.#pieces.push(rest);
    this.#size += rest.length;
    return this.#size > this.most ? "too long" : lines;
  }
}
