import { csvRow } from "./csv";
import { formatDay } from "@/lib/time/period";
import { readCalls, type NamedCall } from "@/lib/store/calls/call-list";
import { EXPORT_COLUMNS } from "@/lib/wire/spend";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import { filtersOf, nameAccessOf, untilBooked } from "./scope";

const PAGE_SIZE = 1_000;

interface Format {
  readonly contentType: string;
  readonly head: string;
  readonly row: (call: NamedCall) => string;
}
const FORMATS: Readonly<Record<"csv" | "jsonl", Format>> = {
  csv: { contentType: "text/csv; charset=utf-8; header=present", head: csvRow(EXPORT_COLUMNS), row: csvOf },
  jsonl: { contentType: "application/x-ndjson", head: "", row: jsonOf },
};

const spendExport = defineOperation(spendContracts.export, async (context, { format, ...filters }) => {
  const wanted = filtersOf(context, filters);
  await untilBooked(context);
  const { services, request } = context;
  const pages = readCalls(services.database, wanted, { pageSize: PAGE_SIZE, access: nameAccessOf(context) }, request);
  // Read before the answer begins, so that the status can tell that the database is away.
  const first = await pages.next();
  const { contentType } = FORMATS[format];
  const name = `spend-${formatDay(services.now())}.${format}`;
  const headers = {
    "content-type": contentType,
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "no-store",
  };
  return { raw: { status: 200, headers, body: write(FORMATS[format], first, pages) } };
});

/** Reads the next page only when the reader has taken the previous one. */
async function* write(
  { head, row }: Format,
  first: IteratorResult<NamedCall[], void>,
  pages: AsyncGenerator<NamedCall[]>,
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

/** `/spend/export` */
export const spendExportOperations: readonly CallerOperation[] = [spendExport];
