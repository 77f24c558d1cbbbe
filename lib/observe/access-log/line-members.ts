import { quotedText } from "@/lib/log";
import { redact } from "@/lib/redact";
import { LONGEST_TEXT } from "./longest-text";

/** How many encoded strings are remembered, and their most characters: names of models and payers come again. */
const MOST_TEXTS = 2_000;
const LONGEST_REMEMBERED = 64;
const remembered = new Map<string, string>();

/** A member of a line with a string, such as `,"team_id":"sales"`; "" for no text. */
export function textMember(name: string, text: string | null | undefined): string {
  return text === undefined || text === null ? "" : `,"${name}":${encoded(text)}`;
}

/** The same for a string that is not likely to come again. */
export function rareMember(name: string, text: string | null | undefined): string {
  return text === undefined || text === null ? "" : `,"${name}":${quotedText(shown(text))}`;
}

/** A member with a number; "" for none. */
export function numberMember(name: string, value: number | null | undefined): string {
  return value === undefined || value === null ? "" : `,"${name}":${value}`;
}

/** Looking for credentials and for characters to escape costs more than looking a string up. */
function encoded(text: string): string {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const json = quotedText(shown(text));
  if (text.length > LONGEST_REMEMBERED) return json;
  if (remembered.size >= MOST_TEXTS) remembered.clear();
  remembered.set(text, json);
  return json;
}

/** Looks for credentials in more than is shown, so that none is cut in half and then overlooked. */
function shown(text: string): string {
  return redact(text.length <= LONGEST_TEXT ? text : text.slice(0, 2 * LONGEST_TEXT)).slice(0, LONGEST_TEXT);
}
