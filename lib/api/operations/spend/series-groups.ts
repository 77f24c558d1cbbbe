import type { CallerContext } from "@/lib/api/operation";
import type { CallFilter } from "@/lib/calls/filter";
import { GatewayError } from "@/lib/errors";
import { daysAround } from "@/lib/reports/series-plan";
import { dailyFilterOf } from "@/lib/store/spend/daily-filter";
import { readPayerNames } from "@/lib/store/spend/payer-names";
import { DAY_MS } from "@/lib/time/period";
import { NAMES_OF_PAYERS, type PayerIdField } from "@/lib/wire/payer-names";
import { SUBJECTS } from "@/lib/wire/spend-filters";
import {
  MOST_SERIES_GROUPS,
  type SeriesDivision,
  type SeriesGroup,
  type SeriesStep,
} from "@/lib/wire/series/spend-series";
import { nameAccessOf } from "./scope";
import { readPoints } from "./series-points";

/** Among how many groups, those with the most spend, the ones with the most calls are looked for. */
const MOST_RANKED = 10_000;

interface Divided {
  readonly by: SeriesDivision;
  /** Only groups whose id or name has this part; undefined: all. */
  readonly search: string | undefined;
  readonly filters: readonly CallFilter[];
  readonly step: SeriesStep;
  readonly bounds: readonly number[];
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
  const { by, filters, step, bounds } = divided;
  const largest = await largestGroups(context, divided);
  const read = await Promise.all(
    largest.map(async ({ id, name }) => {
      const own: CallFilter = { [SUBJECTS[by].property]: id };
      const { data, sampled } = await readPoints(context.services.reports, [...filters, own], step, bounds);
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
  const { groups } = await context.services.reports.report({
    filter: { ...served, entityType: SUBJECTS[by].type },
    dimensions: ["entity"],
    limit: MOST_RANKED,
    needsTotals: false,
  });
  const ranked = groups
    .toSorted((one, other) => other.calls - one.calls)
    .flatMap(({ entity }) => (entity === undefined || entity === "" ? [] : [entity]));
  const named = await withNames(context, by, search === undefined ? ranked.slice(0, MOST_SERIES_GROUPS) : ranked);
  const part = search?.trim().toLowerCase() ?? "";
  return named
    .filter(({ id, name }) => [id, name ?? ""].some((text) => text.toLowerCase().includes(part)))
    .slice(0, MOST_SERIES_GROUPS);
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
