import { queryString } from "@/components/api/client";
import { anyAddress } from "@/components/shared/entity-address";
import { callsPeriod } from "@/components/time-range/spend-range";
import { type FilterField, FILTER_FIELDS, type SpendFilter } from "./spend-view";
import { DIMENSIONS, type SpendDimension } from "@/components/charts/stack-by-day";

/** The dimension that a drill-down shows next: models of a payer or provider, and teams of a model. */
const NEXT = {
  team: "model",
  user: "model",
  organization: "model",
  key: "model",
  end_user: "model",
  tag: "model",
  issuer: "model",
  model: "team",
  provider: "model",
} as const satisfies Record<Exclude<SpendDimension, "all">, SpendDimension>;

/** The filter that a drill-down into a line sets, and the dimension that it shows next. */
export interface DrillDown {
  readonly field: FilterField;
  readonly value: string;
  readonly by: SpendDimension;
}

/** The drill-down into a line of the table; undefined: the line has no id, or stands for all calls. */
export function drillDownOf(dimension: SpendDimension, name: string): DrillDown | undefined {
  if (dimension === "all" || name === DIMENSIONS[dimension].without) return undefined;
  return { field: DIMENSIONS[dimension].field, value: name, by: NEXT[dimension] };
}

/**
 * The address of a line's payer; undefined: it has no page, or the line has no payer. Upstream models have no page.
 */
export function payerAddress(dimension: SpendDimension, name: string): string | undefined {
  if (dimension === "all" || dimension === "model" || name === DIMENSIONS[dimension].without) return undefined;
  return anyAddress(dimension, name);
}

/** A period as the filters of calls take it: days, or instants. */
export type CallsPeriod = ReturnType<typeof callsPeriod>;

/**
 * The address of the calls of a line, with the filters and the days of the page, or those of a single bar (`period`);
 * undefined if *Requests* has no such filter.
 */
export function callsAddress(
  dimension: SpendDimension,
  name: string,
  filter: SpendFilter,
  period: CallsPeriod = callsPeriod(filter, filter.time_zone),
): string | undefined {
  const given = Object.fromEntries(FILTER_FIELDS.map((field) => [field, filter[field]]));
  if (dimension === "all")
    return `/console/requests${queryString({ ...given, status: "calls", time: "between", ...period })}`;
  const { field, without } = DIMENSIONS[dimension];
  // *Requests* has no filter for a missing value.
  if (name === without) return undefined;
  return `/console/requests${queryString({ ...given, [field]: name, status: "calls", time: "between", ...period })}`;
}
