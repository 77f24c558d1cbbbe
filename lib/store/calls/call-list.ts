import type { PayerNames } from "@/lib/wire/payer-names";
import { CALL_COLUMNS, type CALL_SORTS, type CallLog } from "@/lib/wire/spend";
import { CallConditions } from "./call-conditions";
import { type CallFilter } from "@/lib/calls/filter";
import { dailyFilterOf } from "@/lib/store/spend/daily-filter";
import type { Database } from "../database";
import { type NameAccess, readPayerNames } from "@/lib/store/spend/payer-names";
import { countKeptCalls } from "@/lib/store/spend/spend-reports";

/** A call as the database gives it; `spend` is an exact decimal number of dollars. */
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
const ORDERS = { asc: "ASC", desc: "DESC" } as const;

/** One page of the booked calls that every one of the filters takes, and how many there are in all. */
export async function listCalls(
  database: Database,
  filters: readonly CallFilter[],
  page: CallPage,
  access: NameAccess,
): Promise<{ calls: CallLog[]; total: number }> {
  const counted = countCalls(database, filters);
  const conditions = new CallConditions(filters);
  const order = ORDERS[page.order];
  const listed = database.pool.query<StoredCall>(
    `SELECT ${CALL_COLUMNS.join(", ")} FROM calls WHERE ${conditions.sql}
     ORDER BY ${page.sort} ${order}, call_id ${order} LIMIT ${conditions.bind(page.size)} OFFSET ${conditions.bind((page.number - 1) * page.size)}`,
    conditions.values,
  );
  const [{ rows }, total] = await Promise.all([listed, counted]);
  const namesOf = await readPayerNames(database.pool, rows, access);
  return { calls: rows.map((row) => callLog({ ...row, ...namesOf(row) })), total };
}

/** Counts where the daily totals know, which takes milliseconds whatever the number of calls; else the calls themselves. */
async function countCalls(database: Database, filters: readonly CallFilter[]): Promise<number> {
  const kept = dailyFilterOf(filters);
  if (kept) return countKeptCalls(database, kept);
  const conditions = new CallConditions(filters);
  const { rows } = await database.pool.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM calls WHERE ${conditions.sql}`,
    conditions.values,
  );
  return rows[0]?.total ?? 0;
}

/** The wire form of a call. */
function callLog(row: NamedCall): CallLog {
  return { ...row, started_at: row.started_at.toISOString(), spend: Number(row.spend) };
}

/** Tells the reading side that nobody waits for it any more. */
export interface HangUp {
  readonly isGone: boolean;
  onGone(listener: () => void): void;
}

/**
 * Every call that the filters take, in the order of time, a page at a time: nothing is held in memory or in the
 * database between two pages, however slow their reader is. Whoever hangs up ends the query that is running. Names are those of
 * the moment of their page.
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
  while (!reader.isGone) {
    const conditions = new CallConditions(filters);
    if (last) conditions.after(last.started_at.getTime(), last.call_id);
    const sql = `SELECT ${CALL_COLUMNS.join(", ")} FROM calls WHERE ${conditions.sql} ORDER BY started_at, call_id LIMIT ${conditions.bind(pageSize)}`;
    const client = await database.pool.connect();
    let cancelled: Promise<unknown> | undefined;
    let rows: StoredCall[];
    let namesOf: (call: StoredCall) => PayerNames;
    try {
      const process = await client.query<{ id: number }>("SELECT pg_backend_pid() AS id");
      cancel = () =>
        (cancelled ??= database.pool.query("SELECT pg_cancel_backend($1)", [process.rows[0]?.id]).catch(() => {}));
      if (reader.isGone) return;
      ({ rows } = await client.query<StoredCall>(sql, conditions.values));
      namesOf = await readPayerNames(client, rows, access);
    } finally {
      cancel = undefined;
      await cancelled;
      // It may take effect a moment later, and must not end the query of whoever gets the connection next.
      client.release(cancelled !== undefined);
    }
    if (rows.length > 0) yield rows.map((row) => ({ ...row, ...namesOf(row) }));
    if (rows.length < pageSize) return;
    last = rows.at(-1);
  }
}
