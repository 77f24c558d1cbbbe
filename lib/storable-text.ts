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
