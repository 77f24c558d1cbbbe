"use client";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { addressOf } from "@/components/api/address";
import { formatAxisDollars, formatDollars, utcDay } from "@/components/api/format";
import { serverTime } from "@/components/api/server-time";
import { axisText } from "./axis-text";
import { LazySpendChart } from "./lazy-spend-chart";
import { type SpendRow, stackByDay } from "./stack-by-day";

/**
 * The spend of each of the last 30 UTC days, as a small chart. `days`: YYYY-MM-DD, in order. `callsOf`: the address of
 * a day's calls, which its bar leads to.
 */
export function DailySpendChart({
  rows,
  days,
  callsOf,
}: {
  rows: readonly SpendRow[];
  days: readonly string[];
  callsOf?: (day: string) => string;
}) {
  const router = useRouter();
  const [now] = useState(serverTime);
  const stacked = useMemo(() => stackByDay(rows, "all", "spend", days), [rows, days]);
  if (rows.every((row) => row.spend === 0))
    return <p className="grid h-49 place-items-center text-ink-faint">No spend in the last 30 days.</p>;
  const today = utcDay(now);
  return (
    <LazySpendChart
      compact
      series={stacked.series}
      days={stacked.days}
      openKey={today}
      format={formatDollars}
      formatTick={formatAxisDollars}
      label="Spend per day, last 30 days"
      axis={axisText("day", "UTC", days.includes(today))}
      {...(callsOf && { onOpen: (day: string) => router.push(addressOf(callsOf(day))) })}
    />
  );
}
