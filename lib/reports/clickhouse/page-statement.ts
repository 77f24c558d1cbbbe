import type { CallFilter } from "@/lib/calls/filter";
import type { CallPage } from "@/lib/store/calls/call-list";
import { behind, callCondition, orderBy } from "./call-conditions";
import { CALL_CELLS } from "./call-cells";
import { Parameters, type Statement } from "./clickhouse";
import { CALLS_TABLE } from "./schema";

/**
 * Up to this many rows, the calls that are read are looked up by their starts instead of by their positions in the
 * list.
 */
const FEW_ROWS = 1_000;
/** Rows beyond those of the page that are looked at, in case some of them are older revisions of the same calls. */
const SPARE = 32;

/** A page, and how to tell whether it has all its calls. */
export interface PageStatement extends Statement {
  /** How many rows were looked at. If the last cell of each row, which counts them, says less, there are no more. */
  readonly looked: number;
}

/**
 * One page in order, with one call more if there is another page, each with the number of rows that were looked at.
 * Reading every call with `FINAL` merges them all, whatever is asked; here the rows at the beginning of the order are
 * found first, whichever revision they are, and then only the calls of these rows are read. The answer is exact if it
 * is full, or if fewer than `looked` rows were found. Otherwise older revisions took the room of calls: ask
 * `finalPageStatement`.
 */
export function pageStatement(filters: readonly CallFilter[], page: CallPage, offset: number): PageStatement {
  const parameters = new Parameters();
  const where = conditionOf(filters, page, parameters);
  const looked = offset + page.size + 1 + SPARE;
  const direction = page.order === "asc" ? "ASC" : "DESC";
  const [sign, outermost] = page.order === "asc" ? ["<=", "max"] : [">=", "min"];
  // Calls may share a value by the million, but hardly their start.
  const isByTime = page.sort === "started_at";
  const position = isByTime ? "started_at" : `(${page.sort}, started_at)`;
  // The primary key finds starts, and nothing finds an amount: all rows would be read once more.
  const hasFew = !isByTime && looked <= FEW_ROWS;
  const starts = hasFew ? "started_at IN (SELECT arrayJoin(edge.3)) AND " : "";
  const within = isByTime
    ? `started_at ${sign} edge.1`
    : `${starts}${page.sort} ${sign} edge.1.1 AND (${page.sort}, started_at) ${sign} edge.1`;
  const firstRows = isByTime
    ? `SELECT started_at FROM ${CALLS_TABLE} WHERE ${where} ORDER BY started_at ${direction} LIMIT ${looked}`
    : `SELECT ${page.sort}, started_at FROM ${CALLS_TABLE} WHERE ${where} ORDER BY ${page.sort} ${direction}, started_at ${direction} LIMIT ${looked}`;
  const end = `${orderBy(page)} LIMIT ${page.size + 1} OFFSET ${offset}`;
  // If no row was found, the rest of the query reads nothing.
  const found = `FROM ${CALLS_TABLE} WHERE edge.2 > 0 AND ${where} AND ${within}`;
  const keys = mayChange(filters, page)
    ? `SELECT started_at, call_id FROM (${latest("started_at, call_id, spend, price_state, total_tokens, duration_ms", `SELECT started_at, call_id ${found}`)})
        WHERE ${changingCondition(filters, page, parameters)} AND ${within} ${end}`
    : `SELECT started_at, call_id FROM (SELECT DISTINCT ${[...new Set([page.sort, "started_at", "call_id"])].join(", ")} ${found}) ${end}`;
  const sql = `WITH (SELECT (${outermost}(${position}), count()${hasFew ? ", groupUniqArray(started_at)" : ""}) FROM (${firstRows})) AS edge
    SELECT ${CALL_CELLS}, edge.2 FROM (${latest("*", keys)}) ${orderBy(page)}`;
  return { sql, parameters: parameters.values, looked };
}

/** The same page, found by merging all rows that meet the filters. */
export function finalPageStatement(filters: readonly CallFilter[], page: CallPage): Statement {
  const parameters = new Parameters();
  const where = conditionOf(filters, page, parameters);
  const keys = `SELECT started_at, call_id FROM ${CALLS_TABLE} FINAL WHERE ${where}
    ${orderBy(page)} LIMIT ${page.size + 1} OFFSET ${offsetOf(page)}`;
  return {
    sql: `SELECT ${CALL_CELLS} FROM (${latest("*", keys)}) ${orderBy(page)}`,
    parameters: parameters.values,
  };
}

/** Whether any row meets the filters, whichever revision of a call it is. */
export function anyStatement(filters: readonly CallFilter[], page: CallPage): Statement {
  const parameters = new Parameters();
  const sql = `SELECT count() FROM (SELECT 1 FROM ${CALLS_TABLE} WHERE ${conditionOf(filters, page, parameters)} LIMIT 1)`;
  return { sql, parameters: parameters.values };
}

/** How many calls of a page's list stand before it. */
export function offsetOf({ from, size }: CallPage): number {
  return "number" in from ? (from.number - 1) * size : 0;
}

/** The condition that a call meets the filters and stands behind the position where the page begins. */
export function conditionOf(filters: readonly CallFilter[], page: CallPage, parameters: Parameters): string {
  const position = "after" in page.from ? [behind(page, page.from.after, parameters)] : [];
  return [callCondition(filters, parameters), ...position].join(" AND ");
}

/** The last revision of each call that `keys` selects. */
export function latest(columns: string, keys: string): string {
  return `SELECT ${columns} FROM ${CALLS_TABLE} WHERE (started_at, call_id) IN (${keys})
    ORDER BY started_at, call_id, revision DESC LIMIT 1 BY started_at, call_id`;
}

/** Whether another revision of a call may stand elsewhere in the list, or not in it. */
export function mayChange(filters: readonly CallFilter[], { sort }: CallPage): boolean {
  return sort === "spend" || filters.some(({ priceState }) => priceState !== undefined);
}

/** The part of the condition that a new price changes. */
function changingCondition(filters: readonly CallFilter[], page: CallPage, parameters: Parameters): string {
  const states = filters.map(({ priceState }) => ({ priceState }));
  return conditionOf(states, page, parameters);
}
