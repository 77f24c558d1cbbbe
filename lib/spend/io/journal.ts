import { messageOf } from "@/lib/error-message";
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { Logger } from "@/lib/log";
import type { JournalCondition, JournalPosition } from "@/lib/spend/book";
import { JournalSegment } from "./journal-segment";

/** Bytes of a segment: large enough that new segments are rare, small enough to be read quickly after a crash. */
const SEGMENT_BYTES = 8 * 1024 * 1024;
/** Longer than the rest of a block can be: if this can be written, the disk has room again. */
const PROBE = `${" ".repeat(16 * 1024 - 1)}\n`;

export interface JournalOptions {
  readonly directory: string;
  /** Milliseconds since the epoch. File names begin with this time, so that they sort. */
  readonly startedAt: number;
  readonly log: Logger;
  readonly segmentBytes?: number | undefined;
  /** Called when the journal cannot be written any more, and when it can be again. */
  readonly onCondition?: ((condition: JournalCondition) => void) | undefined;
}

/** A line to write, and what to do afterwards. */
export interface Appended {
  readonly line: string;
  /** Called when the line survives the process. The line holds its segment once. */
  written(segment: JournalSegment): void;
  failed(error: unknown): void;
}

/** `20261121T075500123Z-4711-9f86d081-000001.jsonl`: the process (start, pid, random) and the number of the segment. */
const SEGMENT_NAME = /^(\d{8}T\d{9}Z-(\d+)-[0-9a-f]{8})-\d{6,}\.jsonl$/;

/** The process that a segment belongs to; undefined for any other file. */
export function segmentOwner(fileName: string): { readonly run: string; readonly pid: number } | undefined {
  const match = SEGMENT_NAME.exec(fileName);
  return match?.[1] && match[2] ? { run: match[1], pid: Number(match[2]) } : undefined;
}

/**
 * The append-only journal of this process. The lines of one turn of the event loop are written together, because one
 * write costs as much as everything else that a call needs from the journal. Written lines survive the end of the
 * process, but not of the machine. While the journal cannot be written, `fault` says why and lines fail. `probe` finds
 * out when it can be written again, and continues in a new segment, never after a torn line.
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
  /** Closed segments that are still needed. */
  readonly #kept = new Set<JournalSegment>();
  #keptBytes = 0;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#segmentBytes = options.segmentBytes ?? SEGMENT_BYTES;
    const stamp = new Date(options.startedAt).toISOString().replace(/[-:.]/g, "");
    this.#run = `${stamp}-${process.pid}-${randomBytes(4).toString("hex")}`;
    this.probe();
  }

  /** The part of the file names that identifies this process. */
  get run(): string {
    return this.#run;
  }

  get fault(): string | undefined {
    return this.#fault;
  }

  /** The bytes of all segments that are kept because their calls are still open or not booked yet. */
  get bytes(): number {
    return this.#keptBytes + (this.#active?.bytes ?? 0);
  }

  /** The next line will be written here or further on; undefined: the journal takes no lines. */
  get position(): JournalPosition | undefined {
    if (!this.#active || this.#fault !== undefined) return undefined;
    return { segment: basename(this.#active.path), bytes: this.#active.bytes };
  }

  get segments(): number {
    return this.#kept.size + (this.#active ? 1 : 0);
  }

  /** The path of the file for records that the database refuses for good. */
  get rejectedPath(): string {
    return join(this.#options.directory, `${this.#run}.rejected.jsonl`);
  }

  /** Writes a line at the end of this turn of the event loop. */
  append(appended: Appended): void {
    if (this.#waiting.push(appended) === 1) setImmediate(() => this.flush());
  }

  /**
   * Writes the waiting lines now. If the disk accepts only a part, the lines that are complete on disk count as
   * written.
   */
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

  /** Continues in a new segment. @throws NodeJS.ErrnoException, and then continues in the old one */
  rotate(): void {
    this.#activate(this.#create());
  }

  /** Checks that the journal is still where the next start will look for it, and whether a fault is over. */
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

  /** Closes the active segment. Segments that are still needed stay on disk. */
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
      // A longer segment is better than refused calls. The next attempt comes after as many bytes again.
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

/**
 * Reports the outcome of a group of lines. `bytes`: how many of the group's bytes the disk accepted before it failed.
 */
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
