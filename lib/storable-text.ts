/** What PostgreSQL refuses, in columns and in JSON: NUL and halves of surrogate pairs. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** Whether PostgreSQL keeps a text as it is. */
export function isStorableText(text: string): boolean {
  return text.search(UNSTORABLE) === -1;
}

/** The text with a replacement character for everything that PostgreSQL refuses. */
export function withoutUnstorable(text: string): string {
  return text.replace(UNSTORABLE, "\uFFFD");
}

/** A value as JSON that PostgreSQL keeps, with replacement characters for the rest. */
export function storableJson(value: unknown): string {
  // JSON.stringify writes a NUL, and half of a surrogate pair, as an escape. A backslash of the text itself is doubled.
  return JSON.stringify(value).replaceAll(/\\(?:\\|u(?:0000|d[89a-f][0-9a-f]{2}))/g, (escape) =>
    escape === String.raw`\\` ? escape : "\uFFFD",
  );
}
