/** Characters that PostgreSQL refuses, as `JSON.stringify` escapes them: NUL and lone surrogates. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i;

/** Whether the database can store every text of a JSON value, the names of members included. */
export function isStorable(value: unknown): boolean {
  return !UNSTORABLE.test(JSON.stringify(value));
}
