import type { NamedCall } from "@/lib/store/calls/call-list";
import { EXPORT_COLUMNS } from "@/lib/wire/spend";
import { csvRow } from "@/lib/reports/csv";
import type { ExportFormat } from "@/lib/reports/report-reader";

interface Format {
  readonly head: string;
  readonly row: (call: NamedCall) => string;
}
const FORMATS: Readonly<Record<ExportFormat, Format>> = {
  csv: { head: csvRow(EXPORT_COLUMNS), row: csvOf },
  jsonl: { head: "", row: jsonOf },
};

/**
 * The lines of an export. Resolves when the first page is read; the next one is read only when the reader has taken the
 * previous one.
 */
export async function exportLines(
  format: ExportFormat,
  pages: AsyncGenerator<readonly NamedCall[], void>,
): Promise<AsyncGenerator<Uint8Array>> {
  return write(FORMATS[format], await pages.next(), pages);
}

async function* write(
  { head, row }: Format,
  first: IteratorResult<readonly NamedCall[], void>,
  pages: AsyncGenerator<readonly NamedCall[], void>,
): AsyncGenerator<Uint8Array> {
  if (head !== "") yield Buffer.from(head);
  for (let page = first; !page.done; page = await pages.next()) yield Buffer.from(page.value.map(row).join(""));
}

function csvOf(call: NamedCall): string {
  return csvRow(
    EXPORT_COLUMNS.map((column) => {
      const value = call[column];
      if (value instanceof Date) return value.toISOString();
      return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
    }),
  );
}

/** Amounts stay text, because most JSON readers turn numbers into binary fractions. */
function jsonOf(call: NamedCall): string {
  return `${JSON.stringify(call)}\n`;
}
