import type { SpendFilter } from "./spend-view";
import { queryString } from "@/components/api/client";
import { DIMENSIONS, type SpendDimension } from "./stack-by-day";

/** What a line of the table is looked into by: the filter it sets, and what its spend is then shown by. */
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

/** One step into a line of the table; undefined where the line is of nobody, or has nothing below it but its calls. */
export function drillDownOf(dimension: SpendDimension, name: string): DrillDown | undefined {
  if (dimension !== "team" && dimension !== "model" && dimension !== "provider") return undefined;
  if (name === DIMENSIONS[dimension].without) return undefined;
  return { ...NEXT[dimension], value: name };
}

/** The address of the calls behind a line, under the filters of the page; undefined where calls cannot be asked for so. */
export function callsAddress(
  dimension: SpendDimension,
  name: string,
  { start_date: from, end_date: to, ...filter }: SpendFilter,
): string | undefined {
  if (dimension === "all")
    return `/console/requests${queryString({ ...filter, time: "between", from: name, to: name })}`;
  const { field, without } = DIMENSIONS[dimension];
  // Requests have no filter for organisations, and none for what is missing.
  if (name === without || field === "organization_id") return undefined;
  return `/console/requests${queryString({ ...filter, [field]: name, time: "between", from, to })}`;
}
