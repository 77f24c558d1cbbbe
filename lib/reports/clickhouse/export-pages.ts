import { CALL_FIELDS } from "@/lib/calls/columns";
import type { CallFilter } from "@/lib/calls/filter";
import { type CallRow, type PositionInTime, positionOf } from "@/lib/store/calls/read-call-rows";
import { wait } from "@/lib/time/io/wait";
import type { ExportSource } from "../export-calls";
import { callRow } from "./call-cells";
import { edgeStatement, exportStatement, type PageOfExport } from "./call-statement";
import { type ClickHouse, ClickHouseError, type Row } from "./clickhouse";

/** Sorts after every id of a call. */
const LAST_ID = "\u{10ffff}";
/** The rows of an answer that are parsed before other work gets its turn: about five milliseconds. */
const SLICE = 500;
const LINE_FEED = 10;

/** Reads an export from ClickHouse, `size` calls at once. The returned function throws ClickHouseError. */
export function exportPages(
  clickhouse: ClickHouse,
  filters: readonly CallFilter[],
  size: number,
): ExportSource["readPage"] {
  return async (after, signal) => {
    const page: PageOfExport = { filters, after, size };
    const { rows, looked } = await readRows(await clickhouse.read(exportStatement(page), "JSONCompactEachRow", signal));
    const last = rows.at(-1);
    if (!last) return { rows, next: await positionOfEdge(clickhouse, page, signal) };
    return { rows, next: looked < size ? undefined : positionOf(last) };
  };
}

/** The calls of an answer to `exportStatement`, and how many rows were looked at for them. @throws ClickHouseError */
export async function readRows(
  answer: Buffer,
): Promise<{ readonly rows: readonly CallRow[]; readonly looked: number }> {
  const rows: CallRow[] = [];
  let looked = 0;
  for (let from = 0; from < answer.length;) {
    if (from > 0) await wait(0);
    const end = endOfSlice(answer, from);
    for (const row of parsedRows(answer.toString("utf8", from, end))) {
      rows.push(callRow(row));
      looked = Number(row[CALL_FIELDS.length]);
    }
    from = end;
  }
  return { rows, looked };
}

/** Where the lines of a slice end. Within its strings, JSON has no line feed. */
function endOfSlice(answer: Buffer, from: number): number {
  let end = from;
  for (let lines = 0; lines < SLICE && end < answer.length; lines++) {
    const feed = answer.indexOf(LINE_FEED, end);
    end = feed < 0 ? answer.length : feed + 1;
  }
  return end;
}

/** The rows of whole lines. Whatever else they are is an answer that broke off, or that tells of an error. */
function parsedRows(lines: string): readonly Row[] {
  try {
    const rows: unknown = JSON.parse(`[${lines.trimEnd().replaceAll("\n", ",")}]`);
    if (Array.isArray(rows) && rows.every(isExportedRow)) return rows;
  } catch {
    // said below
  }
  throw new ClickHouseError("its answer is none of ClickHouse's", undefined, true);
}

function isExportedRow(row: unknown): row is Row {
  return Array.isArray(row) && row.length === CALL_FIELDS.length + 1;
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
