"use client";
import { MOST_GROUPS, spendContracts } from "@/lib/wire/contracts/spend";
import { useMemo } from "react";
import { PAGED, useRead } from "@/components/api/use-read";
import type { SpendView } from "./spend-view";
import { DIMENSIONS, leavesRest, restRows } from "./stack-by-day";

const OPTIONS = { ...PAGED, refetchInterval: 15_000 } as const;

/** The totals of a view and its rows by day, kept up to date; undefined until they are there. */
export function useSpendReports({ dimension, filter }: SpendView) {
  // Totals by team leave out the calls that no team made, so the report of all calls is needed too.
  const whole = useRead(spendContracts.report, { group_by: "day", limit: MOST_GROUPS, ...filter }, OPTIONS);
  const report = useRead(
    spendContracts.report,
    {
      group_by: dimension === "all" ? "day" : `day,${DIMENSIONS[dimension].groupBy}`,
      limit: MOST_GROUPS,
      ...filter,
    },
    OPTIONS,
  );
  const rows = useMemo(() => {
    if (!report.data || !whole.data) return undefined;
    // The rows that a truncated report leaves out would look like calls without a team.
    return leavesRest(dimension) && !report.data.truncated
      ? [...report.data.data, ...restRows(whole.data.data, report.data.data)]
      : report.data.data;
  }, [report.data, whole.data, dimension]);
  return {
    totals: whole.data?.totals,
    rows,
    truncated: report.data?.truncated ?? false,
    error: whole.error ?? report.error,
    retry: () => void Promise.all([whole.refetch(), report.refetch()]),
  };
}
