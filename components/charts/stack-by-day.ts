import { formatCount } from "@/components/api/format";
import { payerName } from "@/components/shared/payer-name";
import type { SpendMeasure, SpendReport } from "@/lib/wire/spend";

/** A row of a spend report. The grouping decides which of the names it has. */
export type SpendRow = SpendReport["data"][number];

/** The dimensions of spend: the field of a report's rows, and the label of calls without a value in that field. */
export const DIMENSIONS = {
  team: { label: "Team", groupBy: "team", field: "team_id", without: "No team" },
  user: { label: "User", groupBy: "user", field: "user_id", without: "No user" },
  organization: {
    label: "Organisation",
    groupBy: "organization",
    field: "organization_id",
    without: "No organisation",
  },
  key: { label: "Key", groupBy: "key", field: "key_id", without: "No key" },
  end_user: { label: "End user", groupBy: "end_user", field: "end_user_id", without: "No end user" },
  tag: { label: "Tag", groupBy: "tag", field: "tag", without: "No tag" },
  issuer: { label: "Issuer", groupBy: "issuer", field: "issuer", without: "No issuer" },
  model: { label: "Model", groupBy: "model", field: "model", without: "Unknown model" },
  provider: { label: "Provider", groupBy: "provider", field: "provider", without: "Unknown provider" },
} as const;
export type SpendDimension = keyof typeof DIMENSIONS | "all";

/** One colour of the chart: a team, a model, or all the small groups together. */
export interface Series {
  readonly key: string;
  /** `groupOf` its rows; undefined for all the small groups together. */
  readonly group: string | undefined;
  readonly label: string;
  readonly colour: string;
  readonly total: number;
}
export interface StackedDay {
  readonly day: string;
  readonly total: number;
  /** By series key. */
  readonly values: Readonly<Record<string, number>>;
}

const FIRST_COLOURS = [1, 2, 3, 4, 5, 6, 7].map((number) => `var(--series-${number})`);
/** The colours, then the same closer to the ink, for charts whose small groups would be too large together. */
const COLOURS = [...FIRST_COLOURS, ...FIRST_COLOURS.map((colour) => `color-mix(in oklab, ${colour} 72%, var(--ink))`)];
/** The most groups that have a colour. */
export const MOST_SERIES = COLOURS.length;
/** The largest share of the whole that the small groups may have together. */
const MOST_OTHERS = 0.25;
const OTHERS = "others";
/** Paler than the colours of named groups. */
export const OTHERS_COLOUR = "color-mix(in oklab, var(--series-other) 50%, var(--surface))";

