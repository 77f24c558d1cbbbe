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
 * `SpendChart`, loaded when a page first needs it, because the charting library is the largest part of the console.
 * `axis`: a line below the bars that says what they are.
 */
export function LazySpendChart({ axis, ...chart }: ComponentProps<typeof SpendChart> & { axis?: string }) {
  return (
    <>
      <div className={chart.compact ? "h-44" : "h-72"}>
        <Chart {...chart} />
      </div>
      {axis !== undefined && <p className="h-5 truncate text-right text-meta text-ink-faint">{axis}</p>}
    </>
  );
}
