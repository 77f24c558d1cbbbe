"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { addressOf } from "@/components/api/address";
import { serverTime } from "@/components/api/server-time";
import { CallSeries, MetricChoice } from "@/components/charts/call-series";
import { hasPercentiles, percentileNamed } from "@/components/charts/divided-series";
import { metricNamed, SERIES_METRICS } from "@/components/charts/series-metrics";
import { useDebounced } from "@/components/shared/use-debounced";
import { SpanTimeBar, useSpanZone } from "@/components/time-range/span-time-bar";
import { askedPeriod, askedSpan, type USUAL_SPAN } from "@/components/time-range/spans";
import { SearchInput } from "@/components/ui/search-input";
import { Segmented } from "@/components/ui/segmented";
import { Note } from "@/components/ui/text";
import type { Percentile } from "@/lib/wire/dashboards/measures";
import type { SeriesDivision } from "@/lib/wire/series/spend-series";
import { PinButton } from "./pin-button";

const PERCENTILES: readonly { readonly value: Percentile; readonly label: string }[] = [
  { value: "p50", label: "p50" },
  { value: "p95", label: "p95" },
  { value: "p99", label: "p99" },
];

/** What the address of a list holds about the chart in its place: the measure, empty for the list, and its time. */
interface ChartView extends Readonly<typeof USUAL_SPAN> {
  readonly chart: string;
  /** Which percentile of times is drawn. */
  readonly part: string;
}

/** A list as a chart of itself: the calls of its busiest rows, with a line for each. */
export function ListChart({
  by,
  many,
  search,
  typed,
  onSearch,
  view,
  onChange,
}: {
  by: SeriesDivision;
  /** The plural of a row, in the middle of a sentence. */
  many: string;
  /** The search of the list, and what of it is being typed. */
  search: string;
  typed: string;
  onSearch: (text: string) => void;
  view: ChartView;
  onChange: (to: Partial<ChartView>, how?: "typed") => void;
}) {
  const router = useRouter();
  const zone = useSpanZone(view);
  const [now] = useState(serverTime);
  const settled = useDebounced(view);
  const metric = metricNamed(view.chart);
  const percentile = percentileNamed(view.part);
  const hasParts = hasPercentiles(metric);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
        <SearchInput
          className="w-40 max-sm:w-full"
          label={`Search ${many}`}
          placeholder="Name or id"
          value={typed}
          onChange={({ target }) => onSearch(target.value)}
        />
        <SpanTimeBar value={view} onChange={onChange} />
        <MetricChoice value={metric} onChange={(chart) => onChange({ chart })} />
        {hasParts && (
          <Segmented
            label="Percentile"
            options={PERCENTILES}
            value={percentile}
            onChange={(part) => onChange({ part })}
          />
        )}
        <span className="ml-auto">
          <PinButton
            hours={askedSpan(settled, now, zone).hours}
            panel={{
              of: "calls",
              title: `${SERIES_METRICS[metric].label} of ${many}`,
              measure: metric,
              by,
              ...(search !== "" && { search }),
              ...(hasParts && { percentile }),
              filter: {},
            }}
          />
        </span>
      </div>
      <CallSeries
        filter={askedPeriod(settled, now, zone)}
        metric={metric}
        division={{ by, search, percentile }}
        zone={zone}
        onOpen={(from, to) =>
          router.push(
            addressOf(`/console/requests?${new URLSearchParams({ status: "calls", time: "between", from, to })}`),
          )
        }
      />
      <Note className="border-t px-4 py-2">
        {search === "" ? `The ${many} with the most calls in this time.` : `The busiest ${many} that the search finds.`}{" "}
        A step leads to its calls.
      </Note>
    </>
  );
}
