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

  /** Creates the file. @throws NodeJS.ErrnoException */
  constructor(readonly path: string) {
    this.#file = openSync(path, "ax", 0o600);
  }

  get bytes(): number {
    return this.#bytes;
  }

  get holds(): number {
    return this.#holds;
  }

  /** Writes a line whole. After a failure it may be torn, and nothing more must be written here. @throws NodeJS.ErrnoException */
  write(line: string): void {
    const length = Buffer.byteLength(line);
    let written = writeSync(this.#file, line);
    // A write that falls short is rare (a disk about to be full); only then are the bytes themselves needed.
    const bytes = written < length ? Buffer.from(line) : undefined;
    while (bytes && written < length) {
      const count = writeSync(this.#file, bytes, written);
      if (count === 0) throw new Error("the disk takes no more bytes");
      written += count;
    }
    this.#bytes += length;
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
  }
}
