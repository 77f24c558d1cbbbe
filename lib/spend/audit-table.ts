import type { SpendDiscrepancy } from "@/lib/store/spend/spend-audit";

const HEAD = ["total", "of", "day", "spend of its calls", "spend of the total", "calls", "calls in the total"] as const;
/** Further rows are only counted: they would not fit on a terminal. */
const MOST_LINES = 200;

/** Totals that are not the sums of their calls, as a table for a terminal. */
export function auditTable(discrepancies: readonly SpendDiscrepancy[]): string {
  const rows = discrepancies
    .slice(0, MOST_LINES)
    .map((found) => [
      found.table,
      `${found.entityType} ${JSON.stringify(found.entityId)}`,
      found.day ?? "",
      found.spendOfCalls ?? "none",
      found.spendOfTotal ?? "none",
      found.numberOfCalls ?? "none",
      found.numberInTotal ?? "none",
    ]);
  const widths = HEAD.map((name, index) => Math.max(name.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd();
  const more = discrepancies.length - rows.length;
  return [
    line(HEAD),
    line(widths.map((width) => "-".repeat(width))),
    ...rows.map(line),
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join("\n");
}
