import { CALL_FIELDS } from "@/lib/calls/columns";
import type { CallFilter } from "@/lib/calls/filter";
import type { PositionInTime } from "@/lib/store/calls/read-call-text";
import { type CallLines, readCallLines } from "../call-lines";
import type { ExportSource } from "../export-calls";
import { edgeStatement, exportStatement, type PageOfExport } from "./call-statement";
import { type ClickHouse, ClickHouseError } from "./clickhouse";

/** Sorts after every id of a call. */
const LAST_ID = "\u{10ffff}";
/** The cells of a row: those of the call, and how many rows were looked at. */
const COLUMNS = CALL_FIELDS.length + 1;

/** Reads an export from ClickHouse, `size` calls at once. The returned function throws ClickHouseError. */
export function exportPages(
  clickhouse: ClickHouse,
  filters: readonly CallFilter[],
  size: number,
): ExportSource["readPage"] {
  return async (after, signal) => {
    const page: PageOfExport = { filters, after, size };
    const { calls, looked } = await readRows(await clickhouse.read(exportStatement(page), "TabSeparated", signal));
    const last = calls.last();
    if (!last) return { calls, next: await positionOfEdge(clickhouse, page, signal) };
    return { calls, next: looked < size ? undefined : last };
  };
}

/**
 * The calls of an answer to `exportStatement`, and how many rows were looked at for them. @throws ClickHouseError for
 * an answer that broke off, or that tells of an error
 */
export async function readRows(answer: Buffer): Promise<{ readonly calls: CallLines; readonly looked: number }> {
  const calls = await readCallLines(answer, COLUMNS).catch(() => {
    throw new ClickHouseError("its answer is none of ClickHouse's", undefined, true);
  });
  return { calls, looked: calls.count === 0 ? 0 : Number(calls.textOf(calls.count * COLUMNS - 1)) };
}

/**
 * Where an export goes on after a page without calls, all of whose rows are outdated revisions; undefined: there are
 * no more rows.
 */
async function positionOfEdge(
  clickhouse: ClickHouse,
  page: PageOfExport,
  signal: AbortSignal,
): Promise<PositionInTime | undefined> {
  const [edge] = await clickhouse.query(edgeStatement(page), signal);
  if (!edge || Number(edge[1]) < page.size) return undefined;
  return { startedAt: Number(edge[0]), callId: LAST_ID };
}
