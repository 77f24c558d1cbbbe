/** What stands in JSON as it is: printable ASCII but quotes and backslashes. */
const PLAIN = /^[ !#-[\]-~]*$/;
const BEYOND_ASCII = /[\x7f-\uffff]/g;

export function isPlainText(text: string): boolean {
  return PLAIN.test(text);
}

/**
 * A text as JSON in ASCII, everything beyond it escaped: a single character beyond Latin-1 makes every text it is
 * joined into one of two bytes a character, which must be encoded to be summed up and written.
 */
export function asciiJson(text: string): string {
  return isPlainText(text) ? `"${text}"` : JSON.stringify(text).replace(BEYOND_ASCII, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
