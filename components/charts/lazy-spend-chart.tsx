"use client";
import dynamic from "next/dynamic";
import type { ComponentProps } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import type { SpendChart } from "./spend-chart";

const Chart = dynamic(() => import("./spend-chart").then((module) => module.SpendChart), {
  ssr: false,
  loading: () => <Skeleton className="h-full w-full" />,
});

/** The chart, loaded when a page first needs it: the charting library is the largest thing in the console. */
export function LazySpendChart(props: ComponentProps<typeof SpendChart>) {
  return (
    <div className={props.compact ? "h-44" : "h-72"}>
      <Chart {...props} />
    </div>
  );
}
