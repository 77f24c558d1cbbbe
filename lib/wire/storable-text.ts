import { isObject } from "@/lib/is-object";

/** Characters that PostgreSQL refuses, as `JSON.stringify` escapes them: NUL and lone surrogates. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i;

/** Whether the database can store every text of a JSON value, including the names of members. */
export function isStorable(value: unknown): boolean {
  return !UNSTORABLE.test(JSON.stringify(value));
}

/**
 * Whether a JSON value has a member called `__proto__` at any depth. Code that copies members by their names loses it
 * silently, so it is refused where it comes in, as in tokens.
 */
export function hasProtoMember(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasProtoMember);
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, member]) => name === "__proto__" || hasProtoMember(member));
}
