"use client";
import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/skeleton";

/** The chart, loaded when a page first needs it: the charting library is the largest thing in the console. */
export const LazySpendChart = dynamic(() => import("./spend-chart").then((module) => module.SpendChart), {
  ssr: false,
  loading: () => <Skeleton className="h-44 w-full" />,
});
