import { ACCESS_SETTINGS, type AccessOverrides, type AccessSetting } from "@/lib/config/schema";
import { isObject } from "@/lib/is-object";
import { changedSettings } from "./draft";

/**
 * Moves an edit onto a newer revision: it keeps what it changed since the overrides it started from, and takes
 * everything else from what is saved now. A list that both sides changed keeps the entries of both. Any other setting
 * that both changed keeps the edit's value. `inFile`: the file's settings, which hold where no revision overrides them.
 */
export function rebased(
  from: AccessOverrides,
  edit: AccessOverrides,
  saved: AccessOverrides,
  inFile: Readonly<Partial<Record<AccessSetting, unknown>>> = {},
): AccessOverrides {
  const mine = new Set(changedSettings(from, edit));
  const theirs = new Set(changedSettings(from, saved));
  const valueOf = (name: AccessSetting): unknown => {
    if (!mine.has(name)) return saved[name];
    const [before, own, other]: readonly unknown[] = [from[name] ?? inFile[name] ?? [], edit[name], saved[name]];
    const areLists = Array.isArray(before) && Array.isArray(own) && Array.isArray(other);
    return theirs.has(name) && areLists ? mergedList(before, own, other) : edit[name];
  };
  return Object.fromEntries(
    ACCESS_SETTINGS.flatMap((name) => {
      const value = valueOf(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

type List = readonly unknown[];

/** A list with what two people have added, changed and removed. Where both changed an entry, `mine` stays. */
function mergedList(from: List, mine: List, theirs: List): List {
  const [before, after] = [from, mine].map((list) => new Set(list.map(textOf)));
  const added = mine.filter((entry) => !before?.has(textOf(entry)));
  const isRemoved = (entry: unknown): boolean => before?.has(textOf(entry)) === true && !after?.has(textOf(entry));
  // Only the order was changed.
  if (added.length === 0 && !from.some(isRemoved)) return mine;
  const merged: unknown[] = [];
  for (const entry of theirs) {
    const at = added.findIndex((one) => textOf(one) === textOf(entry) || isSame(one, entry));
    if (at >= 0) merged.push(...added.splice(at, 1));
    else if (!isRemoved(entry)) merged.push(entry);
  }
  return [...merged, ...added];
}

const textOf = (entry: unknown): string => JSON.stringify(entry);

/** Fields that identify an entry: two entries with the same value of the first one present are versions of one. */
const SUBJECTS = ["issuer", "name", "scope", "group", "role"];

function isSame(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return false;
  const subject = SUBJECTS.find((name) => name in one);
  return subject !== undefined && one[subject] === other[subject];
}
