import type { CallerContext } from "@/lib/api/operation";
import type { CallFilter } from "@/lib/calls/filter";
import { GatewayError } from "@/lib/errors";
import { daysAround } from "@/lib/reports/series-plan";
import { dailyFilterOf } from "@/lib/store/spend/daily-filter";
import { readPayerNames } from "@/lib/store/spend/payer-names";
import { searchPayers } from "@/lib/store/spend/search-payers";
import { DAY_MS } from "@/lib/time/period";
import { NAMES_OF_PAYERS, type PayerIdField } from "@/lib/wire/payer-names";
import { SUBJECTS } from "@/lib/wire/spend-filters";
import { MOST_SERIES_GROUPS, type SeriesDivision, type SeriesGroup } from "@/lib/wire/series/spend-series";
import { nameAccessOf } from "./scope";
import { type PointsQuestion, readPoints } from "./series-points";

/** Of how many groups that a search finds, those with the most calls of all time, the largest are looked for. */
const MOST_FOUND = 200;

interface Divided extends PointsQuestion {
  readonly by: SeriesDivision;
  /** Only groups whose id or name has this part; undefined: all. */
  readonly search: string | undefined;
}

interface NamedGroup {
  readonly id: string;
  readonly name: string | null;
}

/**
 * The groups with the most calls on the days of the bounds, each with its own series, the largest first.
 * @throws GatewayError invalid_request for filters with which no figures of groups are kept
 */
export async function readGroups(context: CallerContext, divided: Divided): Promise<SeriesGroup[]> {
  const { by, search: _search, filters, ...question } = divided;
  const largest = await largestGroups(context, divided);
  const read = await Promise.all(
    largest.map(async ({ id, name }) => {
      const own: CallFilter = { [SUBJECTS[by].property]: id };
      const { data, sampled } = await readPoints(context.services.reports, {
        ...question,
        filters: [...filters, own],
        isOneOfSeveral: true,
      });
      return { id, name, data: [...data], sampled };
    }),
  );
  // Groups are ranked by whole days, of which the period may be a part.
  return read.filter(({ data }) => data.some(({ calls }) => calls > 0));
}

async function largestGroups(
  context: CallerContext,
  { by, search, filters, bounds }: Divided,
): Promise<readonly NamedGroup[]> {
  const { from, to } = daysAround(bounds);
  const filter = dailyFilterOf([...filters, { from, until: to + DAY_MS }]);
  if (filter?.entityType !== "all")
    throw new GatewayError("invalid_request", "by takes no other filters than model and provider.", { param: "by" });
  const { entityId: _all, ...served } = filter;
  const { type } = SUBJECTS[by];
  const { database, reports } = context.services;
  const entityIds =
    search === undefined ? undefined : await searchPayers(database, type, { part: search.trim(), most: MOST_FOUND });
  if (entityIds?.length === 0) return [];
  const { groups } = await reports.report({
    filter: { ...served, entityType: type, ...(entityIds && { entityIds }) },
    dimensions: ["entity"],
    limit: MOST_SERIES_GROUPS,
    measure: "calls",
    needsTotals: false,
  });
  const largest = groups.flatMap(({ entity }) => (entity === undefined || entity === "" ? [] : [entity]));
  return withNames(context, by, largest);
}

async function withNames(
  context: CallerContext,
  by: SeriesDivision,
  ids: readonly string[],
): Promise<readonly NamedGroup[]> {
  const { field } = SUBJECTS[by];
  if (!isNamed(field)) return ids.map((id) => ({ id, name: null }));
  const { pool } = context.services.database;
  const payers = ids.map((id) => ({ [field]: id }));
  const namesOf = await readPayerNames(pool, payers, nameAccessOf(context));
  return ids.map((id) => {
    const names = namesOf({ [field]: id });
    const name = NAMES_OF_PAYERS[field].map((column) => names[column]).find((value) => value !== null);
    return { id, name: name ?? null };
  });
}

function isNamed(field: string): field is PayerIdField {
  return Object.hasOwn(NAMES_OF_PAYERS, field);
}
