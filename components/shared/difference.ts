import { isObject } from "@/lib/is-object";
/** One line of a comparison of two values. */
export interface DifferenceLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/**
 * The lines of a value as JSON, its members sorted, so that their order is not a difference. None for an absent value.
 */
function jsonLines(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  // Two lines, so that members of the other value appear as added between them.
  if (isObject(value) && Object.keys(value).length === 0) return ["{", "}"];
  return JSON.stringify(value, (_, member: unknown) => (isObject(member) ? sorted(member) : member), 2).split("\n");
}

function sorted(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Compares two JSON values line by line. */
export function compareJson(before: unknown, after: unknown): DifferenceLine[] {
  return compareLists(jsonLines(before), jsonLines(after));
}

/** Compares two lists of texts: the longest common subsequence stays, the rest is removed or added. */
export function compareLists(left: readonly string[], right: readonly string[]): DifferenceLine[] {
  // lengths[i][j]: the longest common subsequence of left from i and right from j.
  const lengths = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (row) row[j] = left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DifferenceLine[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    const l = left[i];
    const r = right[j];
    if (l !== undefined && l === r) {
      lines.push({ kind: "same", text: l });
      i++;
      j++;
    } else if (l !== undefined && (r === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: "removed", text: l });
      i++;
    } else if (r !== undefined) {
      lines.push({ kind: "added", text: r });
      j++;
    }
  }
  return lines;
}
