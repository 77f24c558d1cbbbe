import { Skeleton } from "@/components/ui/skeleton";
import type { ChartSize } from "./timed-chart";

/** What stands in the place of a chart that is being read. */
export function ChartSkeleton({ size = "page" }: { size?: ChartSize | undefined }) {
  return (
    <div className="p-4">
      <Skeleton className={size === "page" ? "h-88 w-full" : "h-68 w-full"} />
    </div>
  );
}
