import type { CallRow, NamedRow, PositionInTime } from "@/lib/store/calls/read-call-rows";
import { wait } from "@/lib/time/io/wait";
import { LineBuffer } from "./line-buffer";
import type { LineFormat } from "./line-format";
import type { HangUp } from "./report-reader";

/** Some calls of an export, in order of time. */
export interface ExportPage {
  readonly rows: readonly CallRow[];
  /** The position after which the next page begins; undefined: this was the last. */
  readonly next: PositionInTime | undefined;
}

/** Where an export comes from. */
export interface ExportSource {
  /** Reads the calls after a position; without one, the first. Stops when the signal aborts. */
  readonly readPage: (after: PositionInTime | undefined, signal: AbortSignal) => Promise<ExportPage>;
  /** Adds the names of their payers to calls. */
  readonly name: (rows: readonly CallRow[]) => Promise<readonly NamedRow[]>;
}

/** The lines that are written before other work gets its turn, such as asking for the next page: a millisecond. */
const SLICE = 100;

/**
 * The lines of an export. Resolves when the first page is read. When the reader hangs up, the running query is
 * cancelled. Throws what the source throws.
 */
export async function exportCalls(
  source: ExportSource,
  format: LineFormat,
  reader: HangUp,
): Promise<AsyncIterable<Uint8Array>> {
  const gone = new AbortController();
  reader.onGone(() => gone.abort());
  const first = await source.readPage(undefined, gone.signal);
  return lines({ ...first, rows: await source.name(first.rows) }, source, format, gone);
}

/**
 * The lines of a named page and of all pages after it. From the second on, the next page is read while one is named and
 * written. Nothing else is held in memory or in the database, however slow the reader is.
 */
async function* lines(
  first: ExportPage,
  { readPage, name }: ExportSource,
  format: LineFormat,
  gone: AbortController,
): AsyncGenerator<Uint8Array, void> {
  const { signal } = gone;
  const buffer = new LineBuffer();
  let ahead: Promise<ExportPage> | undefined;
  try {
    if (format.head !== "") yield Buffer.from(format.head);
    for (let page = first; !signal.aborted;) {
      const named = page === first ? page.rows : await name(page.rows);
      if (named.length > 0) yield await written(named, format, buffer);
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
async function written(rows: readonly NamedRow[], format: LineFormat, buffer: LineBuffer): Promise<Uint8Array> {
  for (let from = 0; from < rows.length; from += SLICE) {
    if (from > 0) await wait(0);
    for (const row of rows.slice(from, from + SLICE)) format.appendLine(buffer, row);
  }
  return buffer.take();
}
