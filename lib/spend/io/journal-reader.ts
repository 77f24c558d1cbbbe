import { open } from "node:fs/promises";
import { decodeLine, type JournalLine } from "../journal-line";

/** A line that is damaged or was never finished: its number, from 1, and its bytes. */
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
export type ReadLine = (JournalLine | DamagedLine) & { readonly endsAt: number };

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
        const read = readLine(rest, ++line);
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
function readLine(bytes: Buffer, line: number): JournalLine | DamagedLine | undefined {
  const text = bytes.toString("utf8");
  if (text.trim() === "") return undefined;
  return decodeLine(text) ?? { kind: "damaged", line, bytes: Buffer.from(bytes) };
}
