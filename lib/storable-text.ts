/** Whether PostgreSQL keeps a text as it is, in columns and in JSON: it holds neither NUL nor half a surrogate pair. */
export function isStorableText(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}
