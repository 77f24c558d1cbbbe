import type { CallFilter } from "@/lib/calls/filter";
import { dailyFilterOf } from "@/lib/store/spend/daily-filter";
import {
  type CallCount,
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
import { DAY_MS } from "@/lib/time/period";
import { storedCall } from "./clickhouse/call-cells";
import { countStatement, edgeStatement, exportStatement } from "./clickhouse/call-statement";
import type { ClickHouse, Row } from "./clickhouse/clickhouse";
import { anyStatement, finalPageStatement, offsetOf, pageStatement } from "./clickhouse/page-statement";
import { type DayCounts, narrowPage } from "./clickhouse/day-counts";
import { canSumDays, type SummedDays, summedDays, summedDaysStatement } from "./clickhouse/day-sums";
import { carryTotals, reportStatement, spendAnswer, totalsStatement } from "./clickhouse/report-statement";
import { exportLines } from "./clickhouse/export-lines";
import type { ReportReader, SpendQuestion } from "./report-reader";

const PAGE_SIZE = 5_000;
/** From so many calls on, a page is looked for day by day. */
const DEEP = 10_000;
const MOST_DAYS = 1_000_000;
const FIRST_DAYS = 4;
/** Behind every id of a call. */
const LAST_ID = "\u{10ffff}";

/**
 * Answers reports from ClickHouse, which has the calls; the names of payers are PostgreSQL's. Each question reads the calls
 * themselves with `FINAL`, so no call is counted twice however often it was sent. Throws ClickHouseError.
 */
export function createClickHouseReader(
  clickhouse: ClickHouse,
  database: Pick<Database, "pool">,
  { deep = DEEP }: { readonly deep?: number } = {},
): ReportReader {
  /** How many calls of a list each day has, where days that are summed up tell; undefined: none do. */
  async function countDays(filters: readonly CallFilter[]): Promise<DayCounts | undefined> {
    const filter = dailyFilterOf(filters);
    const question = filter && { filter, dimensions: ["day"] as const, limit: MOST_DAYS };
    if (!question || !canSumDays(question)) return undefined;
    const days = summedDays(await clickhouse.query(summedDaysStatement(filter)));
    if (days.size === 0) return undefined;
    const { groups } = spendAnswer(await clickhouse.query(reportStatement(question, days)), question.dimensions);
    return groups.map(({ day, calls }) => ({ day: Date.parse(`${day}T00:00:00Z`), calls }));
  }

  async function countCalls(filters: readonly CallFilter[], days: DayCounts | undefined): Promise<CallCount> {
    if (days) return { calls: days.reduce((sum, { calls }) => sum + calls, 0), isExact: true };
    const found = Number((await clickhouse.query(countStatement(filters, MOST_COUNTED + 1)))[0]?.[0] ?? 0);
    return { calls: Math.min(found, MOST_COUNTED), isExact: found <= MOST_COUNTED };
  }

  /** A page that so many calls stand before, which are as many days and then some calls. */
  async function readDeepPage(
    filters: readonly CallFilter[],
    page: CallPage,
    days: DayCounts | undefined,
  ): Promise<StoredCall[]> {
    if (page.sort !== "started_at" || !days) return readFinal(filters, page);
    const narrowed = narrowPage(days, page.order, offsetOf(page));
    if (!narrowed) return [];
    const { bound, offset } = narrowed;
    const within = [...filters, page.order === "asc" ? { from: bound } : { until: bound }];
    const { rows, isWhole } = await readQuickly(within, page, offset);
    return isWhole ? rows : readFinal(filters, page);
  }

  async function readQuickly(
    filters: readonly CallFilter[],
    page: CallPage,
    offset: number,
  ): Promise<{ readonly rows: StoredCall[]; readonly isWhole: boolean }> {
    const statement = pageStatement(filters, page, offset);
    const rows = await clickhouse.query(statement);
    const isWhole = rows.length > page.size || rowsLooked(rows, Infinity) < statement.looked;
    return { rows: rows.map(storedCall), isWhole };
  }

  async function readFinal(filters: readonly CallFilter[], page: CallPage): Promise<StoredCall[]> {
    return (await clickhouse.query(finalPageStatement(filters, page))).map(storedCall);
  }

  async function readPage(filters: readonly CallFilter[], page: CallPage): Promise<StoredCall[]> {
    const { rows, isWhole } = await readQuickly(filters, page, offsetOf(page));
    if (isWhole || (rows.length === 0 && offsetOf(page) === 0 && !(await hasAny(filters, page)))) return rows;
    return readFinal(filters, page);
  }

  async function hasAny(filters: readonly CallFilter[], page: CallPage): Promise<boolean> {
    return Number((await clickhouse.query(anyStatement(filters, page)))[0]?.[0]) > 0;
  }

  /** Groups come in the order of their days. If those of the first days are enough, no others are made, which may be millions. */
  async function readGroups(question: SpendQuestion, days: SummedDays = new Map()): Promise<readonly Row[]> {
    const { filter, dimensions, limit } = question;
    const to = filter.from + (FIRST_DAYS - 1) * DAY_MS;
    if (dimensions.length > 1 && dimensions.includes("day") && !filter.zoned && to < filter.to) {
      const first = new Map([...days].filter(([day]) => day <= to));
      const rows = await clickhouse.query(reportStatement({ ...question, filter: { ...filter, to } }, first));
      if (rows.length >= limit) return rows;
    }
    return clickhouse.query(reportStatement(question, days));
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
        readGroups(question, days),
        carryTotals(question.dimensions) ? undefined : clickhouse.query(totalsStatement(question, days)),
      ]);
      return spendAnswer(rows, question.dimensions, totals?.[0]);
    },
    async listCalls(filters, page, access): Promise<ListedCalls> {
      const isDeep = offsetOf(page) >= deep;
      const days = isDeep || page.isCounted ? countDays(filters) : undefined;
      const [rows, total] = await Promise.all([
        isDeep ? readDeepPage(filters, page, await days) : readPage(filters, page),
        page.isCounted ? days?.then((counts) => countCalls(filters, counts)) : undefined,
      ]);
      const shown = rows.slice(0, page.size);
      const last = rows.length > page.size ? shown.at(-1) : undefined;
      return {
        calls: (await named(shown, access)).map(callLog),
        total,
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
