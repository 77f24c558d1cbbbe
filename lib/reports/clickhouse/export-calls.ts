import type { CallCursor } from "@/lib/store/calls/call-order";
import type { HangUp } from "@/lib/store/calls/export-calls";
import type { ExportQuestion } from "../report-reader";
import { edgeStatement, type ExportPage, exportStatement } from "./call-statement";
import type { ClickHouse } from "./clickhouse";
import { HEAD, LINE_FORMAT, LineWriter, type ReadNames, type WrittenLines } from "./export-lines";

/** Sorts after every id of a call. */
const LAST_ID = "\u{10ffff}";

/** An export, read page by page. */
export interface PagedExport extends Pick<ExportQuestion, "filters" | "format"> {
  readonly readNames: ReadNames;
  /** How many calls are read at once. */
  readonly pageSize: number;
}

/** A page of an export that has been asked for. */
interface AskedPage {
  readonly page: ExportPage;
  readonly answer: Promise<Buffer>;
}

/**
 * The lines of every call that meets the filters, in order of time. Resolves when the first page is read. Throws
 * ClickHouseError.
 */
export async function exportCalls(
  clickhouse: ClickHouse,
  asked: PagedExport,
  reader: HangUp,
): Promise<AsyncIterable<Uint8Array>> {
  const lines = pages(clickhouse, asked, reader);
  return withHead(HEAD[asked.format], await lines.next(), lines);
}

/** The lines of all pages, of which one is read while the reader takes the one before. */
async function* pages(
  clickhouse: ClickHouse,
  { filters, format, readNames, pageSize }: PagedExport,
  reader: HangUp,
): AsyncGenerator<Uint8Array, void> {
  const gone = new AbortController();
  reader.onGone(() => gone.abort());
  const writer = new LineWriter(format, readNames);
  const ask = (after: CallCursor | undefined): AskedPage => {
    const page = { filters, after, size: pageSize };
    const answer = clickhouse.read(exportStatement(page, format), LINE_FORMAT, gone.signal);
    // An export that ends early never awaits this page, and its failure must not go unhandled.
    answer.catch(() => {});
    return { page, answer };
  };
  try {
    for (let next: AskedPage | undefined = ask(undefined); next && !reader.isGone;) {
      const { page, answer }: AskedPage = next;
      const written = await writer.write(await answer);
      const after: CallCursor | undefined = written
        ? cursorOfLast(written, pageSize)
        : await placeOfEdge(clickhouse, page, gone.signal);
      next = after && ask(after);
      if (written) yield written.lines;
    }
  } finally {
    gone.abort();
  }
}

/**
 * Where an export goes on after a page without calls, all of whose rows are outdated revisions; undefined: there are
 * no more rows.
 */
async function placeOfEdge(
  clickhouse: ClickHouse,
  page: ExportPage,
  signal: AbortSignal,
): Promise<CallCursor | undefined> {
  const [edge] = await clickhouse.query(edgeStatement(page), signal);
  if (!edge || Number(edge[1]) < page.size) return undefined;
  return { value: Number(edge[0]), startedAt: Number(edge[0]), callId: LAST_ID };
}

/** The place after which the next page of an export begins; undefined: this was the last. */
function cursorOfLast({ last, looked }: WrittenLines, size: number): CallCursor | undefined {
  return looked < size ? undefined : { value: last.startedAt, ...last };
}

/** An export whose first page is read. */
async function* withHead(
  head: string,
  first: IteratorResult<Uint8Array, void>,
  others: AsyncGenerator<Uint8Array, void>,
): AsyncGenerator<Uint8Array> {
  if (head !== "") yield Buffer.from(head);
  if (first.done) return;
  yield first.value;
  yield* others;
}
