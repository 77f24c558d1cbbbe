import { open } from "node:fs/promises";
import { beginsLine, decodeLine, type JournalLine } from "../journal-line";

/**
 * The beginning of a line, at the end of a segment: the process was killed, or its disk was full, in the middle of a
 * write. Nobody was told that this line stands, so nothing is lost with it.
 */
export interface TornLine {
  readonly kind: "torn";
  readonly line: number;
}

/** A line that is damaged: its number, from 1, and its bytes. */
export interface DamagedLine {
  readonly kind: "damaged";
  readonly line: number;
  readonly bytes: Buffer;
}

const CHUNK_BYTES = 256 * 1024;
/** Longer than any row that can be stored: as many bytes without a line break are damage. */
const LONGEST_LINE_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

/** A line, and where it ends in its segment, in bytes from the start, without its line break. */
export type ReadLine = (JournalLine | TornLine | DamagedLine) & { readonly endsAt: number };

/** Reads a segment from its start in constant memory. Damage costs one line, or two if their line break is damaged. */
export async function* readJournal(path: string): AsyncGenerator<ReadLine> {
  const file = await open(path, "r");
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let rest = Buffer.alloc(0);
    let line = 0;
    let before = 0;
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES);
      const bytes = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
      let start = 0;
      for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
        const read = readLine(bytes.subarray(start, end), ++line);
        if (read) yield { ...read, endsAt: before + end };
        start = end + 1;
      }
      rest = bytes.subarray(start);
      before += start;
      if (bytesRead === 0 || rest.length > LONGEST_LINE_BYTES) {
        const isTorn = bytesRead === 0 && beginsLine(rest);
        const read = readLine(rest, ++line, isTorn);
        before += rest.length;
        if (read) yield { ...read, endsAt: before };
        rest = Buffer.alloc(0);
      }
      if (bytesRead === 0) return;
    }
  } finally {
    await file.close();
  }
}

/** Skips blank lines: a segment may begin with one, which proved that the disk can be written. */
function readLine(bytes: Buffer, line: number, isTorn = false): JournalLine | TornLine | DamagedLine | undefined {
  const text = bytes.toString("utf8");
  if (text.trim() === "") return undefined;
  const whole = decodeLine(text);
  if (whole) return whole;
  return isTorn ? { kind: "torn", line } : { kind: "damaged", line, bytes: Buffer.from(bytes) };
}
