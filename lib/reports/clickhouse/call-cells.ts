import { CALL_FIELDS, STORED_COLUMNS } from "@/lib/calls/columns";
import type { StoredCall } from "@/lib/store/calls/call-list";
import type { Row } from "./clickhouse";
import { exactDollars } from "./exact-dollars";

/** The cells of a row, for `SELECT`. */
export const CALL_CELLS = CALL_FIELDS.map((name) =>
  name === "started_at" ? "toUnixTimestamp64Milli(started_at)" : name,
).join(", ");

/** The same for an export, whose lists are all JSON. */
export const EXPORT_CELLS = STORED_COLUMNS.map(({ name, type }) => {
  if (type === "time") return `toUnixTimestamp64Milli(${name})`;
  return type === "names" ? `toJSONString(${name})` : name;
}).join(", ");

/** A row that begins with these cells, in the form that PostgreSQL's driver gives it. */
export function storedCall(row: Row): StoredCall {
  const cells = Object.fromEntries(CALL_FIELDS.map((name, at) => [name, row[at]]));
  const call = {
    ...cells,
    started_at: new Date(Number(cells["started_at"])),
    spend: exactDollars(String(cells["spend"])),
    tried: readJsonList(String(cells["tried"])),
  };
  // The columns are those of the statement, whose types are those of the schema.
  return call as unknown as StoredCall;
}

function readJsonList(text: string): readonly unknown[] {
  const list: unknown = text === "[]" ? [] : JSON.parse(text);
  return Array.isArray(list) ? list : [];
}