/** The days from `start` to `end`, both included, as YYYY-MM-DD. */
export function daysBetween(start: string, end: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(start); at <= Date.parse(end); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

/** What a row counts: dollars, calls or tokens. */
export function measureOf(row: SpendRow, measure: SpendMeasure): number {
  return measure === "tokens" ? row.prompt_tokens + row.completion_tokens : row[measure];
}

/** The group that a row belongs to: an id, because two teams may have the same name, or the label of no id. */
export function groupOf(row: SpendRow, dimension: SpendDimension): string {
  if (dimension === "all") return "All calls";
  const { field, without } = DIMENSIONS[dimension];
  return row[field] || without;
}

/** The name of the group of a row. */
export function labelOf(row: SpendRow, dimension: SpendDimension): string {
  const group = groupOf(row, dimension);
  switch (dimension) {
    case "all":
    case "tag":
    case "issuer":
    case "model":
    case "provider":
      return group;
    default:
      return payerName(row, DIMENSIONS[dimension].field) ?? group;
  }
}

/**
 * Arranges rows by day and group into stacked bars, one for every day of the range. The seven largest groups are series
 * of their own, up to fourteen where the rest would be more than a quarter of the whole. The rest is the last series,
 * rows with `others` included. `keyOf`: which of the `days` a row belongs to, where bars are not days. `groups`: how
 * many groups there are, also those behind `others`; undefined: unknown, but more than `moreThan`.
 */
export function stackByDay(
  rows: readonly SpendRow[],
  dimension: SpendDimension,
  measure: SpendMeasure,
  days: readonly string[],
  {
    keyOf = (row) => row.day?.slice(0, 10) ?? "",
    groups,
    moreThan,
  }: {
    readonly keyOf?: (row: SpendRow) => string;
    readonly groups?: number | undefined;
    readonly moreThan?: number | undefined;
  } = {},
): { series: Series[]; days: StackedDay[] } {
  const totals = new Map<string, number>();
  const labels = new Map<string, string>();
  let unnamed = 0;
  for (const row of rows) {
    if (isOfOthers(row, dimension)) {
      unnamed += measureOf(row, measure);
      continue;
    }
    const group = groupOf(row, dimension);
    totals.set(group, (totals.get(group) ?? 0) + measureOf(row, measure));
    labels.set(group, labelOf(row, dimension));
  }
  const hasUnnamed = rows.some((row) => isOfOthers(row, dimension));
  const ranked = [...totals].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const count = countShown(
    ranked.map(([, value]) => value),
    hasUnnamed ? unnamed : undefined,
  );
  const shown = ranked.slice(0, count);
  const rest = ranked.slice(count);
  const keys = new Map(shown.map(([group], index) => [group, `series${index}`]));
  const isShared = (label: string) => shown.filter(([group]) => labels.get(group) === label).length > 1;
  const series: Series[] = shown.map(([group, total], index) => {
    const label = labels.get(group) ?? group;
    return {
      key: `series${index}`,
      group,
      label: isShared(label) ? `${label} (${group})` : label,
      colour: COLOURS[index] ?? "",
      total,
    };
  });
  if (rest.length > 0 || hasUnnamed) {
    const total = rest.reduce((sum, [, value]) => sum + value, unnamed);
    series.push({
      key: OTHERS,
      group: undefined,
      label:
        hasUnnamed && groups === undefined && moreThan !== undefined && moreThan > count
          ? `More than ${othersLabel(moreThan - count)}`
          : othersLabel(hasUnnamed ? groups && groups - count : rest.length),
      colour: OTHERS_COLOUR,
      total,
    });
  }
  const byDay = new Map<string, Record<string, number>>(days.map((day) => [day, {}]));
  for (const row of rows) {
    const values = byDay.get(keyOf(row));
    if (!values) continue;
    const key = (isOfOthers(row, dimension) ? undefined : keys.get(groupOf(row, dimension))) ?? OTHERS;
    values[key] = (values[key] ?? 0) + measureOf(row, measure);
  }
  return {
    series,
    days: [...byDay].map(([day, values]) => ({
      day,
      values,
      total: Object.values(values).reduce((sum, value) => sum + value, 0),
    })),
  };
}

/** Whether a row sums up groups without naming them. In the dimension `all`, it is a row like any other. */
function isOfOthers(row: SpendRow, dimension: SpendDimension): boolean {
  return row.others === true && dimension !== "all";
}

/**
 * The label of the small groups together. `count`: how many; undefined, or below 1 because rows have changed: unknown.
 */
function othersLabel(count: number | undefined): string {
  if (count === undefined || count < 1) return "Others";
  return `${formatCount(count)} ${count === 1 ? "other" : "others"}`;
}

/**
 * How many of the totals, largest first, have a series of their own. `unnamed`: the total of rows with `others`;
 * undefined: there are none.
 */
function countShown(totals: readonly number[], unnamed: number | undefined): number {
  let rest = totals.reduce((sum, value) => sum + value, unnamed ?? 0);
  const most = rest * MOST_OTHERS;
  let count = 0;
  for (const value of totals.slice(0, MOST_SERIES)) {
    const isAlone = unnamed === undefined && totals.length - count === 1;
    if (count >= FIRST_COLOURS.length && rest <= most && !isAlone) break;
    rest -= value;
    count++;
  }
  return count;
}
