"use client";
import dynamic from "next/dynamic";
import type { ComponentProps } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { ChangesButton } from "./changes/changes-button";
import type { Changes } from "./changes/use-changes";
import type { SpendChart } from "./spend-chart";

const Chart = dynamic(() => import("./spend-chart").then((module) => module.SpendChart), {
  ssr: false,
  loading: () => <Skeleton className="h-full w-full" />,
});

/**
 * `SpendChart`, loaded when a page first needs it, because the charting library is the largest part of the console.
 * `axis`: a line below the bars that says what they are. `changes`: what is marked in it.
 */
export function LazySpendChart({
  axis,
  changes,
  ...chart
}: Omit<ComponentProps<typeof SpendChart>, "annotations"> & { axis?: string; changes?: Changes | undefined }) {
  return (
    <>
      <div className={chart.compact ? "h-44" : "h-72 lg:h-88"}>
        <Chart {...chart} {...(changes && { annotations: changes.annotations })} />
      </div>
      <div className="flex min-h-10 items-center justify-between gap-3 sm:min-h-5">
        {changes && <ChangesButton changes={changes} />}
        {axis !== undefined && (
          <p className="ml-auto min-w-0 text-right text-meta sm:truncate text-ink-faint">{axis}</p>
        )}
      </div>
    </>
  );
}
