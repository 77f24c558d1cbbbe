"use client";
import dynamic from "next/dynamic";
import type { ComponentProps } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import type { SpendChart } from "./spend-chart";

const Chart = dynamic(() => import("./spend-chart").then((module) => module.SpendChart), {
  ssr: false,
  loading: () => <Skeleton className="h-full w-full" />,
});

/**
 * The chart, loaded when a page first needs it: the charting library is the largest thing in the console. `axis`: what
 * its bars are, as a line below them.
 */
export function LazySpendChart({ axis, ...chart }: ComponentProps<typeof SpendChart> & { axis?: string }) {
  return (
    <>
      <div className={chart.compact ? "h-44" : "h-72"}>
        <Chart {...chart} />
      </div>
      {axis !== undefined && <p className="h-5 truncate text-right text-[11.5px] text-ink-faint">{axis}</p>}
    </>
  );
}
