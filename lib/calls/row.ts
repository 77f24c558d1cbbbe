import { parseObjectText } from "@/lib/providers/json-value";
import { encodeIntent, type EncodedIntent, outcomeMembers, readRecord, type SpendRecord } from "./generated-row";
import { RowFields } from "./row-fields";

/**
 * A call's row as JSON with the names of its columns, as the journal keeps it. A recovered call is booked exactly like
 * any other: `rowLiteral` of this row equals `callLiteral` of the record. Columns without a value are left out.
 */
export function callRowJson(record: SpendRecord, intent: EncodedIntent = encodeIntent(record)): string {
  return `{${intent.members}${outcomeMembers(record)}}`;
}

/** The record of a row in the journal. Undefined: the text is no such row. */
export function recordOfRow(row: string): SpendRecord | undefined {
  const fields = parseObjectText(row);
  const isRow = ["call_id", "deployment", "spend"].every((name) => typeof fields?.[name] === "string");
  return fields && isRow ? readRecord(new RowFields(fields)) : undefined;
}
