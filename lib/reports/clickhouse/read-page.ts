import type { CallFilter } from "@/lib/calls/filter";
import type { CallCount, CallPage, StoredCall } from "@/lib/store/calls/call-list";
import { narrowPage } from "@/lib/store/calls/day-counts";
import type { DayCounts } from "@/lib/store/spend/count-kept-calls";
import { storedCall } from "./call-cells";
import type { ClickHouse, Row } from "./clickhouse";
import { countCalls } from "./count-calls";
import { fromNearerEnd } from "./near-page";
import { anyStatement, finalPageStatement, mayChange, offsetOf, pageStatement } from "./page-statement";

/** The most calls that are passed over to find a page. Beyond it, all calls are merged instead. */
const MOST_PASSED = 1_000_000;

/** The calls of a page, with one more if there is another page. Throws ClickHouseError. */
export async function readPage(
  clickhouse: ClickHouse,
  filters: readonly CallFilter[],
  page: CallPage,
): Promise<StoredCall[]> {
  const { rows, isWhole } = await readQuickly(clickhouse, filters, page, offsetOf(page));
  if (isWhole) return rows;
  const isFirst = rows.length === 0 && offsetOf(page) === 0;
  if (isFirst && (!mayChange(filters, page) || !(await hasAny(clickhouse, filters, page)))) return rows;
  return readFinal(clickhouse, filters, page);
}

/**
 * A page far from the first: passes over whole days and then single calls, or counts from the nearer end of the list.
 * `days`: how many calls each day has, if that is known. Throws ClickHouseError.
 */
export async function readDeepPage(
  clickhouse: ClickHouse,
  filters: readonly CallFilter[],
  page: CallPage,
  days: DayCounts | undefined,
): Promise<readonly StoredCall[]> {
  if (page.sort !== "started_at" || !days)
    return readFromNearerEnd(clickhouse, filters, page, await countCalls(clickhouse, filters, days));
  const narrowed = narrowPage(days, page.order, offsetOf(page));
  if (!narrowed) return [];
  const { bound, offset } = narrowed;
  const within = [...filters, page.order === "asc" ? { from: bound } : { until: bound }];
  const { rows, isWhole } = await readQuickly(clickhouse, within, page, offset);
  return isWhole ? rows : readFinal(clickhouse, filters, page);
}

async function readFromNearerEnd(
  clickhouse: ClickHouse,
  filters: readonly CallFilter[],
  page: CallPage,
  total: CallCount,
): Promise<readonly StoredCall[]> {
  const near = total.isExact ? fromNearerEnd(page, total.calls) : { page, offset: offsetOf(page), isReversed: false };
  if (!near) return [];
  if (near.offset > MOST_PASSED) return readFinal(clickhouse, filters, page);
  const { rows, isWhole } = await readQuickly(clickhouse, filters, near.page, near.offset);
  if (!isWhole) return readFinal(clickhouse, filters, page);
  return near.isReversed ? rows.reverse() : rows;
}

async function readQuickly(
  clickhouse: ClickHouse,
  filters: readonly CallFilter[],
  page: CallPage,
  offset: number,
): Promise<{ readonly rows: StoredCall[]; readonly isWhole: boolean }> {
  const statement = pageStatement(filters, page, offset);
  const rows = await clickhouse.query(statement);
  const isWhole = rows.length > page.size || rowsLooked(rows) < statement.looked;
  return { rows: rows.map(storedCall), isWhole };
}

async function readFinal(
  clickhouse: ClickHouse,
  filters: readonly CallFilter[],
  page: CallPage,
): Promise<StoredCall[]> {
  return (await clickhouse.query(finalPageStatement(filters, page))).map(storedCall);
}

async function hasAny(clickhouse: ClickHouse, filters: readonly CallFilter[], page: CallPage): Promise<boolean> {
  return Number((await clickhouse.query(anyStatement(filters, page)))[0]?.[0]) > 0;
}

/** How many rows were looked at: the last cell of each row. Infinity: there are no rows. */
function rowsLooked([first]: readonly Row[]): number {
  return first ? Number(first.at(-1)) : Infinity;
}
