import type { SpendMeasure, SpendSums } from "@/lib/wire/spend";
import { isShared, totalsOf } from "./all-totals";
import type { DailyFilter } from "./daily-filter";
import { FIGURE_SUMS, type FigureScope, FigureSources, MEMBER_TEAM, MEMBER_USER } from "./figure-sources";

/** The dimensions that figures can be grouped by. A member's id is that of `memberEntityId`. */
const DIMENSIONS = {
  day: "day",
  /** For filters with hours alone. An ISO 8601 time in UTC. */
  hour: "hour",
  entity: "entity_id",
  memberTeam: MEMBER_TEAM,
  memberUser: MEMBER_USER,
  model: "model",
  provider: "provider",
} as const;
export type DailyDimension = keyof typeof DIMENSIONS;

/** `spend` is an exact decimal number of dollars. */
export type SpendGroup = Omit<SpendSums, "spend"> & { readonly spend: string } & Partial<
    Record<DailyDimension, string>
  >;
export type RawSums = Readonly<Partial<Record<keyof SpendSums, string | null>>>;
/** A row of `groupStatement`. The first row has the totals, if the statement computes them (`carryTotals`). */
export type RawGroup = RawSums & { readonly total?: RawSums | null } & Partial<Record<DailyDimension, string>>;

/** Makes a group of a row. There may be thousands of rows, so it makes no copies on the way. */
export function spendGroup(row: RawGroup, dimensions: readonly DailyDimension[]): SpendGroup {
  const names: Partial<Record<DailyDimension, string>> = {};
  for (const name of dimensions) {
    const value = row[name];
    if (value !== undefined) names[name] = value;
  }
  return Object.assign(names, spendSums(row), { spend: row.spend ?? "0" });
}

/** Sums as numbers; zeros for those that are absent. */
export function spendSums(sums: RawSums): SpendSums {
  return {
    spend: Number(sums.spend ?? 0),
    calls: Number(sums.calls ?? 0),
    failed_calls: Number(sums.failed_calls ?? 0),
    prompt_tokens: Number(sums.prompt_tokens ?? 0),
    completion_tokens: Number(sums.completion_tokens ?? 0),
    unpriced_calls: Number(sums.unpriced_calls ?? 0),
  };
}

/** Whether a dimension is a time, by which groups are sorted first. */
export function isTime(name: string): name is "day" | "hour" {
  return name === "day" || name === "hour";
}

/**
 * Whether the statement for groups also computes the totals. Days of 100,000 users are millions of groups, for which it
 * is faster to read the figures twice.
 */
export function carryTotals(dimensions: readonly DailyDimension[]): boolean {
  return dimensions.filter((name) => name !== "memberTeam").length === 1;
}

/**
 * Amounts and tokens are bigint, which PostgreSQL's own sum() adds up as a slow numeric. Counts are integers, whose sum
 * is a bigint.
 */
const GROUPED_SUMS = FIGURE_SUMS.map((name) => `${groupedSum(name)} AS ${name}`).join(", ");
/** The sums over all groups, which each group carries, so that the figures are read once. */
const TOTAL_SUMS = FIGURE_SUMS.map((name) => `sum(${groupedSum(name)}) OVER () AS total_${name}`).join(", ");
/** All sums of a group as text, spend in dollars. */
export const SHOWN_SUMS = FIGURE_SUMS.map((name) => `${shownSum(name, `sum(${name})`)} AS ${name}`).join(", ");

function groupedSum(name: string): string {
  return `${name.endsWith("calls") ? "sum" : "whole_sum"}(${name})`;
}

const MEASURED: Readonly<Record<SpendMeasure, readonly string[]>> = {
  spend: ["spend"],
  calls: ["calls"],
  tokens: ["prompt_tokens", "completion_tokens"],
};

/** SQL that ranks groups of rows of figures, as a sum that is fast for whole numbers. */
export function rankedBy(measure: SpendMeasure): string {
  return MEASURED[measure].map(groupedSum).join(" + ");
}

/** SQL for the totals, as an object in the first row. `sumOf` gives SQL for the total of a column. */
function shownTotals(order: string, sumOf: (name: string) => string): string {
  const totals = FIGURE_SUMS.map((name) => `'${name}', ${shownSum(name, sumOf(name))}`).join(", ");
  return `CASE row_number() OVER (ORDER BY ${order}) WHEN 1 THEN json_build_object(${totals}) END AS total`;
}

/** SQL for a sum as text, because JavaScript has no exact number for it; spend in dollars. */
function shownSum(name: string, sum: string): string {
  return name === "spend" ? `((${sum}) * 0.000000001)::numeric(40, 9)::text` : `(${sum})::text`;
}

