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
import type { Database } from "@/lib/store/database";
import { type NameAccess, readPayerNames } from "@/lib/store/spend/payer-names";
import { DAY_MS } from "@/lib/time/period";
import {
  countStatement,
  exportStatement,
  NEWEST,
  offsetOf,
  pageStatement,
  storedCall,
} from "./clickhouse/call-statement";
import type { ClickHouse } from "./clickhouse/clickhouse";
import { reportStatement, spendAnswer } from "./clickhouse/report-statement";
import { exportLines } from "./clickhouse/export-lines";
import type { ReportReader } from "./report-reader";

const PAGE_SIZE = 5_000;
const HOUR_MS = 3_600_000;
/** So many calls are read faster than they are asked for in parts. */
const FEW_CALLS = 1_000_000;
/** How far back the newest calls are looked for, each time further if they do not fill a page. */
const LOOKS_BACK_MS = [HOUR_MS, DAY_MS, 31 * DAY_MS];

/**
 * Answers reports from ClickHouse, which has the calls; the names of payers are PostgreSQL's. Each question reads the calls
 * themselves with `FINAL`, so no call is counted twice however often it was sent. Throws ClickHouseError.
 */
export function createClickHouseReader(
  clickhouse: ClickHouse,
  database: Pick<Database, "pool">,
  { fewCalls = FEW_CALLS }: { readonly fewCalls?: number } = {},
): ReportReader {
  async function readPage(filters: readonly CallFilter[], page: CallPage): Promise<StoredCall[]> {
    const wanted = page.size + 1;
    if (page.sort === "started_at" && page.order === "desc") {
      const { end, calls } = await newestOf(filters, page);
      // ClickHouse reads `FINAL` only forwards, so the last calls would be read after all others.
      for (const span of LOOKS_BACK_MS) {
        if (calls <= fewCalls || offsetOf(page) > 0) break;
        const rows = await clickhouse.query(pageStatement(filters, page, end - span));
        if (rows.length >= wanted) return rows.map(storedCall);
      }
    }
    const rows = await clickhouse.query(pageStatement(filters, page));
    return rows.map(storedCall);
  }

  /** The latest start that a call of the page can have, and how many calls there are in all. */
  async function newestOf(
    filters: readonly CallFilter[],
    { from }: CallPage,
  ): Promise<{ readonly end: number; readonly calls: number }> {
    const rows = await clickhouse.query(NEWEST);
    const bounds = [Number(rows[0]?.[0] ?? 0), ...filters.flatMap(({ until }) => until ?? [])];
    const end = Math.min(...bounds, "after" in from ? from.after.startedAt : Infinity);
    return { end, calls: Number(rows[0]?.[1] ?? 0) };
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
    let last: StoredCall | undefined;
    while (!reader.isGone) {
      const after = last && placeOf(last, { sort: "started_at", order: "asc" });
      const rows = await clickhouse.query(exportStatement(filters, after, PAGE_SIZE), gone.signal);
      const page = await named(rows.map(storedCall), access);
      if (page.length > 0) yield page;
      if (page.length < PAGE_SIZE) return;
      last = page.at(-1);
    }
  }

  return {
    kept: async () => ({ hasHours: true, hasCalls: true }),
    async report(question) {
      const rows = await clickhouse.query(reportStatement(question));
      return spendAnswer(rows, question.dimensions);
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
