import { redact } from "@/lib/redact";

/** The longest text in characters. Ids and names come from callers and upstreams, which may send any length. */
const LONGEST = 256;
/** So much is searched for secrets before it is cut, so that none is cut to a piece that looks harmless. */
const LONGEST_SEARCHED = 4 * LONGEST;

/** A string of 256 characters at most, in which secrets are blanked out as in the log. */
export function boundedText(text: string): string {
  return redact(text.slice(0, LONGEST_SEARCHED)).slice(0, LONGEST);
}
