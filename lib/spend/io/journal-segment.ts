import { closeSync, fstatSync, openSync, unlinkSync, writeSync } from "node:fs";

/**
 * One file of the journal. It lives as long as something in it is needed: each open call and each finished call that
 * is not in the database yet holds it, and so does being written to.
 */
export class JournalSegment {
  readonly #file: number;
  #bytes = 0;
  #writable = true;
  #holds = 0;

  /** Creates the file. `removed` is called when it is gone again. @throws NodeJS.ErrnoException */
  constructor(
    readonly path: string,
    readonly removed: (segment: JournalSegment) => void = () => {},
  ) {
    this.#file = openSync(path, "ax", 0o600);
  }

  /** How many bytes stand in it, those of a torn line included. */
  get bytes(): number {
    return this.#bytes;
  }

  get holds(): number {
    return this.#holds;
  }

  /** Writes lines. After a failure `bytes` says how far it got: a line may be torn, and nothing more must be written here. @throws NodeJS.ErrnoException */
  write(lines: string): void {
    const end = this.#bytes + Buffer.byteLength(lines);
    this.#bytes += writeSync(this.#file, lines);
    if (this.#bytes === end) return;
    // A write that falls short is rare (a disk about to be full); only then are the bytes themselves needed.
    const bytes = Buffer.from(lines);
    while (this.#bytes < end) {
      const count = writeSync(this.#file, bytes, bytes.length - (end - this.#bytes));
      if (count === 0) throw new Error("the disk takes no more bytes");
      this.#bytes += count;
    }
  }

  /** Whether the file can still be found in its folder, and so by the next start. */
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

  /** Nothing is written any more; the file goes as soon as nothing in it is needed. */
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
      // A file that stays is read again at the next start, where everything in it is known already.
    }
    this.removed(this);
  }
}
