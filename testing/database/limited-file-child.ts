import { JournalSegment } from "@/lib/spend/io/journal-segment";

/**
 * Writes the lines it is given to a segment until the file size limit of its shell (`ulimit -f`) cuts one in the
 * middle, and prints how many were written whole. Usage: `limited-file-child PATH LINE...`
 */
const [path = "", ...lines] = process.argv.slice(2);
const segment = new JournalSegment(path);
let written = 0;
try {
  for (;;) {
    segment.write(`${lines[written % lines.length]}\n`);
    written++;
  }
} catch (error) {
  process.stdout.write(
    JSON.stringify({ written, code: error instanceof Error && "code" in error ? error.code : String(error) }),
  );
}
