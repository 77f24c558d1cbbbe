import type { CallFilter } from "@/lib/calls/filter";
import type { CallCount, CallPage, StoredCall } from "@/lib/store/calls/call-list";
import { storedCall } from "./call-cells";
import type { ClickHouse } from "./clickhouse";
import { countCalls, countDays } from "./count-calls";
import { offsetOf } from "./page-statement";
import { daysOf, isOfPayer, payerCountStatement, payerPageStatement } from "./payer-statement";
import { readDeepPage, readPage } from "./read-page";
import { type SummedDays, summedDays, summedDaysStatement } from "./sums";

/** From how many calls on a list is read in another way. */
export interface ListBounds {
  /** A page behind this many calls is found by the numbers of calls of each day, or from the nearer end. */
  readonly deep: number;
  /** The ids of a payer's calls are read at once if there are no more calls than this. */
  readonly few: number;
}

/** The calls of a page, with one more if there is another page. */
interface ListedRows {
  readonly rows: readonly StoredCall[];
  /** Undefined: nobody asked. */
  readonly total: CallCount | undefined;
}

/** A page of a list, and how many calls the list has. Throws ClickHouseError. */
export async function readList(
  clickhouse: ClickHouse,
  filters: readonly CallFilter[],
  page: CallPage,
  { deep, few }: ListBounds,
): Promise<ListedRows> {
  const payerDays = await readPayerDays(clickhouse, filters);
  if (payerDays) return readListOfPayer(clickhouse, filters, page, { days: payerDays, few });
  const isDeep = offsetOf(page) >= deep;
  const days = isDeep || page.isCounted ? countDays(clickhouse, filters) : undefined;
  const [rows, total] = await Promise.all([
    isDeep ? readDeepPage(clickhouse, filters, page, await days) : readPage(clickhouse, filters, page),
    page.isCounted ? days?.then((counts) => countCalls(clickhouse, filters, counts)) : undefined,
  ]);
  return { rows, total };
}

/** The days that can be read by payer; undefined: the list is not one payer's, or there are no such days. */
async function readPayerDays(clickhouse: ClickHouse, filters: readonly CallFilter[]): Promise<SummedDays | undefined> {
  if (!isOfPayer(filters)) return undefined;
  const days = summedDays(await clickhouse.query(summedDaysStatement(daysOf(filters), "payers")));
  return days.size === 0 ? undefined : days;
}

async function readListOfPayer(
  clickhouse: ClickHouse,
  filters: readonly CallFilter[],
  page: CallPage,
  { days, few }: Pick<ListBounds, "few"> & { readonly days: SummedDays },
): Promise<ListedRows> {
  const [counted] = await clickhouse.query(payerCountStatement(filters, page, days));
  const calls = Number(counted?.[0] ?? 0);
  const rows = await clickhouse.query(payerPageStatement(filters, page, days, calls <= few));
  return { rows: rows.map(storedCall), total: page.isCounted ? { calls, isExact: true } : undefined };
}
