import type { StoredCall } from "@/lib/store/calls/call-list";
import { CALL_FIELDS, type CallField } from "@/lib/calls/columns";
import type { Cell, Row } from "./clickhouse";
import { exactDollars } from "./exact-dollars";

/** The cells of a row, for `SELECT`. */
export const CALL_CELLS = CALL_FIELDS.map((name) =>
  name === "started_at" ? "toUnixTimestamp64Milli(started_at)" : name,
).join(", ");

/** A row that begins with these cells, in the form that PostgreSQL's driver gives it. */
export function storedCall(row: Row): StoredCall {
  const fields = CALL_FIELDS.map((name, at) => [name, valueOf(name, row[at] ?? null)] as const);
  // The columns are those of the statement, whose types are those of the schema.
  return Object.fromEntries(fields) as unknown as StoredCall;
}

function valueOf(name: CallField, cell: Cell): unknown {
  if (name === "started_at") return new Date(Number(cell));
  if (name === "spend") return exactDollars(String(cell));
  return name === "tried" ? JSON.parse(String(cell)) : cell;
}
