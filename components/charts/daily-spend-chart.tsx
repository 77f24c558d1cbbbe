"use client";
import { useMemo, useState } from "react";
import { formatAxisDollars, formatDollars, utcDay } from "@/components/api/format";
import { LazySpendChart } from "./lazy-spend-chart";
import { type SpendRow, stackByDay } from "./stack-by-day";

/** What each of the last 30 days cost, as a small chart. `days`: YYYY-MM-DD, in order. */
export function DailySpendChart({ rows, days }: { rows: readonly SpendRow[]; days: readonly string[] }) {
  const [now] = useState(() => Date.now());
  const stacked = useMemo(() => stackByDay(rows, "all", "spend", days), [rows, days]);
  if (rows.every((row) => row.spend === 0))
    return <p className="grid h-44 place-items-center text-ink-faint">No spend in the last 30 days.</p>;
  return (
    <LazySpendChart
      compact
      series={stacked.series}
      days={stacked.days}
      openKey={utcDay(now)}
      format={formatDollars}
      formatTick={formatAxisDollars}
      label="Spend per day, last 30 days"
    />
  );
}
