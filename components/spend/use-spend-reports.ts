"use client";
import { MOST_GROUPS, spendContracts } from "@/lib/wire/contracts/spend";
import { LIVE, PAGED, useRead } from "@/components/api/use-read";
import type { SpendView } from "./spend-view";
import { daysBetween, DIMENSIONS, type SpendDimension, type SpendRow } from "@/components/charts/stack-by-day";
import { groupsOverTime } from "./rows-over-time";

/** Dimensions that may have very many groups. More lines would take seconds, and nobody reads them. */
const NUMEROUS: ReadonlySet<SpendDimension> = new Set(["user", "key", "end_user", "tag"]);
const MOST_NUMEROUS = 500;

/**
 * Reads what a view shows, and keeps it up to date: the totals of all calls, the rows of the table, of the chart and of
 * the period before, each undefined until it is read. The period before is read once it is known whether its rows can
 * be compared. The chart has the largest groups, and for each day or hour one row of all others.
 */
export function useSpendReports({ dimension, granularity, measure, filter, before, source }: SpendView) {
  const isAnswered = source !== "nothing";
  // Sums of single calls take the database so long that they are read again only when somebody asks.
  const live = { ...(source === "totals" ? LIVE : PAGED), enabled: isAnswered };
  const time = granularity === "hour" ? "hour" : "day";
  const by = dimension === "all" ? undefined : DIMENSIONS[dimension].groupBy;
  const limit = NUMEROUS.has(dimension) ? MOST_NUMEROUS : MOST_GROUPS;
  const common = { rest: "true", ...filter } as const;
  const table = useRead(spendContracts.report, { ...common, limit, group_by: by ?? time }, live);
  const rows = answers(table.data?.data, dimension, time);
  const isTruncated = table.data?.truncated ?? false;
  const isWhole = dimension === "tag" || isTruncated;

  const times = daysBetween(filter.start_date, filter.end_date).length * (time === "hour" ? 24 : 1);
  const largest = by === undefined ? undefined : groupsOverTime(times);
  const chart = useRead(
    spendContracts.report,
    {
      ...common,
      limit: MOST_GROUPS,
      ...(largest === undefined ? { group_by: time } : { group_by: `${time},${by}`, largest, largest_by: measure }),
    },
    live,
  );
  // A call counts under each of its tags, so the sums of tags are not those of the calls.
  const whole = useRead(
    spendContracts.report,
    { ...filter, group_by: "day", limit: 1 },
    { ...live, enabled: isAnswered && dimension === "tag" },
  );
  const earlier = useRead(
    spendContracts.report,
    { ...common, ...before, limit, group_by: by ?? "day" },
    { ...PAGED, enabled: isAnswered && before !== undefined && rows !== undefined && !isTruncated },
  );
  const earlierWhole = useRead(
    spendContracts.report,
    { ...filter, ...before, group_by: "day", limit: 1 },
    { ...PAGED, enabled: isAnswered && before !== undefined && isWhole },
  );
  const chartDimension = largest === undefined ? "all" : dimension;
  return {
    totals: (dimension === "tag" ? whole : table).data?.totals,
    totalsBefore: before && (isWhole ? earlierWhole : earlier).data?.totals,
    rows,
    rowsBefore:
      before && by !== undefined && !isTruncated && !earlier.data?.truncated
        ? answers(earlier.data?.data, dimension, time)
        : undefined,
    chartRows: answers(answers(chart.data?.data, chartDimension, time), "all", time),
    /** The dimension of the chart's rows: that of the view, or "all" if an answer has no room for its groups. */
    chartDimension,
    isTruncated,
    note: table.data?.note ?? chart.data?.note,
    /** The zone of the days. It differs from the filter's if that zone has no sums. */
    zone: chart.data?.time_zone ?? filter.time_zone,
    error: table.error ?? chart.error ?? (dimension === "tag" ? whole.error : null),
    /** When the table was read, and a way to read all reports again. */
    query: {
      error: table.error ?? chart.error,
      dataUpdatedAt: table.dataUpdatedAt,
      isFetching: table.isFetching || chart.isFetching,
      refetch: () => Promise.all([table.refetch(), chart.refetch(), ...(dimension === "tag" ? [whole.refetch()] : [])]),
    },
  };
}

/**
 * The rows, if they are grouped as the view is. While the next rows are loading, those of the previous view stay, which
 * may be grouped otherwise.
 */
function answers(
  rows: readonly SpendRow[] | undefined,
  dimension: SpendDimension,
  time: "hour" | "day",
): readonly SpendRow[] | undefined {
  const field = dimension === "all" ? time : DIMENSIONS[dimension].field;
  return rows?.every((row) => row[field] !== undefined || row.others) ? rows : undefined;
}
