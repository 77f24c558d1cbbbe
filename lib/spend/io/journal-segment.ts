import { closeSync, fstatSync, openSync, unlinkSync, writeSync } from "node:fs";

/**
 * One file of the journal. It is kept as long as it is needed: while it is being written, and while it contains an open
 * call or a finished call that is not in the database yet.
 */
export class JournalSegment {
  readonly #file: number;
  #bytes = 0;
  #writable = true;
  #holds = 0;

  /** Creates the file. `removed` is called when the file has been removed. @throws NodeJS.ErrnoException */
  constructor(
    readonly path: string,
    readonly removed: (segment: JournalSegment) => void = () => {},
  ) {
    this.#file = openSync(path, "ax", 0o600);
  }

  /** The size of the file in bytes, including those of a torn line. */
  get bytes(): number {
    return this.#bytes;
  }

  get holds(): number {
    return this.#holds;
  }

  /**
   * Writes lines. After a failure, `bytes` says how much was written; a line may be torn, so write no more to this
   * file.
   * @throws NodeJS.ErrnoException
   */
  write(lines: string): void {
    const end = this.#bytes + Buffer.byteLength(lines);
    this.#bytes += writeSync(this.#file, lines);
    if (this.#bytes === end) return;
    // The bytes are made only if a write falls short, which is rare: the disk is almost full.
    const bytes = Buffer.from(lines);
    while (this.#bytes < end) {
      const count = writeSync(this.#file, bytes, bytes.length - (end - this.#bytes));
      if (count === 0) throw new Error("the disk accepts no more bytes");
      this.#bytes += count;
    }
  }

  /** Whether the file is still in its folder, where the next start finds it. */
  exists(): boolean {
    return !this.#writable || fstatSync(this.#file).nlink > 0;
  }

  hold(): void {
    this.#holds++;
  }

  release(count = 1): void {
    this.#holds -= count;
    this.#removeIfUnneeded();
  }

  /** Ends the writing. The file is removed as soon as nothing in it is needed. */
  seal(): void {
    if (!this.#writable) return;
    this.#writable = false;
    closeSync(this.#file);
    this.#removeIfUnneeded();
  }

  #removeIfUnneeded(): void {
    if (this.#writable || this.#holds > 0) return;
    try {
      unlinkSync(this.path);
    } catch {
      // The next start reads the file again, and finds that all its calls are booked.
    }
    this.removed(this);
  }
}
