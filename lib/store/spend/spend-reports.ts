import type { EntityType } from "@/lib/entity-type";
import type { SpendSums } from "@/lib/wire/spend";
import { DAY_MS } from "@/lib/time/period";
import { type DailyFilter, dayRanges } from "./daily-filter";
import { isShared, totalsOf } from "./all-totals";
import { DAY_OF_OLD } from "./figure-partitions";
import { EVERYWHERE, FIGURE_SUMS, type FigurePlaces, FigureSources, MEMBER_TEAM, MEMBER_USER } from "./figure-sources";
import { OF_ALL } from "./figures-reach";
import { readLargest, seeksLargest } from "./largest-payers";
import type { Database } from "../database";
import { inSnapshot, type ReadFigures } from "./read-figures";
import { canSumWeeks, filterHours, type Weeks, weeksWithin } from "./weekly-figures";

/** The dimensions that figures can be grouped by. A member's id is that of `memberEntityId`. */
const DIMENSIONS = {
  day: "day",
  /** Only of filters that name hours. An ISO 8601 time in UTC. */
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
type RawSums = Readonly<Partial<Record<keyof SpendSums, string | null>>>;
type RawGroup = RawSums & { readonly total?: RawSums } & Partial<Record<DailyDimension, string>>;

/**
 * Sums of figures, grouped by the dimensions and sorted by day and hour, if these are some, and then by falling spend.
 * `totals` are of all groups, also of those beyond the limit; without `needsTotals` they may be zeros.
 */
export async function reportSpend(
  database: Database,
  filter: DailyFilter,
  dimensions: readonly DailyDimension[],
  limit: number,
  { needsTotals = true }: { readonly needsTotals?: boolean | undefined } = {},
): Promise<{ readonly groups: SpendGroup[]; readonly totals: SpendSums }> {
  const isSought = seeksLargest(filter, dimensions, limit);
  const [rows, totals] = await Promise.all([
    inSnapshot(database, async (read) => {
      const places = await readPlaces(read, filter, dimensions);
      if (isSought && !places.hasOld) {
        const entities = await readLargest(read, filter, limit, places);
        return readGroups(read, filter, dimensions, limit, { ...places, entities });
      }
      return carryTotals(dimensions) || !dimensions.some(isTime)
        ? readGroups(read, filter, dimensions, limit, places)
        : readGroupsByTime(read, filter, dimensions, limit, places);
    }),
    needsTotals && (isSought || !carryTotals(dimensions)) ? sumFigures(database, filter) : undefined,
  ]);
  const groups = rows.map((row) => ({
    ...Object.fromEntries(dimensions.map((name) => [name, row[name]])),
    ...spendSums(row),
    spend: row.spend ?? "0",
  }));
  return { groups, totals: totals ?? spendSums(rows[0]?.total ?? {}) };
}

/**
 * Whether groups carry the totals. Days of 100,000 users are millions of groups, and to read figures twice is faster.
 */
function carryTotals(dimensions: readonly DailyDimension[]): boolean {
  return dimensions.filter((name) => name !== "memberTeam").length === 1;
}

function readGroups(
  read: ReadFigures,
  filter: DailyFilter,
  dimensions: readonly DailyDimension[],
  limit: number,
  places: FigurePlaces,
): Promise<RawGroup[]> {
  const { text, values } = groupStatement(filter, dimensions, limit, places);
  return read<RawGroup>(text, values);
}

/**
 * Groups of several days, a few days at a time: groups are sorted by day first, so those beyond the limit need not be
 * summed. All days of 100,000 users are millions of groups.
 */
async function readGroupsByTime(
  read: ReadFigures,
  filter: DailyFilter,
  dimensions: readonly DailyDimension[],
  limit: number,
  places: FigurePlaces,
): Promise<RawGroup[]> {
  const found: RawGroup[] = [];
  for (const days of dayRanges(filter)) {
    found.push(...(await readGroups(read, days, dimensions, limit - found.length, places)));
    if (found.length >= limit) break;
  }
  return found;
}

/**
 * Amounts and tokens are bigint, whose own sum is a slow decimal number; counts are integers, whose sum is a bigint.
 */
const GROUPED_SUMS = FIGURE_SUMS.map((name) => `${groupedSum(name)} AS ${name}`).join(", ");
/** The sums over all groups, which each of them carries, so that the figures are read once. */
const TOTAL_SUMS = FIGURE_SUMS.map((name) => `sum(${groupedSum(name)}) OVER () AS total_${name}`).join(", ");
const SHOWN_SUMS = FIGURE_SUMS.map((name) => `${shownSum(name, `sum(${name})`)} AS ${name}`).join(", ");

function groupedSum(name: string): string {
  return `${name.endsWith("calls") ? "sum" : "whole_sum"}(${name})`;
}

/** The totals as an object: `sumOf` says what the total of a column is. */
function shownTotals(sumOf: (name: string) => string): string {
  return `json_build_object(${FIGURE_SUMS.map((name) => `'${name}', ${shownSum(name, sumOf(name))}`).join(", ")}) AS total`;
}

/** A sum as text, because JavaScript has no exact number for it; spend in dollars. */
function shownSum(name: string, sum: string): string {
  return name === "spend" ? `((${sum}) * 0.000000001)::numeric(40, 9)::text` : `(${sum})::text`;
}

/** How days and hours are shown. They are formatted once per group, not once per row. */
const SHOWN: Readonly<Partial<Record<DailyDimension, string>>> = {
  day: "to_char(date '1970-01-01' + named.day, 'YYYY-MM-DD')",
  hour: `to_char(timestamp '1970-01-01' + named.hour * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
};
const isTime = (name: string): boolean => name === "day" || name === "hour";

/** Rows are grouped by numbers first, so that only groups are given their names. */
export function groupStatement(
  filter: DailyFilter,
  dimensions: readonly DailyDimension[],
  limit: number,
  places: FigurePlaces,
): { text: string; values: unknown[] } {
  const { hasOld } = places;
  const sources = new FigureSources(filter, places);
  const most = sources.bind(limit);
  const groups = dimensions.map((name) => DIMENSIONS[name]);
  const columns = [...new Set(groups.map((name) => (name.includes("entity_id") ? "entity_id" : name))), ...FIGURE_SUMS];
  const isFinal = !hasOld && !areMerged(dimensions) && !(dimensions.includes("entity") && isShared(filter.entityType));
  const fromTotals = (rows: string): string => `SELECT ${columns.join(", ")} FROM (${rows}) AS old`;
  const rows =
    filter.zoned?.source === "calls"
      ? fromTotals(sources.calls(filter.zoned.bounds))
      : [
          namedFigures(
            sources,
            totalsOf(filter.entityType),
            columns,
            isFinal ? most : undefined,
            carryTotals(dimensions),
          ),
          ...(hasOld ? [fromTotals(sources.oldTotals())] : []),
        ].join(" UNION ALL ");
  const qualified = groups.map((name) => (isTime(name) ? `named.${name}` : name));
  const order = [
    ...qualified.filter((_, at) => isTime(groups[at] ?? "")),
    "sum(spend) DESC",
    ...qualified.filter((_, at) => !isTime(groups[at] ?? "")),
  ];
  const shown = dimensions.map((name) => `${SHOWN[name] ?? DIMENSIONS[name]} AS "${name}"`);
  const isCut = isFinal && filter.zoned?.source !== "calls";
  const totals = carryTotals(dimensions)
    ? [shownTotals((name) => (isCut ? `max(total_${name})` : `sum(sum(${name})) OVER ()`))]
    : [];
  return {
    text: `SELECT ${[...shown, SHOWN_SUMS, ...totals].join(", ")} FROM (${rows}) AS named
      GROUP BY ${qualified.join(", ")} ORDER BY ${order.join(", ")} LIMIT ${most}`,
    values: sources.values,
  };
}

/** Whether several members fall into one group: those of a team, or of a user. A team and a user name one member. */
function areMerged(dimensions: readonly DailyDimension[]): boolean {
  return dimensions.includes("memberTeam") !== dimensions.includes("memberUser");
}

/** Groups of figures with names. `most`: set where these are the groups of the answer, so that no others need names. */
function namedFigures(
  sources: FigureSources,
  totals: string,
  columns: readonly string[],
  most: string | undefined,
  areTotalsCarried: boolean,
): string {
  const keys = columns
    .filter((name) => !FIGURE_SUMS.includes(name))
    .map((name) => (name === "entity_id" ? "entity" : name));
  const areTotalsAdded = most !== undefined && areTotalsCarried;
  const totalColumns = areTotalsAdded ? FIGURE_SUMS.map((name) => `total_${name}`) : [];
  const needsServed = keys.includes("model") || keys.includes("provider");
  return `
    SELECT ${[...columns, ...totalColumns].map((name) => (name === "entity_id" ? name : `grouped.${name}`)).join(", ")} FROM (
      SELECT ${[...keys, GROUPED_SUMS, ...(areTotalsAdded ? [TOTAL_SUMS] : [])].join(", ")} FROM (${sources.figures()}) AS figure
      ${needsServed ? "JOIN served_models ON number = served" : ""}
      GROUP BY ${keys.join(", ")}
      ${most === undefined ? "" : `ORDER BY ${[...keys.filter(isTime), `${groupedSum("spend")} DESC`].join(", ")} LIMIT ${most}`}
    ) AS grouped ${keys.includes("entity") ? `JOIN ${totals} AS total ON number = entity` : ""}`;
}

/** The sums of all figures of a filter. */
function sumFigures(database: Database, filter: DailyFilter): Promise<SpendSums> {
  return inSnapshot(database, async (read) => {
    const places = await readPlaces(read, filter, []);
    const sources = new FigureSources(filter, places);
    const columns = FIGURE_SUMS.join(", ");
    const parts =
      filter.zoned?.source === "calls"
        ? [sources.calls(filter.zoned.bounds)]
        : [sources.figures(), ...(places.hasOld ? [sources.oldTotals()] : [])];
    const summed = parts.map((part) => `SELECT ${columns} FROM (${part}) AS part`).join(" UNION ALL ");
    const rows = await read<RawSums>(`SELECT ${SHOWN_SUMS} FROM (${summed}) AS summed`, sources.values);
    return spendSums(rows[0] ?? {});
  });
}

/** A day that is kept as such. */
const KEPT_DAY = `SELECT FROM daily_figures WHERE ${OF_ALL} AND day BETWEEN $1::int AND $2::int AND day > ${DAY_OF_OLD}`;

/** Whether there are days of UTC within a range, and figures of an older version at all. */
async function readDayPlaces(
  read: ReadFigures,
  { from, to }: DailyFilter,
): Promise<Omit<FigurePlaces, "weeks"> | undefined> {
  const text = `SELECT EXISTS (${KEPT_DAY}) AS "hasDays", EXISTS (SELECT FROM daily_totals) AS "hasOld"`;
  const [places] = await read<Omit<FigurePlaces, "weeks">>(text, [from / DAY_MS, to / DAY_MS]);
  return places;
}

/** A week counts only as long as its mark says so. What an older version has booked is in no week. */
async function readPlaces(
  read: ReadFigures,
  filter: DailyFilter,
  dimensions: readonly DailyDimension[],
): Promise<FigurePlaces> {
  const places = filter.zoned ? { hasDays: false, hasOld: false } : await readDayPlaces(read, filter);
  if (!places) return EVERYWHERE;
  if (places.hasOld || !canSumWeeks(filter, dimensions)) return { ...places, weeks: [] };
  const hours = filterHours(filter);
  const summed = await read<Weeks>(
    "SELECT weeks, week FROM summed_weeks WHERE is_whole AND week * 168 >= $1::int AND (week + weeks) * 168 <= $2::int",
    [hours.from, hours.until],
  );
  return { ...places, weeks: weeksWithin(hours, summed) };
}

/** The first day since the epoch behind all that are kept by the day alone, if one of these is within a range. */
const HOURS_SINCE = `
SELECT 1 + greatest(
  (SELECT max(day) FROM daily_figures WHERE ${OF_ALL}),
  (SELECT max(day) - date '1970-01-01' FROM daily_totals WHERE entity_type = 'all')) AS day
WHERE EXISTS (${KEPT_DAY})
  OR EXISTS (SELECT FROM daily_totals WHERE entity_type = 'all' AND day BETWEEN date '1970-01-01' + $1::int AND date '1970-01-01' + $2::int)`;
const CALLS_SINCE = `SELECT max(pruned_before) - date '1970-01-01' AS day FROM call_retention WHERE pruned_before > date '1970-01-01' + $1::int`;

/**
 * From which day on hours and calls are kept; absent: they are kept of all days of a range of UTC days. Days are
 * midnights in milliseconds since the epoch, both included. @throws the database's error
 */
export async function readReach(
  { prisma }: Database,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<{ readonly hoursSince?: number | undefined; readonly callsSince?: number | undefined }> {
  const text = `SELECT (${HOURS_SINCE}) AS hours, (${CALLS_SINCE}) AS calls`;
  const rows = await prisma.$queryRawUnsafe<{ hours: number | null; calls: number | null }[]>(
    text,
    from / DAY_MS,
    to / DAY_MS,
  );
  const [{ hours, calls } = { hours: null, calls: null }] = rows;
  return {
    hoursSince: hours === null ? undefined : hours * DAY_MS,
    callsSince: calls === null ? undefined : calls * DAY_MS,
  };
}

/** The all-time totals of one entity; zeros if nothing was ever booked. */
export async function readEntityTotal(
  database: Database,
  type: EntityType,
  id: string,
): Promise<Omit<SpendSums, "failed_calls">> {
  const rows = await database.prisma.$queryRawUnsafe<RawSums[]>(
    `SELECT sum(spend)::text AS spend, sum(calls)::text AS calls, sum(prompt_tokens)::text AS prompt_tokens,
       sum(completion_tokens)::text AS completion_tokens, sum(unpriced_calls)::text AS unpriced_calls
     FROM ${totalsOf(type)} AS total WHERE entity_type = $1 AND entity_id = $2`,
    type,
    id,
  );
  const { failed_calls: _unknown, ...sums } = spendSums(rows[0] ?? {});
  return sums;
}

function spendSums(sums: RawSums): SpendSums {
  return {
    spend: Number(sums.spend ?? 0),
    calls: Number(sums.calls ?? 0),
    failed_calls: Number(sums.failed_calls ?? 0),
    prompt_tokens: Number(sums.prompt_tokens ?? 0),
    completion_tokens: Number(sums.completion_tokens ?? 0),
    unpriced_calls: Number(sums.unpriced_calls ?? 0),
  };
}
