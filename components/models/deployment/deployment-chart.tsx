"use client";
import { useRouter } from "next/navigation";
import { addressOf } from "@/components/api/address";
import { queryString } from "@/components/api/client";
import { CallSeries, MetricChoice } from "@/components/charts/call-series";
import { type PageTime, periodOf } from "@/components/time-range/page-time";
import { Card, CardHeader } from "@/components/ui/card";
import type { ChartMeasure } from "@/lib/wire/dashboards/measures";

/** The calls that a deployment answered in the page's time, as a chart. A bar leads to its calls. */
export function DeploymentChart({
  id,
  time,
  metric,
  onMetric,
}: {
  id: string;
  time: PageTime;
  metric: ChartMeasure;
  onMetric: (metric: ChartMeasure) => void;
}) {
  const router = useRouter();
  return (
    <Card>
      <CardHeader title={`Calls, ${time.words}`}>
        <MetricChoice value={metric} onChange={onMetric} />
      </CardHeader>
      <CallSeries
        filter={{ deployment: id, ...periodOf(time) }}
        metric={metric}
        zone={time.time_zone}
        onOpen={(from, to) => {
          const of = { deployment: id, status: "calls", time: "between", from, to };
          router.push(addressOf(`/console/requests${queryString(of)}`));
        }}
      />
    </Card>
  );
}
