import { parseObjectText } from "@/lib/providers/json-value";
import { CALL_ROW_FIELDS } from "./columns";
import { quoted, quotedList } from "./encode";
import { encodeIntent, type EncodedIntent, outcomeFields, type SpendRecord } from "./generated-row";

/**
 * A finished call in PostgreSQL's text form of a `CALL_ROW_TYPE` (PostgreSQL manual, 8.16.6), which PostgreSQL reads in
 * half the time of JSON. The result is one flat string: a concatenated string is a tree of its pieces, which the
 * garbage collector walks again and again while it waits.
 */
export function callLiteral(record: SpendRecord): string {
  return encodedLiteral(record, encodeIntent(record));
}

/** The same of a call whose intent is encoded already. */
export function encodedLiteral(record: SpendRecord, intent: EncodedIntent): string {
  const literal = `(${intent.fields},${outcomeFields(record)})`;
  Buffer.byteLength(literal); // Flattens the string.
  return literal;
}

/**
 * The same from a row of the journal. A missing field is null. A value of another type, or a text that is not a row, is
 * left for the database to refuse.
 */
export function rowLiteral(row: string): string {
  const values = parseObjectText(row);
  return values ? `(${CALL_ROW_FIELDS.map((name) => fieldLiteral(name, values[name])).join(",")})` : `(${quoted(row)})`;
}

/** The fields of a literal by name, as strings, for a person to read. Null fields are left out. */
export function readLiteral(literal: string): Record<string, string> {
  const fields = [...literal.slice(1, -1).matchAll(/(?:^|,)(?:"((?:[^"\\]|\\.)*)"|([^,"]*))/gs)].map(
    ([, inQuotes, plain]) => inQuotes?.replace(/\\(.)/gs, "$1") ?? plain,
  );
  return Object.fromEntries(CALL_ROW_FIELDS.flatMap((name, at) => (fields[at] ? [[name, fields[at]]] : [])));
}

const DEPLOYMENT = CALL_ROW_FIELDS.indexOf("deployment");
const [QUOTE, BACKSLASH] = ['"', "\\"].map((character) => character.charCodeAt(0));

/** The deployment of a literal's call; undefined: it has none. Reads no further than that. */
export function deploymentOfLiteral(literal: string): string | undefined {
  let start = 1;
  for (let field = 0; field < DEPLOYMENT; field++) start = fieldEnd(literal, start) + 1;
  const text = literal.slice(start, fieldEnd(literal, start));
  if (text === "") return undefined;
  return text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/gs, "$1") : text;
}

/** Where the field that begins at `start` ends: at its comma, or at the end. */
function fieldEnd(literal: string, start: number): number {
  let at = start;
  if (literal.charCodeAt(at) === QUOTE)
    for (at++; at < literal.length && literal.charCodeAt(at) !== QUOTE; at++)
      if (literal.charCodeAt(at) === BACKSLASH) at++;
  const comma = literal.indexOf(",", at);
  return comma < 0 ? literal.length : comma;
}

function fieldLiteral(name: string, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return quoted(value);
  return name === "tags" && Array.isArray(value) ? quotedList(value) : quoted(JSON.stringify(value));
}
