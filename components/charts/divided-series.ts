import { formatPercent } from "@/components/api/format";
import { counted } from "@/components/shared/wording";
import type { ChartMeasure, Percentile } from "@/lib/wire/dashboards/measures";
import type { SeriesPoint, SpendSeries } from "@/lib/wire/series/spend-series";
import type { DrawnChart } from "./drawn-chart";
import { SERIES_METRICS } from "./series-metrics";

const COLOURS = [1, 2, 3, 4, 5].map((number) => `var(--series-${number})`);
const OTHERS = "var(--series-other)";
const OTHERS_LABEL = "All others";

/** The value of a group at a point, by measure; null: none of its calls has one. */
const VALUES: Readonly<Record<ChartMeasure, (point: SeriesPoint, percentile: Percentile) => number | null>> = {
  calls: ({ calls }) => calls,
  spend: ({ spend }) => spend,
  tokens: ({ tokens }) => tokens,
  errors: ({ calls, failed_calls: failed }) => (calls === 0 ? null : failed / calls),
  latency: (point, percentile) => point[`${percentile}_ms`],
  first_token: (point, percentile) => point[`first_token_${percentile}_ms`],
  tokens_per_second: ({ tokens_per_second: rate }) => rate,
};

/** Whether a measure is a time, of which a divided chart draws one percentile. */
export function hasPercentiles(name: ChartMeasure): boolean {
  return name === "latency" || name === "first_token";
}

/** The percentile of an address, which may hold any text. */
export function percentileNamed(text: string): Percentile {
  return text === "p50" || text === "p99" ? text : "p95";
}

/** A chart with a line or a part of the bars for each group. `hasRest`: amounts of all other calls are drawn too. */
export function drawnGroups(
  name: ChartMeasure,
  percentile: Percentile,
  { data, groups = [] }: Pick<SpendSeries, "data" | "groups">,
  hasRest: boolean,
): DrawnChart {
  const { label, drawnAs, format, ...more } = SERIES_METRICS[name];
  const valueOf = VALUES[name];
  const wholes = data.map((point) => valueOf(point, percentile) ?? 0);
  const rests = wholes.map((whole, step) => {
    const named = sum(groups.map((group) => valueAt(group.data[step]) ?? 0));
    // Sums of samples may be more than the whole.
    return Math.max(0, whole - named);
  });
  function valueAt(point: SeriesPoint | undefined): number | null {
    return point ? valueOf(point, percentile) : null;
  }
  const isRestDrawn = hasRest && drawnAs === "bars" && rests.some((rest) => rest > 0);
  return {
    label: hasPercentiles(name) ? `${label} (${percentile})` : label,
    drawnAs,
    format,
    ...("formatTick" in more && { formatTick: more.formatTick }),
    parts: [
      ...labelsOf(groups).map((text, place) => ({ label: text, colour: COLOURS[place] ?? OTHERS })),
      ...(isRestDrawn
        ? [{ label: OTHERS_LABEL, colour: OTHERS, detail: formatPercent(sum(rests) / sum(wholes)) }]
        : []),
    ],
    points: data.map((point, step) => ({
      at: point.at,
      told: counted(point.calls, "call"),
      values: [...groups.map((group) => valueAt(group.data[step])), ...(isRestDrawn ? [rests[step] ?? 0] : [])],
    })),
  };
}

/** The names of groups, with the id where another part has the same name. */
function labelsOf(groups: readonly { readonly id: string; readonly name: string | null }[]): string[] {
  const names = groups.map(({ id, name }) => name ?? id);
  const isShared = (name: string): boolean => [...names, OTHERS_LABEL].filter((other) => other === name).length > 1;
  return groups.map(({ id, name }) => (name !== null && isShared(name) ? `${name} (${id})` : (name ?? id)));
}

function sum(values: readonly number[]): number {
  return values.reduce((before, value) => before + value, 0);
}
