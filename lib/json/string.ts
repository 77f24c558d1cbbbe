import { QUOTE, BACKSLASH } from "./bytes";

/**
 * The position after the closing quote of the JSON string that starts at `start`, in a text or in its UTF-8 bytes; the
 * length where no quote closes it. It looks for quotes alone, as most strings are long and have no escapes.
 */
export function endOfString(json: string | Buffer, start: number): number {
  for (let from = start + 1; ;) {
    const quote = typeof json === "string" ? json.indexOf('"', from) : json.indexOf(QUOTE, from);
    if (quote === -1) return json.length;
    let backslashes = 0;
    while (codeAt(json, quote - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
    from = quote + 1;
  }
}

function codeAt(json: string | Buffer, at: number): number | undefined {
  return typeof json === "string" ? json.charCodeAt(at) : json[at];
}

/** Most names and many values are shorter. Looking further character by character costs more than a native search. */
const SHORT_STRING = 24;

/** The position of the quote that closes the string at `start` of a text, found quickly where the string is short. */
export function lastOfString(text: string, start: number): number {
  for (let at = start + 1; at <= start + SHORT_STRING; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) break;
  }
  return endOfString(text, start) - 1;
}
