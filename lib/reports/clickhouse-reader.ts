import { callLog, cursorOf } from "@/lib/store/calls/call-list";
import type { Database } from "@/lib/store/database";
import { readEntityNames, readPayerNames } from "@/lib/store/spend/payer-names";
import type { ClickHouse } from "./clickhouse/clickhouse";
import { exportPages } from "./clickhouse/export-pages";
import { readLargest } from "./clickhouse/read-largest";
import { type ListBounds, readList } from "./clickhouse/read-list";
import { readReport } from "./clickhouse/read-report";
import { readDeployments, readSeries } from "./clickhouse/read-series";
import { exportCalls } from "./export-calls";
import { LINE_FORMATS } from "./line-format";
import { findNamesBy } from "./name-cells";
import type { ReportReader } from "./report-reader";

const PAGE_SIZE = 10_000;
const DEEP = 10_000;
const FEW = 100_000;

/** `pageSize`: how many calls an export reads at once. */
interface ReaderBounds extends ListBounds {
  readonly pageSize: number;
}

/**
 * Answers reports from ClickHouse, which has the calls; the names of payers are PostgreSQL's. Reports read sums of
 * whole days as far as there are any, and otherwise the calls. No call is counted twice, however often it was sent.
 * Throws ClickHouseError.
 */
export function createClickHouseReader(
  clickhouse: ClickHouse,
  { pool }: Pick<Database, "pool">,
  { deep = DEEP, few = FEW, pageSize = PAGE_SIZE }: Partial<ReaderBounds> = {},
): ReportReader {
  return {
    kept: async () => ({}),
    report: (question) => readReport(clickhouse, question),
    largest: (question) => readLargest(clickhouse, question),
    async listCalls(filters, page, access) {
      const { rows, total } = await readList(clickhouse, filters, page, { deep, few });
      const shown = rows.slice(0, page.size);
      const last = rows.length > page.size ? shown.at(-1) : undefined;
      const namesOf = await readPayerNames(pool, shown, access);
      return {
        calls: shown.map((row) => callLog({ ...row, ...namesOf(row) })),
        total,
        next: last && cursorOf(last, page),
      };
    },
    series: ({ filters, bounds }) => readSeries(clickhouse, filters, bounds),
    deployments: (period) => readDeployments(clickhouse, period),
    async exportCalls({ filters, format, access }, reader) {
      const lineFormat = LINE_FORMATS[format];
      const findNames = findNamesBy((wanted) => readEntityNames(pool, wanted, access), lineFormat);
      const source = { readPage: exportPages(clickhouse, filters, pageSize), findNames };
      return { lines: await exportCalls(source, lineFormat, reader) };
    },
  };
}
