import {
  formatAxisDollars,
  formatCompact,
  formatDay,
  formatDollars,
  formatDuration,
  formatPercent,
} from "@/components/api/format";
import { counted } from "@/components/shared/wording";
import { formatHour } from "@/lib/time/time-zone";
import type { ChartMeasure } from "@/lib/wire/dashboards/measures";
import type { SeriesPoint } from "@/lib/wire/series/spend-series";
import type { DrawnChart, DrawnPart } from "./drawn-chart";

/** A line or a part of the bars of a chart of calls. `of`: its value at a point; null: there is none. */
interface SeriesPart extends DrawnPart {
  readonly of: (point: SeriesPoint) => number | null;
}

/** What a chart of calls can show. */
interface SeriesMetric extends Omit<DrawnChart, "parts" | "points"> {
  readonly parts: readonly SeriesPart[];
}

const [FIRST, SECOND, THIRD] = ["var(--series-1)", "var(--series-2)", "var(--series-3)"];
const FAILED = "var(--bad)";

export const SERIES_METRICS = {
  calls: {
    label: "Calls",
    drawnAs: "bars",
    parts: [
      { label: "Not failed", colour: FIRST, of: ({ calls, failed_calls: failed }) => calls - failed },
      { label: "Failed", colour: FAILED, of: ({ failed_calls: failed }) => failed },
    ],
    format: formatCompact,
  },
  spend: {
    label: "Spend",
    drawnAs: "bars",
    parts: [{ label: "Spend", colour: FIRST, of: ({ spend }) => spend }],
    format: formatDollars,
    formatTick: formatAxisDollars,
  },
  errors: {
    label: "Errors",
    drawnAs: "lines",
    parts: [
      {
        label: "Failed calls",
        colour: FAILED,
        of: ({ calls, failed_calls: failed }) => (calls === 0 ? null : failed / calls),
      },
    ],
    format: formatPercent,
  },
  latency: {
    label: "Latency",
    drawnAs: "lines",
    parts: [
      { label: "p50", colour: FIRST, of: ({ p50_ms: value }) => value },
      { label: "p95", colour: SECOND, of: ({ p95_ms: value }) => value },
      { label: "p99", colour: THIRD, of: ({ p99_ms: value }) => value },
    ],
    format: formatDuration,
  },
  first_token: {
    label: "First token",
    drawnAs: "lines",
    parts: [
      { label: "p50", colour: FIRST, of: ({ first_token_p50_ms: value }) => value },
      { label: "p95", colour: SECOND, of: ({ first_token_p95_ms: value }) => value },
      { label: "p99", colour: THIRD, of: ({ first_token_p99_ms: value }) => value },
    ],
    format: formatDuration,
  },
  tokens_per_second: {
    label: "Tokens/s",
    drawnAs: "lines",
    parts: [{ label: "Median", colour: FIRST, of: ({ tokens_per_second: value }) => value }],
    format: formatCompact,
  },
  tokens: {
    label: "Tokens",
    drawnAs: "bars",
    parts: [{ label: "Tokens", colour: FIRST, of: ({ tokens }) => tokens }],
    format: formatCompact,
  },
} as const satisfies Readonly<Record<ChartMeasure, SeriesMetric>>;

export const SERIES_METRIC_NAMES = Object.keys(SERIES_METRICS) as readonly ChartMeasure[];

/** The metric of an address, which may hold any text. */
export function metricNamed(text: string): ChartMeasure {
  return SERIES_METRIC_NAMES.find((name) => name === text) ?? "calls";
}

/** A chart of all calls of a series. */
export function drawnSeries(name: ChartMeasure, data: readonly SeriesPoint[]): DrawnChart {
  const metric: SeriesMetric = SERIES_METRICS[name];
  return {
    ...metric,
    points: data.map((point) => ({
      at: point.at,
      told: counted(point.calls, "call"),
      values: metric.parts.map(({ of }) => of(point)),
    })),
  };
}

const LONG_MS = 36 * 3_600_000;

/** The names of the steps of a chart: short on the axis, in full (`Nov 21 14:00`) where one stands alone. */
export function stepNames(
  { data, step }: { readonly data: readonly { readonly at: string }[]; readonly step: string },
  zone: string,
): (at: string, isFull?: boolean) => string {
  const span = Date.parse(data.at(-1)?.at ?? "") - Date.parse(data[0]?.at ?? "");
  return (at, isFull = false) => {
    const local = formatHour(zone, Date.parse(at));
    if (step === "1d") return formatDay(local);
    const time = local.slice(11, 16);
    // Over more than a day, a time alone would stand on the axis several times.
    return isFull || time === "00:00" || span > LONG_MS ? `${formatDay(local)} ${time}` : time;
  };
}
