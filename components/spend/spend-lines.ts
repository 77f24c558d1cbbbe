import type { SpendSums } from "@/lib/wire/spend";
import { nanosOf, sharesOf } from "./exact-dollars";
import { groupOf, labelOf, type SpendDimension, type SpendRow } from "@/components/charts/stack-by-day";

type Counts = Omit<SpendSums, "spend">;

/** A line of the table. */
export interface SpendLine extends Counts {
  /** The id, or the key of a bucket, that the rows of the line share. */
  readonly group: string;
  readonly name: string;
  readonly nanos: number;
  /** The share in the spend of all lines, in tenths of a percent. */
  readonly share: number;
  /** The spend in the period before, in nano-dollars; undefined: unknown. */
  readonly before: number | undefined;
}

/** How rows are grouped into lines: by the dimension, or by time if `bucketOf` is given. */
export interface Grouping {
  readonly dimension: SpendDimension;
  readonly bucketOf?: (row: SpendRow) => string;
}

/**
 * The lines of a table: those with the highest spend first, or by time with the newest first. Their shares add up to
 * 100%. `before`: the rows of the period before; undefined: unknown.
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

/** The sums over all lines, in exact nano-dollars. */
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

/** The instant of a bucket's key, to order by. Keys of hours hold the offset, because clocks may go back. */
function instantOf(key: string): number {
  return Date.parse(key);
}
