import type { CallFilter } from "@/lib/calls/filter";
import {
  callLog,
  type CallPage,
  type ListedCalls,
  MOST_COUNTED,
  type NamedCall,
  placeOf,
  type StoredCall,
} from "@/lib/store/calls/call-list";
import type { HangUp } from "@/lib/store/calls/export-calls";
import type { CallPlace } from "@/lib/store/calls/call-order";
import type { Database } from "@/lib/store/database";
import { type NameAccess, readPayerNames } from "@/lib/store/spend/payer-names";
import { storedCall } from "./clickhouse/call-cells";
import { countStatement, edgeStatement, exportStatement } from "./clickhouse/call-statement";
import type { ClickHouse, Row } from "./clickhouse/clickhouse";
import { anyStatement, finalPageStatement, offsetOf, pageStatement } from "./clickhouse/page-statement";
import { canSumDays, summedDays, summedDaysStatement } from "./clickhouse/day-sums";
import { carryTotals, reportStatement, spendAnswer, totalsStatement } from "./clickhouse/report-statement";
import { exportLines } from "./clickhouse/export-lines";
import type { ReportReader } from "./report-reader";

const PAGE_SIZE = 20_000;
/** Behind every id of a call. */
const LAST_ID = "\u{10ffff}";

/**
 * Answers reports from ClickHouse, which has the calls; the names of payers are PostgreSQL's. Each question reads the calls
 * themselves with `FINAL`, so no call is counted twice however often it was sent. Throws ClickHouseError.
 */
export function createClickHouseReader(clickhouse: ClickHouse, database: Pick<Database, "pool">): ReportReader {
  async function readPage(filters: readonly CallFilter[], page: CallPage): Promise<StoredCall[]> {
    const statement = pageStatement(filters, page);
    const rows = await clickhouse.query(statement);
    const isWhole = rows.length > page.size || rowsLooked(rows, Infinity) < statement.looked;
    if (isWhole) return rows.map(storedCall);
    if (rows.length === 0 && offsetOf(page) === 0 && !(await hasAny(filters, page))) return [];
    return (await clickhouse.query(finalPageStatement(filters, page))).map(storedCall);
  }

  async function hasAny(filters: readonly CallFilter[], page: CallPage): Promise<boolean> {
    return Number((await clickhouse.query(anyStatement(filters, page)))[0]?.[0]) > 0;
  }

  async function named(rows: readonly StoredCall[], access: NameAccess): Promise<NamedCall[]> {
    const namesOf = await readPayerNames(database.pool, rows, access);
    return rows.map((row) => ({ ...row, ...namesOf(row) }));
  }

  async function* pages(
    filters: readonly CallFilter[],
    access: NameAccess,
    reader: HangUp,
  ): AsyncGenerator<NamedCall[], void> {
    const gone = new AbortController();
    reader.onGone(() => gone.abort());
    let after: CallPlace | undefined;
    while (!reader.isGone) {
      const rows = await clickhouse.query(exportStatement(filters, after, PAGE_SIZE), gone.signal);
      const page = await named(rows.map(storedCall), access);
      const last = page.at(-1);
      if (last) {
        yield page;
        if (rowsLooked(rows, 0) < PAGE_SIZE) return;
        after = placeOf(last, { sort: "started_at", order: "asc" });
        continue;
      }
      // All rows that were looked at may have other prices by now.
      const [edge] = await clickhouse.query(edgeStatement(filters, after, PAGE_SIZE), gone.signal);
      if (!edge || Number(edge[1]) < PAGE_SIZE) return;
      after = { value: Number(edge[0]), startedAt: Number(edge[0]), callId: LAST_ID };
    }
  }

  return {
    kept: async () => ({ hasHours: true, hasCalls: true }),
    async report(question) {
      const days = canSumDays(question)
        ? summedDays(await clickhouse.query(summedDaysStatement(question.filter)))
        : undefined;
      const [rows, totals] = await Promise.all([
        clickhouse.query(reportStatement(question, days)),
        carryTotals(question.dimensions) ? undefined : clickhouse.query(totalsStatement(question, days)),
      ]);
      return spendAnswer(rows, question.dimensions, totals?.[0]);
    },
    async listCalls(filters, page, access): Promise<ListedCalls> {
      const [rows, counted] = await Promise.all([
        readPage(filters, page),
        page.isCounted ? clickhouse.query(countStatement(filters, MOST_COUNTED + 1)) : undefined,
      ]);
      const shown = rows.slice(0, page.size);
      const found = Number(counted?.[0]?.[0] ?? 0);
      const last = rows.length > page.size ? shown.at(-1) : undefined;
      return {
        calls: (await named(shown, access)).map(callLog),
        total: counted && { calls: Math.min(found, MOST_COUNTED), isExact: found <= MOST_COUNTED },
        next: last && placeOf(last, page),
      };
    },
    async exportCalls({ filters, format, access }, reader) {
      return { lines: await exportLines(format, pages(filters, access, reader)) };
    },
  };
}

/** The last cell of each row: how many rows were looked at. */
function rowsLooked(rows: readonly Row[], unknown: number): number {
  const [first] = rows;
  return first ? Number(first.at(-1)) : unknown;
}
