"use client";
import { MOST_GROUPS, spendContracts } from "@/lib/wire/contracts/spend";
import { PAGED, useRead } from "@/components/api/use-read";
import type { SpendView } from "./spend-view";
import { DIMENSIONS, type SpendDimension, type SpendRow } from "@/components/charts/stack-by-day";

const OPTIONS = { ...PAGED, refetchInterval: 15_000 } as const;

/**
 * What a view shows, kept up to date: the totals of all calls, the rows of the table, those of the chart, and those of
 * the period before; undefined until they are there.
 */
export function useSpendReports({ dimension, granularity, filter, before }: SpendView) {
  const time = granularity === "hour" ? "hour" : "day";
  const by = dimension === "all" ? undefined : DIMENSIONS[dimension].groupBy;
  const common = { limit: MOST_GROUPS, rest: "true", ...filter } as const;
  const chart = useRead(spendContracts.report, { ...common, group_by: by ? `${time},${by}` : time }, OPTIONS);
  const table = useRead(spendContracts.report, { ...common, group_by: by ?? time }, OPTIONS);
  // A call counts under each of its tags, so the sums of tags are not those of the calls.
  const whole = useRead(
    spendContracts.report,
    { ...filter, group_by: "day", limit: 1 },
    { ...OPTIONS, enabled: dimension === "tag" },
  );
  const earlier = useRead(
    spendContracts.report,
    { ...common, ...before, group_by: by ?? "day" },
    { ...PAGED, enabled: before !== undefined },
  );
  const earlierWhole = useRead(
    spendContracts.report,
    { ...filter, ...before, group_by: "day", limit: 1 },
    { ...PAGED, enabled: before !== undefined && dimension === "tag" },
  );
  return {
    totals: (dimension === "tag" ? whole : table).data?.totals,
    totalsBefore: before && (dimension === "tag" ? earlierWhole : earlier).data?.totals,
    rows: answers(table.data?.data, dimension, time),
    rowsBefore:
      before && by !== undefined && !earlier.data?.truncated ? answers(earlier.data?.data, dimension, time) : undefined,
    chartRows: answers(answers(chart.data?.data, dimension, time), "all", time),
    isChartTruncated: chart.data?.truncated ?? false,
    isTruncated: table.data?.truncated ?? false,
    note: table.data?.note ?? chart.data?.note,
    /** The zone of the days, which is not the one asked for where that has no sums. */
    zone: chart.data?.time_zone ?? filter.time_zone,
    error: table.error ?? chart.error ?? (dimension === "tag" ? whole.error : null),
    retry: () =>
      void Promise.all([table.refetch(), chart.refetch(), ...(dimension === "tag" ? [whole.refetch()] : [])]),
  };
}

/**
 * The rows, if they are grouped as the view is. Those of the view before are shown while the next are loading, but only
 * where they say the same about others.
 */
function answers(
  rows: readonly SpendRow[] | undefined,
  dimension: SpendDimension,
  time: "hour" | "day",
): readonly SpendRow[] | undefined {
  const field = dimension === "all" ? time : DIMENSIONS[dimension].field;
  return rows?.every((row) => row[field] !== undefined) ? rows : undefined;
}
