import { messageOf } from "@/lib/error-message";
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "@/lib/log";
import type { JournalCondition } from "@/lib/spend/book";
import { JournalSegment } from "./journal-segment";

/** Large enough to be rare, small enough to be read again in a moment after a crash. */
const SEGMENT_BYTES = 8 * 1024 * 1024;
/** More than the slack of a last block: where this fits, there is room again. */
const PROBE = `${" ".repeat(16 * 1024 - 1)}\n`;

export interface JournalOptions {
  readonly directory: string;
  /** Milliseconds since the epoch; it makes the file names sort. */
  readonly startedAt: number;
  readonly log: Logger;
  readonly segmentBytes?: number | undefined;
  /** Told when the journal cannot be written any more, and when it can be again. */
  readonly onCondition?: ((condition: JournalCondition) => void) | undefined;
}

/** A line that is to be written, and what to do then. */
export interface Appended {
  readonly line: string;
  /** It survives the process, in this segment, which is held once. */
  written(segment: JournalSegment): void;
  failed(error: unknown): void;
}

/** `20261121T075500123Z-4711-9f86d081-000001.jsonl`: the process (start, pid, random) and the number of the segment. */
const SEGMENT_NAME = /^(\d{8}T\d{9}Z-(\d+)-[0-9a-f]{8})-\d{6,}\.jsonl$/;

/** The process a segment belongs to, or undefined for any other file. */
export function segmentOwner(fileName: string): { readonly run: string; readonly pid: number } | undefined {
  const match = SEGMENT_NAME.exec(fileName);
  return match?.[1] && match[2] ? { run: match[1], pid: Number(match[2]) } : undefined;
}

/**
 * The append-only journal of this process. The lines of one turn of the event loop are written in one go, for each
 * write costs as much as all else that a call needs of the journal; what has been written survives the end of the
 * process (not of the machine). While it cannot be written, `fault` says why and lines fail; `probe` finds out whether
 * it can be written again, and then goes on in a new segment, never behind a torn line.
 */
export class Journal {
  readonly #options: JournalOptions;
  readonly #run: string;
  readonly #segmentBytes: number;
  #active: JournalSegment | undefined;
  #rotateAt = 0;
  #number = 0;
  #fault: string | undefined;
  #waiting: Appended[] = [];
  /** Sealed, and still needed. */
  readonly #kept = new Set<JournalSegment>();
  #keptBytes = 0;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#segmentBytes = options.segmentBytes ?? SEGMENT_BYTES;
    const stamp = new Date(options.startedAt).toISOString().replace(/[-:.]/g, "");
    this.#run = `${stamp}-${process.pid}-${randomBytes(4).toString("hex")}`;
    this.probe();
  }

  /** The process's part of the names of its files. */
  get run(): string {
    return this.#run;
  }

  get fault(): string | undefined {
    return this.#fault;
  }

  /** How many bytes are kept because the database has not taken them, or because calls in them are still open. */
  get bytes(): number {
    return this.#keptBytes + (this.#active?.bytes ?? 0);
  }

  get segments(): number {
    return this.#kept.size + (this.#active ? 1 : 0);
  }

  /** Where records go that the database refuses for good. */
  get rejectedPath(): string {
    return join(this.#options.directory, `${this.#run}.rejected.jsonl`);
  }

  /** Writes a line at the end of this turn of the event loop. */
  append(appended: Appended): void {
    if (this.#waiting.push(appended) === 1) setImmediate(() => this.flush());
  }

  /** Writes the lines that wait, now. Of a group that the disk takes in part, the lines that stand there whole are written. */
  flush(): void {
    const group = this.#waiting;
    if (group.length === 0) return;
    this.#waiting = [];
    const segment = this.#writable();
    if (!segment) {
      const error = new Error(this.#fault ?? "the journal is closed");
      for (const appended of group) appended.failed(error);
      return;
    }
    const start = segment.bytes;
    try {
      segment.write(group.map(({ line }) => line).join(""));
    } catch (error) {
      this.#fail(error);
      settlePart(group, segment, segment.bytes - start, error);
      return;
    }
    for (const appended of group) {
      segment.hold();
      appended.written(segment);
    }
  }

  isActive(segment: JournalSegment): boolean {
    return segment === this.#active;
  }

  /** Goes on in a new segment. @throws NodeJS.ErrnoException, and then goes on in the old one */
  rotate(): void {
    this.#activate(this.#create());
  }

  /** Looks whether the journal is still where the next start will look for it, and whether a fault is over. */
  probe(): void {
    if (this.#fault === undefined && this.#active?.exists()) return;
    try {
      mkdirSync(this.#options.directory, { recursive: true, mode: 0o700 });
      const segment = this.#create();
      try {
        segment.write(PROBE);
      } catch (error) {
        segment.seal();
        throw error;
      }
      this.#activate(segment);
      if (this.#fault !== undefined) this.#options.onCondition?.({ writable: true, path: segment.path });
      this.#fault = undefined;
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Closes the active segment; what is still needed stays on disk. */
  close(): void {
    this.flush();
    this.#retire(this.#active);
    this.#active = undefined;
  }

  #writable(): JournalSegment | undefined {
    if (this.#fault !== undefined) return undefined;
    if (this.#active && this.#active.bytes >= this.#rotateAt) this.#rotateOrGoOn();
    return this.#active;
  }

  #create(): JournalSegment {
    const name = `${this.#run}-${String(++this.#number).padStart(6, "0")}.jsonl`;
    return new JournalSegment(join(this.#options.directory, name), (segment) => {
      if (this.#kept.delete(segment)) this.#keptBytes -= segment.bytes;
    });
  }

  #activate(segment: JournalSegment): void {
    const old = this.#active;
    this.#active = segment;
    this.#rotateAt = this.#segmentBytes;
    this.#retire(old);
  }

  #retire(segment: JournalSegment | undefined): void {
    if (!segment) return;
    this.#kept.add(segment);
    this.#keptBytes += segment.bytes;
    segment.seal();
  }

  #rotateOrGoOn(): void {
    try {
      this.rotate();
    } catch (error) {
      // A longer segment serves calls; a refused call does not. Tried again after as many bytes.
      this.#rotateAt += this.#segmentBytes;
      this.#options.log.warn("spend_journal_not_rotated", { error: messageOf(error) });
    }
  }

  #fail(error: unknown): void {
    const fault = `the spend journal in ${this.#options.directory} cannot be written: ${messageOf(error)}`;
    if (this.#fault !== fault) this.#options.onCondition?.({ writable: false, fault });
    this.#fault = fault;
  }
}

/** `bytes`: how many of the group the disk took before it failed. */
function settlePart(group: readonly Appended[], segment: JournalSegment, bytes: number, error: unknown): void {
  let end = 0;
  for (const appended of group) {
    end += Buffer.byteLength(appended.line);
    if (end <= bytes) {
      segment.hold();
      appended.written(segment);
    } else {
      appended.failed(error);
    }
  }
}
