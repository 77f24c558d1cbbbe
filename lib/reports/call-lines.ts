import { CALL_FIELDS } from "@/lib/calls/columns";
import type { PositionInTime } from "@/lib/store/calls/read-call-text";
import { wait } from "@/lib/time/io/wait";

const [STARTED_AT, CALL_ID] = [CALL_FIELDS.indexOf("started_at"), CALL_FIELDS.indexOf("call_id")];
const [TAB, LINE_FEED, BACKSLASH, CAPITAL_N] = [9, 10, 92, 78];
/** The lines that are looked through before other work gets its turn: about a millisecond. */
const SLICE = 2_000;

/**
 * Calls as lines of cells, in the form that PostgreSQL's `COPY` and ClickHouse's `TabSeparated` share. A cell is found
 * by its number, counted from the first of the first line. Most of them are written into an export byte by byte: to
 * make a value of each takes five times as long.
 */
export class CallLines {
  /** `bounds`: behind the first, which is -1, where each cell ends. `columns`: the cells of a line. */
  constructor(
    readonly text: Buffer,
    readonly columns: number,
    readonly count: number,
    readonly bounds: Int32Array,
  ) {}

  /** A cell's text; null: it has no value. */
  textOf(cell: number): string | null {
    return cellText(this.text, (this.bounds[cell] ?? 0) + 1, this.bounds[cell + 1] ?? 0);
  }

  /** The position of the last call; undefined: there is none. */
  last(): PositionInTime | undefined {
    if (this.count === 0) return undefined;
    const first = (this.count - 1) * this.columns;
    return { startedAt: Number(this.textOf(first + STARTED_AT)), callId: String(this.textOf(first + CALL_ID)) };
  }
}

/** Finds the cells of such lines. @throws RangeError when a line has more or fewer cells, or does not end */
export async function readCallLines(text: Buffer, columns: number = CALL_FIELDS.length): Promise<CallLines> {
  let bounds = new Int32Array(1 + columns * 256);
  bounds[0] = -1;
  let [cell, count] = [0, 0];
  for (let from = 0; from < text.length;) {
    const end = text.indexOf(LINE_FEED, from) + 1;
    if ((count + 2) * columns >= bounds.length) bounds = grown(bounds);
    cell = findCells(text, from, end, bounds, cell);
    count++;
    if (end === 0 || cell !== count * columns) throw new RangeError("a line has other cells");
    from = end;
    if (count % SLICE === 0) await wait(0);
  }
  return new CallLines(text, columns, count, bounds);
}

/** Notes where the cells of a line end. Returns the number of the next cell. */
function findCells(text: Buffer, from: number, end: number, bounds: Int32Array, cell: number): number {
  let next = cell;
  for (let at = from; at < end; at++) {
    const byte = text[at] ?? 0;
    if (byte === TAB || byte === LINE_FEED) bounds[++next] = at;
  }
  return next;
}

function grown(bounds: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(bounds.length * 2);
  larger.set(bounds);
  return larger;
}

/** Whether a cell has no value. */
export function isNull(text: Buffer, from: number, to: number): boolean {
  return to - from === 2 && text[from] === BACKSLASH && text[from + 1] === CAPITAL_N;
}

/** The text of a cell; null: it has no value. */
export function cellText(text: Buffer, from: number, to: number): string | null {
  if (isNull(text, from, to)) return null;
  return unescaped(text.toString("utf8", from, to));
}

/** A text without the escapes of the database. */
export function unescaped(written: string): string {
  return written.includes("\\") ? written.replace(/\\(.)/gs, (_, sign: string) => ESCAPED[sign] ?? sign) : written;
}

const ESCAPED: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "0": "\0",
};
