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
