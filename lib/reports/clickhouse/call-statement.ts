import type { CallFilter } from "@/lib/calls/filter";
import type { PositionInTime } from "@/lib/store/calls/read-call-text";
import { EXPORT_CELLS } from "./call-cells";
import { behind, callCondition, orderBy } from "./call-conditions";
import { Parameters, type Statement } from "./clickhouse";
import { CALLS_TABLE, SKIPPING } from "./schema";

/** The number of calls that meet every filter, but no more than `most`. */
export function countStatement(filters: readonly CallFilter[], most: number): Statement {
  const parameters = new Parameters();
  const where = callCondition(filters, parameters);
  return {
    sql: `SELECT count() FROM (SELECT 1 FROM ${CALLS_TABLE} FINAL WHERE ${where} LIMIT ${most})`,
    parameters: parameters.values,
    settings: SKIPPING,
  };
}

/** The calls of an export behind a position, and how many rows are looked at for them. */
export interface PageOfExport {
  readonly filters: readonly CallFilter[];
  readonly after: PositionInTime | undefined;
  readonly size: number;
}

/**
 * The next calls of an export, in order of time, with the cells that PostgreSQL's `COPY` has, and then with the number
 * of rows that are looked at: `size`, or all there are.
 */
export function exportStatement(page: PageOfExport): Statement {
  const parameters = new Parameters();
  const { where, edge } = firstRows(page, parameters);
  const sql = `WITH (${edge}) AS edge
    SELECT ${EXPORT_CELLS}, edge.2 FROM ${CALLS_TABLE} FINAL
    WHERE ${where} AND started_at <= edge.1 ${orderBy(OLDEST_FIRST)}`;
  return { sql, parameters: parameters.values, settings: { output_format_decimal_trailing_zeros: 1 } };
}

/**
 * The start of the last row that such a statement looks at, in milliseconds since the epoch, and how many it looks at.
 */
export function edgeStatement(page: PageOfExport): Statement {
  const parameters = new Parameters();
  const { edge } = firstRows(page, parameters);
  return { sql: `WITH (${edge}) AS edge SELECT toUnixTimestamp64Milli(edge.1), edge.2`, parameters: parameters.values };
}

const OLDEST_FIRST = { sort: "started_at", order: "asc" } as const;

/**
 * The first rows behind a position. All calls that begin up to the last of them are read, so that no others are merged.
 */
function firstRows(
  { filters, after, size }: PageOfExport,
  parameters: Parameters,
): { readonly where: string; readonly edge: string } {
  const position = after ? [behind(OLDEST_FIRST, { value: after.startedAt, ...after }, parameters)] : [];
  const where = [callCondition(filters, parameters), ...position].join(" AND ");
  const rows = `SELECT started_at FROM ${CALLS_TABLE} WHERE ${where} ORDER BY started_at LIMIT ${size}`;
  return { where, edge: `SELECT (max(started_at), count()) FROM (${rows})` };
}
