import {
  formatAxisDollars,
  formatCompact,
  formatDay,
  formatDollars,
  formatDuration,
  formatPercent,
} from "@/components/api/format";
import { formatHour } from "@/lib/time/time-zone";
import type { SeriesPoint, SpendSeries } from "@/lib/wire/series/spend-series";

/** A line or a part of the bars of a chart of calls. `of`: its value at a point; null: there is none. */
export interface SeriesPart {
  readonly label: string;
  readonly colour: string;
  readonly of: (point: SeriesPoint) => number | null;
}

/** What a chart of calls can show. */
export interface SeriesMetric {
  readonly label: string;
  /** Bars stand for amounts, which can be stacked and start at zero; lines for what each call was like. */
  readonly drawnAs: "bars" | "lines";
  readonly parts: readonly SeriesPart[];
  readonly format: (value: number) => string;
  readonly formatTick?: (value: number) => string;
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
} as const satisfies Readonly<Record<string, SeriesMetric>>;
export type SeriesMetricName = keyof typeof SERIES_METRICS;

export const SERIES_METRIC_NAMES = Object.keys(SERIES_METRICS) as readonly SeriesMetricName[];

/** The metric of an address, which may hold any text. */
export function metricNamed(text: string): SeriesMetricName {
  return SERIES_METRIC_NAMES.find((name) => name === text) ?? "calls";
}

/** Whether any call at all has a value of the metric, so that there is something to draw. */
export function hasValues({ parts }: SeriesMetric, points: readonly SeriesPoint[]): boolean {
  return points.some((point) => parts.some(({ of }) => (of(point) ?? 0) > 0));
}

const LONG_MS = 36 * 3_600_000;

/** The names of the steps of a chart: short on the axis, in full (`Nov 21 14:00`) where one stands alone. */
export function stepNames(
  { data, step }: Pick<SpendSeries, "data" | "step">,
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
