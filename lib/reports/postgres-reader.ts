import { listCalls } from "@/lib/store/calls/call-list";
import { exportCalls } from "@/lib/store/calls/export-calls";
import type { Database } from "@/lib/store/database";
import { readReach, reportSpend } from "@/lib/store/spend/spend-reports";
import { EXPORT_COLUMNS } from "@/lib/wire/spend";
import { csvRow } from "./csv";
import type { ExportFormat, ReportReader } from "./report-reader";

/** The lines of an export that are read at once: some two megabytes. */
const PAGE_SIZE = 5_000;

/** Answers reports from PostgreSQL, which has every booked call that is kept. */
export function createPostgresReader(database: Database): ReportReader {
  return {
    kept: (days) => readReach(database, days),
    report: ({ filter, dimensions, limit }) => reportSpend(database, filter, dimensions, limit),
    listCalls: (filters, page, access) => listCalls(database, filters, page, access),
    async exportCalls(question, reader) {
      const pages = exportCalls(database, { ...question, pageSize: PAGE_SIZE }, reader);
      return { lines: exportedLines(question.format, await pages.next(), pages) };
    },
  };
}

/** A reader that stops early stops the pages, too. */
async function* exportedLines(
  format: ExportFormat,
  first: IteratorResult<Buffer, void>,
  pages: AsyncGenerator<Buffer, void>,
): AsyncGenerator<Uint8Array> {
  try {
    if (format === "csv") yield Buffer.from(csvRow(EXPORT_COLUMNS));
    for (let page = first; !page.done; page = await pages.next()) yield page.value;
  } finally {
    await pages.return();
  }
}
