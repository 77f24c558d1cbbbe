/** What a chart of calls can show. */
export const CHART_MEASURES = [
  "calls",
  "spend",
  "errors",
  "latency",
  "first_token",
  "tokens_per_second",
  "tokens",
] as const;
export type ChartMeasure = (typeof CHART_MEASURES)[number];
const TIMED: readonly ChartMeasure[] = ["latency", "first_token", "tokens_per_second"];

/** Whether a measure is known from single calls alone. Figures have all others. */
export function isTimed(measure: ChartMeasure): boolean {
  return TIMED.includes(measure);
}

/** What a chart that is divided shows of a time. */
export const PERCENTILES = ["p50", "p95", "p99"] as const;
export type Percentile = (typeof PERCENTILES)[number];

/** How many charts a dashboard has at most: each is a read of calls. */
export const MOST_PANELS = 24;