/** How days and hours are shown. They are formatted once per group, not once per row. */
const SHOWN: Readonly<Partial<Record<DailyDimension, string>>> = {
  day: "to_char(date '1970-01-01' + named.day, 'YYYY-MM-DD')",
  hour: `to_char(timestamp '1970-01-01' + named.hour * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
};

/** Asks for sums of figures, grouped by the dimensions. */
export interface GroupQuestion {
  readonly filter: DailyFilter;
  readonly dimensions: readonly DailyDimension[];
  /** The most groups. */
  readonly limit: number;
}

/** Which groups a statement selects, and in which order. */
export interface GroupChoice {
  /** What groups of the same time are sorted by. Default: spend. */
  readonly measure?: SpendMeasure;
  /** The only groups of the answer, by all dimensions that are not times; absent: all groups. */
  readonly only?: readonly Partial<Record<DailyDimension, string>>[];
}

/**
 * The statement for the groups of a filter. Rows are grouped by numbers first, so that names are looked up only for
 * groups. Equal groups are ordered by their ids.
 */
export function groupStatement(
  { filter, dimensions, limit }: GroupQuestion,
  scope: FigureScope,
  { measure = "spend", only }: GroupChoice = {},
): { text: string; values: unknown[] } {
  const sources = new FigureSources(filter, scope);
  const most = sources.bind(limit);
  const groups = dimensions.map((name) => DIMENSIONS[name]);
  const columns = [...new Set(groups.map((name) => (name.includes("entity_id") ? "entity_id" : name))), ...FIGURE_SUMS];
  const isSharedEntity = dimensions.includes("entity") && isShared(filter.entityType);
  const isFinal = !only && !areMerged(dimensions) && !isSharedEntity;
  const cut = isFinal
    ? `ORDER BY ${[...dimensions.filter(isTime), `${rankedBy(measure)} DESC`].join(", ")} FETCH FIRST (${most}) ROWS WITH TIES`
    : undefined;
  // Without this, the planner would look for the ids of a few groups among all payers.
  const few = (): string =>
    only && scope.entities ? ` AND number = ANY (${sources.bind(scope.entities)}::int[])` : "";
  const rows =
    filter.zoned?.source === "calls"
      ? `SELECT ${columns.join(", ")} FROM (${sources.calls(filter.zoned.bounds)}) AS called`
      : namedFigures(sources, `${totalsOf(filter.entityType)} AS total ON number = entity${few()}`, columns, {
          cut,
          areTotalsCarried: carryTotals(dimensions),
        });
  const qualified = groups.map((name) => (isTime(name) ? `named.${name}` : name));
  const order = [
    ...qualified.filter((_, at) => isTime(groups[at] ?? "")),
    `${MEASURED[measure].map((name) => `sum(${name})`).join(" + ")} DESC`,
    ...qualified.filter((_, at) => !isTime(groups[at] ?? "")).map((id) => `${id} COLLATE "C"`),
  ].join(", ");
  const shown = dimensions.map((name) => `${SHOWN[name] ?? DIMENSIONS[name]} AS "${name}"`);
  const isCut = isFinal && filter.zoned?.source !== "calls";
  const totals = carryTotals(dimensions)
    ? [shownTotals(order, (name) => (isCut ? `max(total_${name})` : `sum(sum(${name})) OVER ()`))]
    : [];
  return {
    text: `SELECT ${[...shown, SHOWN_SUMS, ...totals].join(", ")} FROM (${rows}) AS named
      ${only ? `WHERE ${isAmong(only, dimensions, sources)}` : ""}
      GROUP BY ${qualified.join(", ")} ORDER BY ${order} LIMIT ${most}`,
    values: sources.values,
  };
}

/** SQL for whether a row belongs to one of these groups. */
function isAmong(
  only: NonNullable<GroupChoice["only"]>,
  dimensions: readonly DailyDimension[],
  sources: FigureSources,
): string {
  const names = dimensions.filter((name) => !isTime(name));
  const lists = names.map((name) => `${sources.bind(only.map((group) => group[name] ?? ""))}::text[]`);
  return `(${names.map((name) => DIMENSIONS[name]).join(", ")}) IN (SELECT * FROM unnest(${lists.join(", ")}))`;
}

/** SQL for the numbers of all payers in some groups, and its values; undefined: the groups are not by payer. */
export function numbersStatement(
  { entityType }: DailyFilter,
  only: NonNullable<GroupChoice["only"]>,
  dimensions: readonly DailyDimension[],
): { readonly text: string; readonly values: readonly unknown[] } | undefined {
  const payers = dimensions.filter((name) => DIMENSIONS[name].includes("entity_id"));
  if (payers.length === 0) return undefined;
  const conditions = payers.map((name, at) => `${DIMENSIONS[name]} = ANY ($${at + 2}::text[])`);
  return {
    text: `SELECT number AS entity FROM ${totalsOf(entityType)} AS total
      WHERE number IS NOT NULL AND entity_type = $1 AND ${conditions.join(" AND ")}`,
    values: [entityType, ...payers.map((name) => only.map((group) => group[name] ?? ""))],
  };
}

/**
 * Whether several members may fall into one group: those of a team, or those of a user. A team and a user together name
 * one member.
 */
function areMerged(dimensions: readonly DailyDimension[]): boolean {
  return dimensions.includes("memberTeam") !== dimensions.includes("memberUser");
}

/**
 * SQL for groups of figures with names. `payers`: what they are joined with for the names. `cut`: set if these are
 * already the groups of the answer, so that no others need names.
 */
function namedFigures(
  sources: FigureSources,
  payers: string,
  columns: readonly string[],
  { cut, areTotalsCarried }: { readonly cut: string | undefined; readonly areTotalsCarried: boolean },
): string {
  const keys = columns
    .filter((name) => !FIGURE_SUMS.includes(name))
    .map((name) => (name === "entity_id" ? "entity" : name));
  const areTotalsAdded = cut !== undefined && areTotalsCarried;
  const totalColumns = areTotalsAdded ? FIGURE_SUMS.map((name) => `total_${name}`) : [];
  const needsServed = keys.includes("model") || keys.includes("provider");
  return `
    SELECT ${[...columns, ...totalColumns].map((name) => (name === "entity_id" ? name : `grouped.${name}`)).join(", ")} FROM (
      SELECT ${[...keys, GROUPED_SUMS, ...(areTotalsAdded ? [TOTAL_SUMS] : [])].join(", ")} FROM (${sources.figures()}) AS figure
      ${needsServed ? "JOIN served_models ON number = served" : ""}
      GROUP BY ${keys.join(", ")}
      ${cut ?? ""}
    ) AS grouped ${keys.includes("entity") ? `JOIN ${payers}` : ""}`;
}
