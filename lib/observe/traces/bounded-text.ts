/** The longest text in characters. Ids and names come from callers and upstreams, which may send any length. */
const LONGEST = 256;

/** A string of 256 characters at most. */
export function boundedText(text: string): string {
  return text.length > LONGEST ? text.slice(0, LONGEST) : text;
}
