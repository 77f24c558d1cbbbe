"use client";
import type { SpendFilter } from "./spend-view";
import { useMemo } from "react";
import { formatAxisDollars, formatCompact, formatDollars } from "@/components/api/format";
import type { SpendRow } from "./stack-by-day";
import type { DrillDown } from "./drill-down";
import { LazySpendChart } from "./lazy-spend-chart";
import { SpendTable } from "./spend-table";
import { daysBetween, type SpendDimension, type SpendMeasure, stackByDay } from "./stack-by-day";

/** A report as a chart with its legend, and as a table. */
export function SpendBody({
  rows,
  dimension,
  measure,
  filter,
  onDrillDown,
}: {
  rows: readonly SpendRow[];
  dimension: SpendDimension;
  measure: SpendMeasure;
  filter: SpendFilter;
  onDrillDown: (step: DrillDown) => void;
}) {
  const { start_date: start, end_date: end } = filter;
  const stacked = useMemo(
    () => stackByDay(rows, dimension, measure, daysBetween(start, end)),
    [rows, dimension, measure, start, end],
  );
  const format = measure === "spend" ? formatDollars : formatCompact;
  return (
    <>
      <div className="px-4 pt-3 pb-2">
        <LazySpendChart
          series={stacked.series}
          days={stacked.days}
          format={format}
          formatTick={measure === "spend" ? formatAxisDollars : formatCompact}
          label={`${measure} per day, ${start} to ${end}`}
        />
        {dimension !== "all" && (
          <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 pb-2 text-[12.5px]" aria-label="Legend">
            {stacked.series.map((series) => (
              <li key={series.key} className="flex items-center gap-1.5">
                <span className="size-2.5 rounded-xs" style={{ background: series.colour }} aria-hidden />
                <span
                  className="max-w-48 truncate text-ink-soft"
                  title={
                    series.group === undefined || series.label.includes(series.group)
                      ? series.label
                      : `${series.label} (${series.group})`
                  }
                >
                  {series.label}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <SpendTable rows={rows} dimension={dimension} series={stacked.series} filter={filter} onDrillDown={onDrillDown} />
    </>
  );
}
