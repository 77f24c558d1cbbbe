"use client";
import { useMemo } from "react";
import type { InputOf } from "@/components/api/client";
import { PAGED, useRead } from "@/components/api/use-read";
import { ErrorState } from "@/components/ui/states";
import { refusalContracts } from "@/lib/wire/contracts/refusals";
import { ChartSkeleton } from "./chart-skeleton";
import { drawnRefusals } from "./refusal-bars";
import { type ChartSize, type OpenStep, TimedChart } from "./timed-chart";

const REFRESH_MS = 60_000;
const NO_NOTES: readonly string[] = [];

/** A chart of the refusals that the filters take, by code. */
export function RefusalSeriesChart({
  filter,
  zone,
  size,
  onOpen,
}: {
  filter: Omit<InputOf<typeof refusalContracts.series>, "time_zone">;
  zone: string;
  size?: ChartSize;
  onOpen?: OpenStep | undefined;
}) {
  const asked = { ...filter, time_zone: zone };
  const found = useRead(refusalContracts.series, asked, { ...PAGED, refetchInterval: REFRESH_MS });
  const series = found.data;
  const chart = useMemo(() => series && drawnRefusals(series), [series]);
  if (found.error && !series) return <ErrorState error={found.error} retry={() => void found.refetch()} />;
  if (!series || !chart) return <ChartSkeleton size={size} />;
  return (
    <TimedChart
      chart={chart}
      step={series.step}
      zone={series.time_zone}
      notes={NO_NOTES}
      whenEmpty="No refusal in this time matches the filters."
      {...(size && { size })}
      onOpen={onOpen}
    />
  );
}
