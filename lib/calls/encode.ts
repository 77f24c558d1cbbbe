import { CALL_ROW_SEPARATOR } from "./columns";

/** Characters that JSON leaves as they are: printable ASCII except quotes and backslashes. */
const PLAIN = /^[ !#-[\]-~]*$/;
const BEYOND_ASCII = /[\x7f-\uffff]/g;

export function isPlainText(text: string): boolean {
  return PLAIN.test(text);
}

/**
 * A text as JSON in ASCII, with everything else escaped. One character beyond Latin-1 would make every text that it is
 * joined into a two-byte string, which must then be encoded for check sums and writing.
 */
export function asciiJson(text: string): string {
  return isPlainText(text) ? `"${text}"` : JSON.stringify(text).replace(BEYOND_ASCII, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Strings as a JSON list. */
export function namesJson(names: readonly string[]): string {
  return `[${names.map(asciiJson).join(",")}]`;
}

/** Within quotes only these characters have a special meaning in a literal of PostgreSQL. */
const SPECIAL = /["\\\x1e]/;

/** A text as a field of a literal (PostgreSQL manual, 8.16.6). */
export function quoted(text: string): string {
  if (!SPECIAL.test(text)) return `"${text}"`;
  return `"${text.replace(/["\\]/g, "\\$&").replaceAll(CALL_ROW_SEPARATOR, "\uFFFD")}"`;
}

/** Strings as a field of a literal; an empty list is an empty field. */
export function quotedList(texts: readonly unknown[]): string {
  return texts.length === 0 ? "" : quoted(`{${texts.map((text) => quoted(String(text))).join(",")}}`);
}

/** A string as JSON; empty for no string. */
export function jsonOrNothing(text: string | null): string {
  return text === null ? "" : asciiJson(text);
}

/**
 * A text as a field of a literal. `json` is the text as JSON: where nothing is escaped, as nearly always, both look the
 * same, and the text is not looked at again. An empty `json` leaves the field out.
 */
export function quotedAgain(text: string | null, json: string): string {
  if (text === null || json === "") return "";
  return json.length === text.length + 2 ? json : quoted(text);
}

/** A member of a JSON object behind another one; without a value, nothing. */
export function member(name: string, json: string | number): string {
  return json === "" ? "" : `,"${name}":${json}`;
}
