import { formatDay } from "@/lib/time/period";
import type { ExportFormat } from "@/lib/reports/report-reader";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import { reachHeaders } from "./reach-fields";
import { filtersOf, nameAccessOf, untilBooked } from "./scope";

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: "text/csv; charset=utf-8; header=present",
  jsonl: "application/x-ndjson",
};

const spendExport = defineOperation(spendContracts.export, async (context, { format, ...filters }) => {
  const wanted = filtersOf(context, filters);
  await untilBooked(context);
  const { services, request } = context;
  const question = { filters: wanted, format, access: nameAccessOf(context) };
  const { lines, ...reach } = await services.reports.exportCalls(question, request);
  const headers = {
    "content-type": CONTENT_TYPES[format],
    "content-disposition": `attachment; filename="spend-${formatDay(services.now())}.${format}"`,
    "cache-control": "no-store",
    ...reachHeaders(reach),
  };
  return { raw: { status: 200, headers, body: lines } };
});

/** `/spend/export` */
export const spendExportOperations: readonly CallerOperation[] = [spendExport];
