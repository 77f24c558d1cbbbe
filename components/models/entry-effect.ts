import { formatCount } from "@/components/api/format";
import { captureStars } from "@/lib/patterns/wildcard";
import type { ModelView } from "@/lib/wire/model";
import type { RequestedName } from "./wildcards/wildcard-map";

/** How many entries are named one by one. */
const MOST_NAMED = 3;

/**
 * What a new entry of a name does that entries have already; undefined: none has it. `rows`: the list in its order.
 * `calls`: of this name, in the last week. `replaces`: the entry that is edited.
 */
export function joinedEntries(
  rows: readonly Pick<ModelView, "id" | "model_name" | "source">[],
  name: string,
  calls: number,
  replaces?: string,
): string | undefined {
  const same = rows.flatMap(({ id, model_name: known, source }, at) =>
    known === name && id !== replaces ? [`${at + 1} (${source === "file" ? "config.yaml" : "the database"})`] : [],
  );
  if (same.length === 0) return undefined;
  const which =
    same.length > MOST_NAMED
      ? `${same.length} entries`
      : `${same.length === 1 ? "entry" : "entries"} ${same.join(", ")}`;
  const shared =
    calls === 0 ? "its calls" : `its ${formatCount(calls)} ${calls === 1 ? "call" : "calls"} of the last 7 days`;
  return `Joins ${which}: ${same.length === 1 ? "both" : "all"} share ${shared} by weight.`;
}

/** A name that a pattern takes, and what the stars of the pattern matched. */
export interface EntryExample {
  readonly name: string;
  readonly captures: readonly string[];
}

/**
 * The name to show an entry with: of the names that callers asked for, the one with the most calls that the pattern
 * matches, or else one that is made up. Undefined: the name has no star.
 */
export function exampleOf(pattern: string, requests: readonly RequestedName[]): EntryExample | undefined {
  if (!pattern.includes("*")) return undefined;
  for (const { name } of requests.toSorted((a, b) => b.calls - a.calls)) {
    const captures = captureStars(pattern, name);
    if (captures) return { name, captures };
  }
  const name = pattern.replaceAll("*", "example");
  const captures = captureStars(pattern, name);
  return captures && { name, captures };
}
