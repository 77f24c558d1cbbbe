import { isObject } from "@/lib/is-object";
import { isStorableText } from "@/lib/storable-text";

/** Whether the database can store every string of a JSON value, including the names of members. */
export function isStorable(value: unknown): boolean {
  if (typeof value === "string") return isStorableText(value);
  if (Array.isArray(value)) return value.every(isStorable);
  return (
    !isObject(value) || Object.entries(value).every(([name, member]) => isStorableText(name) && isStorable(member))
  );
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
