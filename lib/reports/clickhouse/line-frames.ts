import { ClickHouseError } from "./clickhouse";

const [TAB, LINE_FEED, SPACE, MINUS, ZERO] = [9, 10, 32, 45, 48];

/**
 * The rows of an answer in the format TabSeparatedRaw. The first cell holds `numbers` numbers, then the byte length of
 * each of `texts` strings (`-` for null). The strings follow and may contain any character. They are read where they
 * are: objects for each row would take longer than its bytes.
 */
export class Frames {
  readonly #answer: Buffer;
  readonly #numbers: number;
  readonly #texts: number;
  /** Of each row the numbers, and then where each text begins and how long it is; -1: it is null. */
  readonly #cells: number[] = [];

  /** @throws ClickHouseError if the answer is another one, as when it broke off or tells of an error */
  constructor(answer: Buffer, numbers: number, texts: number) {
    this.#answer = answer;
    this.#numbers = numbers;
    this.#texts = texts;
    for (let at = 0; at < answer.length;) at = this.#readRow(at);
  }

  get rows(): number {
    return this.#cells.length / this.#width;
  }
  number(row: number, at: number): number {
    return this.#cells[row * this.#width + at] ?? Number.NaN;
  }
  /** The bytes of a text, which share the memory of the answer. */
  bytes(row: number, at: number): Buffer {
    const [from, length] = this.#place(row, at);
    return this.#answer.subarray(from, from + Math.max(length, 0));
  }
  /** A text; null: there is none. */
  text(row: number, at: number): string | null {
    const [from, length] = this.#place(row, at);
    return length < 0 ? null : this.#answer.toString("utf8", from, from + length);
  }

  get #width(): number {
    return this.#numbers + 2 * this.#texts;
  }
  #place(row: number, at: number): readonly [from: number, length: number] {
    const place = row * this.#width + this.#numbers + 2 * at;
    return [this.#cells[place] ?? 0, this.#cells[place + 1] ?? -1];
  }

  /** Reads the row that begins at a place, and answers where the next one does. */
  #readRow(start: number): number {
    const answer = this.#answer;
    const first = this.#cells.length;
    const count = this.#numbers + this.#texts;
    let at = start;
    for (let read = 0; read < count; read++) {
      const begin = at;
      let value = 0;
      if (answer[at] === MINUS) [value, at] = [-1, at + 1];
      else
        for (let digit = digitAt(answer, at); digit >= 0; digit = digitAt(answer, at))
          [value, at] = [value * 10 + digit, at + 1];
      if (at === begin || answer[at] !== (read === count - 1 ? TAB : SPACE)) throw unreadable();
      if (read >= this.#numbers) this.#cells.push(0);
      this.#cells.push(value);
      at++;
    }
    for (let read = 0; read < this.#texts; read++) {
      const place = first + this.#numbers + 2 * read;
      this.#cells[place] = at;
      at += Math.max(this.#cells[place + 1] ?? 0, 0);
      if (answer[at] !== (read === this.#texts - 1 ? LINE_FEED : TAB)) throw unreadable();
      at++;
    }
    return at;
  }
}

/** The digit at a place; below zero: there is none. */
function digitAt(answer: Buffer, at: number): number {
  const digit = (answer[at] ?? 0) - ZERO;
  return digit <= 9 ? digit : -1;
}

function unreadable(): ClickHouseError {
  return new ClickHouseError("its answer is none of ClickHouse's", undefined, true);
}
