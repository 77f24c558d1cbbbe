import type { DaySums } from "@/lib/store/cursors/arrived-days";

/** A day on which PostgreSQL and ClickHouse do not have the same; undefined: one of them has no calls of it. */
export interface DayDifference {
  readonly day: string;
  readonly postgres: DaySums | undefined;
  readonly clickhouse: DaySums | undefined;
}

/**
 * The days that differ in their calls, tokens or, to the nano-dollar, in their spend; in order. Amounts have nine
 * digits.
 */
export function compareDays(postgres: readonly DaySums[], clickhouse: readonly DaySums[]): DayDifference[] {
  const ours = new Map(postgres.map((sums) => [sums.day, sums]));
  const theirs = new Map(clickhouse.map((sums) => [sums.day, sums]));
  return [...new Set([...ours.keys(), ...theirs.keys()])]
    .sort()
    .map((day) => ({ day, postgres: ours.get(day), clickhouse: theirs.get(day) }))
    .filter(({ postgres: one, clickhouse: other }) => !one || !other || !isSame(one, other));
}

function isSame(one: DaySums, other: DaySums): boolean {
  return one.calls === other.calls && one.spend === other.spend && one.tokens === other.tokens;
}

/** What the differences are, for a terminal. */
export function differenceLines(differences: readonly DayDifference[]): string {
  const said = (sums: DaySums | undefined): string =>
    sums ? `${sums.calls} calls, $${sums.spend}, ${sums.tokens} tokens` : "no calls";
  return differences
    .map(({ day, postgres, clickhouse }) => `${day}  PostgreSQL: ${said(postgres)}; ClickHouse: ${said(clickhouse)}`)
    .join("\n");
}
