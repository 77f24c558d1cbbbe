import { CALL_FIELDS, type CallField } from "@/lib/calls/columns";
import type { StoredCall } from "@/lib/store/calls/call-list";
import type { CallRow, CallValue } from "@/lib/store/calls/read-call-rows";
import type { Cell, Row } from "./clickhouse";
import { exactDollars } from "./exact-dollars";

/** The cells of a row, for `SELECT`. */
export const CALL_CELLS = CALL_FIELDS.map((name) =>
  name === "started_at" ? "toUnixTimestamp64Milli(started_at)" : name,
).join(", ");

/** A row that begins with these cells, in the form that PostgreSQL's driver gives it. */
export function callRow(row: Row): CallRow {
  return CALL_FIELDS.map((name, at) => valueOf(name, row[at] ?? null));
}

/** The same with the names of the columns. */
export function storedCall(row: Row): StoredCall {
  const values = callRow(row);
  // The columns are those of the statement, whose types are those of the schema.
  return Object.fromEntries(CALL_FIELDS.map((name, at) => [name, values[at]])) as unknown as StoredCall;
}

function valueOf(name: CallField, cell: Cell): CallValue {
  if (name === "started_at") return new Date(Number(cell));
  if (name === "spend") return exactDollars(String(cell));
  if (name === "tried") return readJsonList(String(cell));
  return typeof cell === "boolean" ? String(cell) : cell;
}

function readJsonList(text: string): readonly unknown[] {
  const list: unknown = text === "[]" ? [] : JSON.parse(text);
  return Array.isArray(list) ? list : [];
}
