import type { NamedRow, PositionInTime } from "@/lib/store/calls/read-call-rows";
import { wait } from "@/lib/time/io/wait";
import type { LineFormat } from "./line-format";
import type { HangUp } from "./report-reader";

/** Some calls of an export, in order of time. */
export interface ExportPage {
  readonly rows: readonly NamedRow[];
  /** The position after which the next page begins; undefined: this was the last. */
  readonly next: PositionInTime | undefined;
}

/** Reads the calls after a position; without one, the first. Stops when the signal aborts. */
export type ReadPage = (after: PositionInTime | undefined, signal: AbortSignal) => Promise<ExportPage>;

/** The lines that are written before other work gets its turn: some milliseconds. */
const SLICE = 1_000;

/**
 * The lines of an export. Resolves when the first page is read. When the reader hangs up, the running query is
 * cancelled. Throws what `readPage` throws.
 */
export async function exportCalls(
  readPage: ReadPage,
  format: LineFormat,
  reader: HangUp,
): Promise<AsyncIterable<Uint8Array>> {
  const gone = new AbortController();
  reader.onGone(() => gone.abort());
  return lines(await readPage(undefined, gone.signal), readPage, format, gone);
}

/**
 * The lines of a page and of all pages after it. From the second on, the next page is read while one is written.
 * Nothing else is held in memory or in the database, however slow the reader is.
 */
async function* lines(
  first: ExportPage,
  readPage: ReadPage,
  format: LineFormat,
  gone: AbortController,
): AsyncGenerator<Uint8Array, void> {
  const { signal } = gone;
  let ahead: Promise<ExportPage> | undefined;
  try {
    if (format.head !== "") yield Buffer.from(format.head);
    for (let page = first; !signal.aborted;) {
      if (page.rows.length > 0) yield await written(page.rows, format);
      if (!page.next) return;
      page = await (ahead ?? readPage(page.next, signal));
      ahead = page.next && readPage(page.next, signal);
      ahead?.catch(() => {}); // an export that ends early never awaits this page
    }
  } finally {
    gone.abort();
    await ahead?.catch(() => {});
  }
}

/** Calls as lines, in UTF-8. */
async function written(rows: readonly NamedRow[], format: LineFormat): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for (let from = 0; from < rows.length; from += SLICE) {
    if (from > 0) await wait(0);
    const slice = rows.slice(from, from + SLICE);
    parts.push(Buffer.from(slice.map((row) => format.line(row)).join("")));
  }
  return Buffer.concat(parts);
}
