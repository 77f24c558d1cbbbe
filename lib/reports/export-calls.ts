import type { PositionInTime } from "@/lib/store/calls/read-call-text";
import { wait } from "@/lib/time/io/wait";
import type { CallLines } from "./call-lines";
import { LineBuffer } from "./line-buffer";
import type { LineFormat } from "./line-format";
import type { FindNames } from "./name-cells";
import type { HangUp } from "./report-reader";

/** Some calls of an export, in order of time. */
export interface ExportPage {
  readonly calls: CallLines;
  /** The position after which the next page begins; undefined: this was the last. */
  readonly next: PositionInTime | undefined;
}

/** Where an export comes from. */
export interface ExportSource {
  /** Reads the calls after a position; without one, the first. Stops when the signal aborts. */
  readonly readPage: (after: PositionInTime | undefined, signal: AbortSignal) => Promise<ExportPage>;
  /** Finds the names of the payers of some calls. */
  readonly findNames: FindNames;
}

/** The lines that are written before other work gets its turn, such as asking for the next page: a millisecond. */
const SLICE = 250;
/** The lines whose names are read at once. */
const NAMED = 1_000;

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
  const write = writer(source.findNames, format);
  const first = await source.readPage(undefined, gone.signal);
  return chunks(await write(first.calls), first.next, { source, format, write, gone });
}

/**
 * The lines of the first page and of all pages after it. From the second on, the next page is read while one is
 * written. Nothing else is held in memory or in the database, however slow the reader is.
 */
async function* chunks(
  first: Uint8Array,
  second: PositionInTime | undefined,
  {
    source,
    format,
    write,
    gone,
  }: {
    readonly source: ExportSource;
    readonly format: LineFormat;
    readonly write: (calls: CallLines) => Promise<Uint8Array>;
    readonly gone: AbortController;
  },
): AsyncGenerator<Uint8Array, void> {
  const { signal } = gone;
  let ahead: Promise<ExportPage> | undefined;
  try {
    if (format.head !== "") yield Buffer.from(format.head);
    if (first.length > 0 && !signal.aborted) yield first;
    for (let next = second; next && !signal.aborted;) {
      const page = await (ahead ?? source.readPage(next, signal));
      ({ next } = page);
      ahead = next && source.readPage(next, signal);
      ahead?.catch(() => {}); // an export that ends early never awaits this page
      const lines = await write(page.calls);
      if (lines.length > 0) yield lines;
    }
  } finally {
    gone.abort();
    await ahead?.catch(() => {});
  }
}

/** Writes calls as lines, in UTF-8. */
function writer(findNames: FindNames, format: LineFormat): (calls: CallLines) => Promise<Uint8Array> {
  const buffer = new LineBuffer();
  return async (calls) => {
    for (let from = 0; from < calls.count; from += NAMED) {
      const to = Math.min(from + NAMED, calls.count);
      const names = await findNames(calls, from, to);
      for (let line = from; line < to; line++) {
        if (line > 0 && line % SLICE === 0) await wait(0);
        format.appendLine(buffer, calls, line, names[line - from] ?? []);
      }
    }
    return buffer.take();
  };
}
