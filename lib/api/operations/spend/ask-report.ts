import type { LargestQuestion, Reach, ReportReader } from "@/lib/reports/report-reader";
import { restGroups } from "@/lib/reports/rest-groups";
import { type DailyDimension, isTime, type SpendGroup } from "@/lib/store/spend/group-statement";
import type { SpendMeasure, SpendSums } from "@/lib/wire/spend";

/** A row of a report before its payers have names. */
export type ReportGroup = SpendGroup & {
  /** Set on a row that sums up all groups that are not among the largest. It has no ids. */
  readonly others?: true;
};

/** What a report asks the reader for. */
export interface ReportQuestion extends Omit<LargestQuestion, "count" | "measure"> {
  /** How many of the largest groups are wanted, and by which measure; undefined: all groups. */
  readonly largest: { readonly count: number; readonly measure: SpendMeasure } | undefined;
  /** What rows of calls without a payer have in place of its ids. */
  readonly nobody: Partial<Record<DailyDimension, string>>;
}

export interface ReportRows {
  /** At most `limit` groups; unless `largest` is set, followed by the rest: the calls without a payer. */
  readonly rows: readonly ReportGroup[];
  readonly isTruncated: boolean;
  readonly totals: SpendSums;
  readonly reach: Reach;
}

/** The rows of a report. @throws the error of the database behind the reader */
export function askReport(reports: ReportReader, question: ReportQuestion): Promise<ReportRows> {
  const { largest } = question;
  return largest ? askLargest(reports, { ...question, ...largest }) : askAll(reports, question);
}

async function askAll(reports: ReportReader, question: ReportQuestion): Promise<ReportRows> {
  const { filter, dimensions, limit, whole, hasRest, nobody } = question;
  const others = dimensions.filter((name) => !(name in nobody));
  const [{ groups, totals, ...reach }, all] = await Promise.all([
    reports.report({ filter, dimensions, limit: limit + 1, needsTotals: !hasRest }),
    hasRest
      ? reports.report({ filter: whole, dimensions: others.length > 0 ? others : ["entity"], limit: limit + 1 })
      : undefined,
  ]);
  const isTruncated = groups.length > limit;
  // The groups that a truncated report leaves out would look like calls without a payer.
  const rest = all && !isTruncated ? restGroups(all.groups, groups) : [];
  const rows = [...groups.slice(0, limit), ...rest.map((group) => ({ ...group, ...nobody }))];
  return { rows, isTruncated, totals: all?.totals ?? totals, reach };
}

async function askLargest(
  reports: ReportReader,
  { limit, nobody, ...question }: ReportQuestion & Pick<LargestQuestion, "count" | "measure">,
): Promise<ReportRows> {
  const { groups, others, rest, totals, ...reach } = await reports.largest({ ...question, limit: limit + 1 });
  const rows = inOrderOfTime([
    ...groups,
    ...others.map((group) => ({ ...group, others: true as const })),
    ...rest.map((group) => ({ ...group, ...noneOf(question.dimensions), ...nobody })),
  ]);
  return { rows: rows.slice(0, limit), isTruncated: rows.length > limit, totals, reach };
}

/** Calls without a payer are added up over models and providers, so these are empty. */
function noneOf(dimensions: readonly DailyDimension[]): Partial<Record<DailyDimension, string>> {
  return Object.fromEntries(
    dimensions.filter((name) => name === "model" || name === "provider").map((name) => [name, ""]),
  );
}

/** Sorts rows by time; rows of one time keep their order. Hours are those of UTC. */
function inOrderOfTime(rows: readonly ReportGroup[]): ReportGroup[] {
  const timeOf = ({ day, hour }: ReportGroup): string => hour ?? day ?? "";
  return rows.toSorted((one, other) => (timeOf(one) < timeOf(other) ? -1 : timeOf(one) > timeOf(other) ? 1 : 0));
}

/** Whether a report can show its largest groups over time: it has one dimension of time, and another one. */
export function isOverTime(names: readonly string[]): boolean {
  return names.filter(isTime).length === 1 && names.length > 1;
}
