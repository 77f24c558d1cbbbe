import type { SpendFilter } from "./spend-view";
import { queryString } from "@/components/api/client";
import { DIMENSIONS, type SpendDimension } from "./stack-by-day";

/** The filter that a drill-down into a line sets, and the dimension that it shows next. */
const NEXT = {
  team: { field: "team_id", by: "model" },
  model: { field: "model", by: "team" },
  provider: { field: "provider", by: "model" },
} as const satisfies Partial<Record<SpendDimension, { field: "team_id" | "model" | "provider"; by: SpendDimension }>>;

export interface DrillDown {
  readonly field: "team_id" | "model" | "provider";
  readonly value: string;
  readonly by: SpendDimension;
}

/** The drill-down into a line of the table; undefined if the line has no id, or has only its calls below it. */
export function drillDownOf(dimension: SpendDimension, name: string): DrillDown | undefined {
  if (dimension !== "team" && dimension !== "model" && dimension !== "provider") return undefined;
  if (name === DIMENSIONS[dimension].without) return undefined;
  return { ...NEXT[dimension], value: name };
}

/** The address of the calls of a line, with the filters of the page; undefined if Requests has no such filter. */
export function callsAddress(
  dimension: SpendDimension,
  name: string,
  { start_date: from, end_date: to, ...filter }: SpendFilter,
): string | undefined {
  if (dimension === "all")
    return `/console/requests${queryString({ ...filter, time: "between", from: name, to: name })}`;
  const { field, without } = DIMENSIONS[dimension];
  // Requests has no filter for organisations, and none for a missing value.
  if (name === without || field === "organization_id") return undefined;
  return `/console/requests${queryString({ ...filter, [field]: name, time: "between", from, to })}`;
}
