import { isObject } from "@/lib/is-object";
import { editedFields } from "@/lib/wire/edits/edited-fields";

/** What a change did to one field. A single value is a list of one, an absent value an empty list. */
export interface FieldChange {
  /** The field, with dots into objects: `metadata.owner`. */
  readonly path: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Fields that every change changes, so that they say nothing. */
const SELF_EVIDENT: ReadonlySet<string> = new Set(["updated_at"]);

/**
 * The fields that differ between two JSON values, in the order of the newer one. Lists give only the items that differ.
 */
export function fieldChanges(before: unknown, after: unknown, path = ""): FieldChange[] {
  if (isObject(before) || isObject(after)) {
    const [left, right] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
    const changes = [...new Set([...Object.keys(right), ...Object.keys(left)])]
      .filter((name) => path !== "" || !SELF_EVIDENT.has(name))
      .flatMap((name) => fieldChanges(left[name], right[name], path === "" ? name : `${path}.${name}`));
    // A value has taken the place of an object, or an object that of a value.
    const replaced = [before, after].map((side) => (isObject(side) ? [] : texts(side)));
    const [removed = [], added = []] = replaced;
    return removed.length + added.length > 0 ? [{ path, removed, added }, ...changes] : changes;
  }
  const [old, new_] = [texts(before), texts(after)];
  if (old.join("\n") === new_.join("\n")) return [];
  const [removed, added] = [without(old, new_), without(new_, old)];
  // The same items stand in another order.
  if (removed.length + added.length === 0) return [{ path, removed: [old.join(", ")], added: [new_.join(", ")] }];
  return [{ path, removed, added }];
}

/**
 * What somebody else changed in a row since it was read. A row that was read also carries names and sums, which the row
 * of a refused write does not: what only one of both has, nobody has changed.
 */
export function changesMeanwhile(read: object, now: object): FieldChange[] {
  const [before, after] = [editedFields(read), editedFields(now)];
  const inBoth = (name: string): boolean => name in before && name in after;
  return fieldChanges(only(before, inBoth), only(after, inBoth));
}

function only(fields: Readonly<Record<string, unknown>>, isWanted: (name: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isWanted(name)));
}

/** The items of a list, or a single value, each as a string; nothing for an absent value. */
function texts(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map(textOf);
}

/** A value as people read it: objects as `name: value` pairs without the empty ones. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value === "" ? "(empty)" : value;
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  if (!isObject(value)) return JSON.stringify(value);
  const pairs = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return pairs.map(([name, inner]) => `${name}: ${textOf(inner)}`).join(" · ");
}

/** The items that a list has beyond those of another one. Equal items count one by one. */
function without(items: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return items.filter((item) => {
    const at = left.indexOf(item);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
