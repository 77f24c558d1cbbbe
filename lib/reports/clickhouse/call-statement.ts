import type { CallFilter } from "@/lib/calls/filter";
import type { CallPage, StoredCall } from "@/lib/store/calls/call-list";
import type { CallPlace } from "@/lib/store/calls/call-order";
import { CALL_COLUMNS } from "@/lib/wire/spend";
import { behind, callCondition, orderBy } from "./call-conditions";
import { type Cell, Parameters, type Row, type Statement } from "./clickhouse";
import { exactDollars } from "./exact-dollars";
import { CALLS_TABLE } from "./schema";

const COLUMNS = CALL_COLUMNS.map((name) => (name === "started_at" ? "toUnixTimestamp64Milli(started_at)" : name)).join(
  ", ",
);

/** Ids never change, so an index that passes over rows by them passes over every revision of a call. */
const BY_ID = { use_skip_indexes_if_final: 1 };

/** One page in order, with one call more if there is another page. `since`: only calls from then on, in milliseconds. */
export function pageStatement(filters: readonly CallFilter[], page: CallPage, since?: number): Statement {
  const parameters = new Parameters();
  const narrowed = since === undefined ? filters : [...filters, { from: since }];
  const conditions = [callCondition(narrowed, parameters)];
  if ("after" in page.from) conditions.push(behind(page, page.from.after, parameters));
  const where = conditions.join(" AND ");
  const end = `${orderBy(page)} LIMIT ${page.size + 1} OFFSET ${offsetOf(page)}`;
  const sql =
    page.sort === "started_at"
      ? `SELECT ${COLUMNS} FROM ${CALLS_TABLE} FINAL WHERE ${where} ${end}`
      : // Many calls are sorted, and few are shown: the other columns are read of these alone.
        `SELECT ${COLUMNS} FROM ${CALLS_TABLE} FINAL WHERE (started_at, call_id) IN (
           SELECT started_at, call_id FROM ${CALLS_TABLE} FINAL WHERE ${where} ${end}) ${orderBy(page)}`;
  return { sql, parameters: parameters.values, settings: BY_ID };
}

/** How many calls of a page's list stand before it. */
export function offsetOf({ from, size }: CallPage): number {
  return "number" in from ? (from.number - 1) * size : 0;
}

/** The number of calls that meet every filter, but no more than `most`. */
export function countStatement(filters: readonly CallFilter[], most: number): Statement {
  const parameters = new Parameters();
  const sql = `SELECT count() FROM (SELECT 1 FROM ${CALLS_TABLE} FINAL WHERE ${callCondition(filters, parameters)} LIMIT ${most})`;
  return { sql, parameters: parameters.values, settings: BY_ID };
}

/** When the last call began. */
export const NEWEST: Statement = {
  sql: `SELECT toUnixTimestamp64Milli(max(started_at)), count() FROM ${CALLS_TABLE}`,
};

/** The next calls of an export, in order of time. */
export function exportStatement(filters: readonly CallFilter[], after: CallPlace | undefined, size: number): Statement {
  const parameters = new Parameters();
  const order = { sort: "started_at", order: "asc" } as const;
  const conditions = [callCondition(filters, parameters), ...(after ? [behind(order, after, parameters)] : [])];
  const sql = `SELECT ${COLUMNS} FROM ${CALLS_TABLE} FINAL WHERE ${conditions.join(" AND ")} ${orderBy(order)} LIMIT ${size}`;
  return { sql, parameters: parameters.values, settings: BY_ID };
}

/** A row of these answers, in the form that PostgreSQL's driver gives it. */
export function storedCall(row: Row): StoredCall {
  const fields = CALL_COLUMNS.map((name, at) => [name, valueOf(name, row[at] ?? null)] as const);
  // The columns are those of the statement, whose types are those of the schema.
  return Object.fromEntries(fields) as unknown as StoredCall;
}

function valueOf(name: (typeof CALL_COLUMNS)[number], cell: Cell): unknown {
  if (name === "started_at") return new Date(Number(cell));
  if (name === "spend") return exactDollars(String(cell));
  return name === "tried" ? JSON.parse(String(cell)) : cell;
}
