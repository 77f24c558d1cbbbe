"use client";
import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { SeriesPoint } from "@/lib/wire/series/spend-series";
import { changeLines, MarkLines } from "./changes/mark-lines";
import type { SeriesMetric, SeriesPart } from "./series-metrics";

/** With more points, dots would hide the line. */
const MOST_DOTS = 60;
const TICK = { fontSize: 12, fill: "var(--ink-faint)" };

/** What calls were like, step by step. The table below the chart holds the same numbers for those who cannot see it. */
export function SeriesChart({
  metric,
  points,
  nameOf,
  label,
  marks,
  onOpen,
}: {
  metric: SeriesMetric;
  points: readonly SeriesPoint[];
  /** The name of a step: short on the axis, in full where it stands alone. */
  nameOf: (at: string, isFull?: boolean) => string;
  label: string;
  /** What changed during a step, by when it begins. */
  marks: ReadonlyMap<string, readonly string[]>;
  /** Opens what is behind a step, given by its number. */
  onOpen: ((step: number) => void) | undefined;
}) {
  const { parts, drawnAs, format, formatTick = format } = metric;
  return (
    <div role="img" aria-label={label} className="h-72">
      <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height: 288 }}>
        <ComposedChart
          data={[...points]}
          margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
          barCategoryGap="12%"
          accessibilityLayer={false}
          {...(onOpen && {
            className: "cursor-pointer",
            onClick: ({ activeTooltipIndex: at }) => {
              if (at !== null && at !== undefined) onOpen(Number(at));
            },
          })}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="at"
            tickFormatter={(at: string) => nameOf(at)}
            tickLine={false}
            axisLine={false}
            minTickGap={28}
            tick={TICK}
          />
          <YAxis
            width={axisWidth(metric, points, formatTick)}
            tickFormatter={formatTick}
            tickLine={false}
            axisLine={false}
            tickCount={4}
            tick={TICK}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={drawnAs === "bars" ? { fill: "var(--hover)" } : { stroke: "var(--line-strong)" }}
            content={({ active, payload }) => {
              const point: SeriesPoint | undefined = active ? payload?.[0]?.payload : undefined;
              return point ? (
                <PointCard
                  name={nameOf(point.at, true)}
                  point={point}
                  metric={metric}
                  marks={marks.get(point.at) ?? []}
                />
              ) : null;
            }}
          />
          {changeLines(marks)}
          {parts.map((part) => drawnPart(part, drawnAs, points.length <= MOST_DOTS))}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}

/** Bars or a line. `hasDots`: a value between two steps without calls would draw no line at all. */
function drawnPart({ label, colour, of }: SeriesPart, drawnAs: SeriesMetric["drawnAs"], hasDots: boolean) {
  const drawn = { name: label, dataKey: of, isAnimationActive: false };
  if (drawnAs === "bars") return <Bar key={label} {...drawn} stackId="step" fill={colour} maxBarSize={44} />;
  const dot = hasDots ? { r: 2, strokeWidth: 0, fill: colour } : false;
  return <Line key={label} {...drawn} stroke={colour} strokeWidth={1.75} dot={dot} />;
}

/** The width of the longest label, in pixels. Recharts measures before the font is loaded, and cuts the labels. */
function axisWidth(
  { parts, drawnAs }: SeriesMetric,
  points: readonly SeriesPoint[],
  format: (value: number) => string,
) {
  const heights = points.map((point) => {
    const values = parts.map(({ of }) => of(point) ?? 0);
    return drawnAs === "bars" ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  });
  const most = Math.max(0, ...heights);
  // The topmost label is a round number above the highest value.
  return 14 + Math.max(...[most, most * 1.3, most / 3].map((value) => format(value).length)) * 7.1;
}

function PointCard({
  name,
  point,
  metric,
  marks,
}: {
  name: string;
  point: SeriesPoint;
  metric: SeriesMetric;
  marks: readonly string[];
}) {
  return (
    <div className="min-w-44 rounded-lg border bg-raised px-3 py-2 text-meta shadow-high">
      <p className="flex justify-between gap-6 font-semibold">
        <span>{name}</span>
        <span className="font-normal text-ink-soft tabular-nums">{point.calls.toLocaleString("en-US")} calls</span>
      </p>
      <ul className="mt-1 space-y-0.5">
        {metric.parts.map(({ label, colour, of }) => {
          const value = of(point);
          return (
            <li key={label} className="flex justify-between gap-6">
              <span className="flex items-center gap-1.5">
                <span className="size-2 shrink-0 rounded-xs" style={{ background: colour }} />
                <span className="text-ink-soft">{label}</span>
              </span>
              <span className="tabular-nums">{value === null ? "–" : metric.format(value)}</span>
            </li>
          );
        })}
      </ul>
      <MarkLines marks={marks} />
    </div>
  );
}
