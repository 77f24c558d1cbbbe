"use client";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { spendReportQuery } from "@/components/api/queries";
import type { SpendView } from "./spend-view";
import { DIMENSIONS, leavesRest, restRows } from "./stack-by-day";

const REFRESH_MS = 15_000;

/** The totals of a view and its rows by day, kept up to date; undefined until they are there. */
export function useSpendReports({ dimension, filter }: SpendView) {
  // Totals by team leave out the calls that no team made, so the report of all calls is needed too.
  const whole = useQuery({ ...spendReportQuery("day", filter), refetchInterval: REFRESH_MS });
  const report = useQuery({
    ...spendReportQuery(dimension === "all" ? "day" : `day,${DIMENSIONS[dimension].groupBy}`, filter),
    refetchInterval: REFRESH_MS,
  });
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
