"use client";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { addressOf } from "@/components/api/address";
import { formatAxisDollars, formatDollars } from "@/components/api/format";
import { serverTime } from "@/components/api/server-time";
import { DAY_MS, formatDay, parseDay } from "@/lib/time/period";
import { dayAt, startOfDayIn } from "@/lib/time/time-zone";
import { axisText } from "./axis-text";
import type { ChartStep } from "./changes/annotations";
import { useChanges } from "./changes/use-changes";
import { LazySpendChart } from "./lazy-spend-chart";
import { type SpendRow, stackByDay } from "./stack-by-day";

/**
 * The spend of each day, as a small chart. `days`: YYYY-MM-DD in `zone`, in order. `words`: which days they are.
 * `callsOf`: the address of a day's calls, which its bar leads to. `showsChanges`: changes of the audit log are marked.
 */
export function DailySpendChart({
  rows,
  days,
  zone = "UTC",
  words = "last 30 days",
  callsOf,
  showsChanges = false,
}: {
  rows: readonly SpendRow[];
  days: readonly string[];
  zone?: string;
  words?: string;
  callsOf?: (day: string) => string;
  showsChanges?: boolean;
}) {
  const router = useRouter();
  const [now] = useState(serverTime);
  const steps = useMemo(() => (showsChanges ? days.map((day) => stepOf(day, zone)) : []), [showsChanges, days, zone]);
  const changes = useChanges(steps);
  const stacked = useMemo(() => stackByDay(rows, "all", "spend", days), [rows, days]);
  if (rows.every((row) => row.spend === 0))
    return (
      <p className="grid h-49 place-items-center text-ink-faint">
        {words.startsWith("last") ? `No spend in the ${words}.` : `No spend ${words}.`}
      </p>
    );
  const today = formatDay(dayAt(zone, now));
  return (
    <LazySpendChart
      compact
      series={stacked.series}
      days={stacked.days}
      changes={showsChanges ? changes : undefined}
      openKey={today}
      format={formatDollars}
      formatTick={formatAxisDollars}
      label={`Spend per day, ${words}`}
      axis={axisText("day", zone, days.includes(today))}
      {...(callsOf && { onOpen: (day: string) => router.push(addressOf(callsOf(day))) })}
    />
  );
}

/** A day of a zone as a step of the chart. */
function stepOf(key: string, zone: string): ChartStep {
  const day = parseDay(key) ?? 0;
  return { key, from: startOfDayIn(zone, day), to: startOfDayIn(zone, day + DAY_MS) };
}
