import type { PoolClient } from "pg";
import type { PayerNames } from "@/lib/wire/payer-names";
import { CALL_COLUMNS, type CALL_SORTS, type CallLog } from "@/lib/wire/spend";
import { CallConditions } from "./call-conditions";
import type { CallField } from "@/lib/calls/columns";
import { type CallFilter } from "@/lib/calls/filter";
import { dailyFilterOf } from "@/lib/store/spend/daily-filter";
import { inTransaction, LONG_LIMIT_MS, longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { type NameAccess, readPayerNames } from "@/lib/store/spend/payer-names";
import { entityCalls } from "@/lib/store/spend/spend-totals";
import { countKeptCalls } from "@/lib/store/spend/spend-reports";

/** A call as the database returns it; `spend` is in dollars, as an exact decimal. */
export type StoredCall = Omit<CallLog, "started_at" | "spend" | keyof PayerNames> & {
  readonly started_at: Date;
  readonly spend: string;
};
export type NamedCall = StoredCall & PayerNames;

export interface CallPage {
  readonly number: number;
  readonly size: number;
  readonly sort: (typeof CALL_SORTS)[number];
  readonly order: "asc" | "desc";
}
/** Each of them is a field of `CALL_ROW_TYPE`, so booking fills every column that is shown. */
const COLUMNS = (CALL_COLUMNS satisfies readonly CallField[]).join(", ");
const ORDERS = { asc: "ASC", desc: "DESC" } as const;

/** One page of the booked calls that meet every filter, and the number of such calls on all pages. */
export async function listCalls(
  database: Database,
  filters: readonly CallFilter[],
  page: CallPage,
  access: NameAccess,
): Promise<{ calls: CallLog[]; total: number }> {
  const counted = countCalls(database, filters);
  const conditions = new CallConditions(filters);
  const order = ORDERS[page.order];
  const source = await callSource(database, filters, conditions);
  const listed = database.pool.query<StoredCall>(
    longStatement(
      `${source}
       ORDER BY ${page.sort} ${order}, call_id ${order} LIMIT ${conditions.bind(page.size)} OFFSET ${conditions.bind((page.number - 1) * page.size)}`,
      conditions.values,
    ),
  );
  const [{ rows }, total] = await Promise.all([listed, counted]);
  const namesOf = await readPayerNames(database.pool, rows, access);
  return { calls: rows.map((row) => callLog({ ...row, ...namesOf(row) })), total };
}

/** A tag with at most so many calls is rare. */
const RARE_CALLS = 20_000;

/**
 * The calls that meet the filters, in any order. PostgreSQL takes every tag for a common one and walks all calls in order of
 * time until a page is full, which for a rare tag is all of them: 30 s for 5 million. Rare tags are collected first, by
 * their index.
 */
async function callSource(
  database: Database,
  filters: readonly CallFilter[],
  conditions: CallConditions,
): Promise<string> {
  const tag = filters.find((filter) => filter.tag !== undefined)?.tag;
  if (tag !== undefined && ((await entityCalls(database, "tag", [tag])).get(tag) ?? 0) <= RARE_CALLS)
    return `WITH tagged AS MATERIALIZED (SELECT ${COLUMNS} FROM calls WHERE ${conditions.sql}) SELECT * FROM tagged`;
  return `SELECT ${COLUMNS} FROM calls WHERE ${conditions.sql}`;
}

/**
 * Counts by the daily totals where they can answer, in milliseconds for any number of calls; otherwise counts the
 * calls.
 */
async function countCalls(database: Database, filters: readonly CallFilter[]): Promise<number> {
  const kept = dailyFilterOf(filters);
  if (kept) return countKeptCalls(database, kept);
  const conditions = new CallConditions(filters);
  const { rows } = await database.pool.query<{ total: number }>(
    longStatement(`SELECT count(*)::int AS total FROM calls WHERE ${conditions.sql}`, conditions.values),
  );
  return rows[0]?.total ?? 0;
}

/** The wire form of a call. */
function callLog(row: NamedCall): CallLog {
  return { ...row, started_at: row.started_at.toISOString(), spend: Number(row.spend) };
}

/** Whether the reader of an export is still connected. */
export interface HangUp {
  readonly isGone: boolean;
  onGone(listener: () => void): void;
}

/**
 * Every call that meets the filters, in order of time, page by page. Between two pages nothing is held in memory or in
 * the database, however slow the reader is. When the reader hangs up, the running query is cancelled. Names are read
 * with each page.
 */
export async function* readCalls(
  database: Database,
  filters: readonly CallFilter[],
  { pageSize, access }: { readonly pageSize: number; readonly access: NameAccess },
  reader: HangUp,
): AsyncGenerator<NamedCall[]> {
  let last: StoredCall | undefined;
  let cancel: (() => void) | undefined;
  reader.onGone(() => cancel?.());

  // In one transaction: behind a pooler, another one could run on another server process.
  async function readPage(client: PoolClient): Promise<NamedCall[]> {
    const { rows: processes } = await client.query<{ id: number }>("SELECT pg_backend_pid() AS id");
    let cancelled: Promise<unknown> | undefined;
    cancel = () =>
      (cancelled ??= database.pool.query("SELECT pg_cancel_backend($1)", [processes[0]?.id]).catch(() => {}));
    if (reader.isGone) return [];
    const conditions = new CallConditions(filters);
    if (last) conditions.after(last.started_at.getTime(), last.call_id);
    const sql = `SELECT ${COLUMNS} FROM calls WHERE ${conditions.sql} ORDER BY started_at, call_id LIMIT ${conditions.bind(pageSize)}`;
    const { rows } = await client.query<StoredCall>(sql, conditions.values);
    const namesOf = await readPayerNames(client, rows, access);
    // A cancellation may take effect late and would then hit the connection's next statement: the error closes it.
    if (cancelled !== undefined) throw new Error("The reader of the export has hung up");
    return rows.map((row) => ({ ...row, ...namesOf(row) }));
  }

  while (!reader.isGone) {
    const page = await inTransaction(database.pool, LONG_LIMIT_MS, readPage).finally(() => (cancel = undefined));
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    last = page.at(-1);
  }
}
