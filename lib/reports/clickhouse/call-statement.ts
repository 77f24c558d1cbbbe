import type { CallFilter } from "@/lib/calls/filter";
import type { ExportFormat } from "@/lib/reports/report-reader";
import type { CallCursor } from "@/lib/store/calls/call-order";
import { behind, callCondition, orderBy } from "./call-conditions";
import { Parameters, type Statement } from "./clickhouse";
import { lineCells } from "./export-lines";
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

/** The calls of an export behind a place, and how many rows are looked at for them. */
export interface ExportPage {
  readonly filters: readonly CallFilter[];
  readonly after: CallCursor | undefined;
  readonly size: number;
}

/** The next lines of an export, in order of time, for a `LineWriter`. `size` rows are looked at, or all there are. */
export function exportStatement(page: ExportPage, format: ExportFormat): Statement {
  const parameters = new Parameters();
  const { where, edge } = firstRows(page, parameters);
  const sql = `WITH (${edge}) AS edge
    SELECT ${lineCells(format, "edge.2")} FROM ${CALLS_TABLE} FINAL
    WHERE ${where} AND started_at <= edge.1 ${orderBy(OLDEST_FIRST)}`;
  return { sql, parameters: parameters.values };
}

/**
 * The start of the last row that such a statement looks at, in milliseconds since the epoch, and how many it looks at.
 */
export function edgeStatement(page: ExportPage): Statement {
  const parameters = new Parameters();
  const { edge } = firstRows(page, parameters);
  return { sql: `WITH (${edge}) AS edge SELECT toUnixTimestamp64Milli(edge.1), edge.2`, parameters: parameters.values };
}

const OLDEST_FIRST = { sort: "started_at", order: "asc" } as const;

/**
 * The first rows behind a place. All calls that begin up to the last of them are read, so that no others are merged.
 */
function firstRows(
  { filters, after, size }: ExportPage,
  parameters: Parameters,
): { readonly where: string; readonly edge: string } {
  const place = after ? [behind(OLDEST_FIRST, after, parameters)] : [];
  const where = [callCondition(filters, parameters), ...place].join(" AND ");
  const rows = `SELECT started_at FROM ${CALLS_TABLE} WHERE ${where} ORDER BY started_at LIMIT ${size}`;
  return { where, edge: `SELECT (max(started_at), count()) FROM (${rows})` };
}
