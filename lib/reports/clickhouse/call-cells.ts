import { CALL_FIELDS } from "@/lib/calls/columns";
import type { StoredCall } from "@/lib/store/calls/call-list";
import type { CallValue } from "@/lib/store/calls/read-call-rows";
import type { Row } from "./clickhouse";
import { exactDollars } from "./exact-dollars";

/** The cells of a row, for `SELECT`. */
export const CALL_CELLS = CALL_FIELDS.map((name) =>
  name === "started_at" ? "toUnixTimestamp64Milli(started_at)" : name,
).join(", ");

const [STARTED_AT, SPEND, TRIED] = [
  CALL_FIELDS.indexOf("started_at"),
  CALL_FIELDS.indexOf("spend"),
  CALL_FIELDS.indexOf("tried"),
];

/** A row that begins with these cells, in the form that PostgreSQL's driver gives it. */
export function callRow(row: Row): CallValue[] {
  const values: CallValue[] = row.slice(0, CALL_FIELDS.length);
  values[STARTED_AT] = new Date(Number(row[STARTED_AT]));
  values[SPEND] = exactDollars(String(row[SPEND]));
  values[TRIED] = readJsonList(String(row[TRIED]));
  return values;
}

/** The same with the names of the columns. */
export function storedCall(row: Row): StoredCall {
  const values = callRow(row);
  // The columns are those of the statement, whose types are those of the schema.
  return Object.fromEntries(CALL_FIELDS.map((name, at) => [name, values[at]])) as unknown as StoredCall;
}

function readJsonList(text: string): readonly unknown[] {
  const list: unknown = text === "[]" ? [] : JSON.parse(text);
  return Array.isArray(list) ? list : [];
}
