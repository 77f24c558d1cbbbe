"use client";
import type { ReactNode } from "react";
import { ChartSkeleton } from "@/components/charts/chart-skeleton";
import type { ListState } from "@/components/shared/use-list-state";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import type { SeriesDivision } from "@/lib/wire/series/spend-series";

/** `ListChart`, which a page of a list loads when it has nothing else to do. */
export const ListChart = lazyPart(() => import("./list-chart").then((module) => module.ListChart), ChartSkeleton);

/** The chart in the place of a list whose address asks for one; undefined: it does not. `many`: the plural of a row. */
export function chartOfList(
  { chart, setChart, search: typed, setSearch, filter: { search } }: ListState,
  by: SeriesDivision,
  many: string,
): ReactNode {
  if (chart.chart === "") return undefined;
  return <ListChart {...{ by, many, search, typed }} onSearch={setSearch} view={chart} onChange={setChart} />;
}
