import type { SpendSums } from "@/lib/wire/spend";
import { nanosOf, sharesOf } from "./exact-dollars";
import { groupOf, labelOf, type SpendDimension, type SpendRow } from "@/components/charts/stack-by-day";

type Counts = Omit<SpendSums, "spend">;

/** A line of the table. */
export interface SpendLine extends Counts {
  /** What the rows of the line have in common: an id, or the key of a bucket. */
  readonly group: string;
  readonly name: string;
  readonly nanos: number;
  /** Tenths of a percent of the spend of all lines. */
  readonly share: number;
  /** Nano-dollars in the period before; undefined: unknown. */
  readonly before: number | undefined;
}

/** How rows are put together: by payer, model or provider, or by time where `bucketOf` says when. */
export interface Grouping {
  readonly dimension: SpendDimension;
  readonly bucketOf?: (row: SpendRow) => string;
}

/**
 * The lines of a table, highest spend first, or by time, newest first. `before`: the rows of the period before,
 * undefined while they are unknown. The shares add up to 100%.
 */
export function spendLines(
  rows: readonly SpendRow[],
  { dimension, bucketOf }: Grouping,
  before: readonly SpendRow[] | undefined,
): SpendLine[] {
  const keyOf = bucketOf ?? ((row: SpendRow) => groupOf(row, dimension));
  const earlier = before && addUp(before, keyOf);
  const lines = [...addUp(rows, keyOf)].map(([group, { first, ...sums }]) => ({
    ...sums,
    group,
    name: bucketOf ? group : labelOf(first, dimension),
    before: earlier && (earlier.get(group)?.nanos ?? 0),
  }));
  lines.sort((a, b) =>
    bucketOf ? (instantOf(a.group) < instantOf(b.group) ? 1 : -1) : b.nanos - a.nanos || b.calls - a.calls,
  );
  const shares = sharesOf(lines.map(({ nanos }) => nanos));
  return lines.map((line, at) => ({ ...line, share: shares[at] ?? 0 }));
}

/** What all lines have together, in exact nano-dollars. */
export function totalOf(lines: readonly SpendLine[]): Counts & Pick<SpendLine, "nanos" | "before" | "share"> {
  const add = (name: keyof Counts | "nanos" | "share"): number => lines.reduce((sum, line) => sum + line[name], 0);
  return {
    nanos: add("nanos"),
    share: add("share"),
    before: undefined,
    calls: add("calls"),
    failed_calls: add("failed_calls"),
    prompt_tokens: add("prompt_tokens"),
    completion_tokens: add("completion_tokens"),
    unpriced_calls: add("unpriced_calls"),
  };
}

function addUp(
  rows: readonly SpendRow[],
  keyOf: (row: SpendRow) => string,
): Map<string, Counts & { readonly nanos: number; readonly first: SpendRow }> {
  const sums = new Map<string, Counts & { readonly nanos: number; readonly first: SpendRow }>();
  for (const row of rows) {
    const key = keyOf(row);
    const sum = sums.get(key);
    sums.set(key, {
      first: sum?.first ?? row,
      nanos: (sum?.nanos ?? 0) + nanosOf(row.spend),
      calls: (sum?.calls ?? 0) + row.calls,
      failed_calls: (sum?.failed_calls ?? 0) + row.failed_calls,
      prompt_tokens: (sum?.prompt_tokens ?? 0) + row.prompt_tokens,
      completion_tokens: (sum?.completion_tokens ?? 0) + row.completion_tokens,
      unpriced_calls: (sum?.unpriced_calls ?? 0) + row.unpriced_calls,
    });
  }
  return sums;
}

/** Hours in order of time, although the clocks may go back; days as they are. */
function instantOf(key: string): number {
  return Date.parse(key);
}

/** How an amount changed against an earlier one: "+12%", "−8%", "new", "over ×10". */
export function changeOf(now: number, before: number): string {
  if (before === 0) return now === 0 ? "–" : "new";
  const change = now / before - 1;
  if (change >= 10) return `×${Math.round(now / before)}`;
  const percent = Math.round(Math.abs(change) * 100);
  return percent === 0 ? "±0%" : `${change > 0 ? "+" : "−"}${percent}%`;
}
