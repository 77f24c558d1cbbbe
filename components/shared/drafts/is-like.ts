import { isObject } from "@/lib/is-object";

/**
 * Whether a kept value has the members of a value made now, each of the same type. The form may have changed with a
 * newer console since the value was kept.
 */
export function isLike<Made extends object>(kept: unknown, made: Made): kept is Made {
  if (!isObject(kept)) return false;
  const members = Object.entries(made);
  return (
    Object.keys(kept).length <= members.length &&
    members.every(([name, value]) => value === undefined || value === null || typeOf(kept[name]) === typeOf(value))
  );
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? "list" : value === null ? "null" : typeof value;
}
