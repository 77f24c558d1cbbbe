"use client";
import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { annotationLines, AnnotationList } from "./changes/annotation-lines";
import { type DrawnChart, type DrawnPart, isAlone, isOfWholeNumbers } from "./drawn-chart";

/** With more points, dots would hide the line. */
const MOST_DOTS = 60;
type Point = DrawnChart["points"][number];

const TICK = { fontSize: 12, fill: "var(--ink-faint)" };

/** A chart over time. The table below it holds the same numbers for those who cannot see it. */
export function SeriesChart({
  chart,
  nameOf,
  annotations,
  onOpen,
}: {
  chart: DrawnChart;
  /** The name of a step: short on the axis, in full where it stands alone. */
  nameOf: (at: string, isFull?: boolean) => string;
  /** What changed during a step, by when it begins. */
  annotations: ReadonlyMap<string, readonly string[]>;
  /** Opens what is behind a step, given by its number. */
  onOpen: ((step: number) => void) | undefined;
}) {
  const { label, parts, points, drawnAs, format, formatTick = format } = chart;
  return (
    <div role="img" aria-label={`${label} over time`} className="h-full">
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
            width={axisWidth(chart, formatTick)}
            tickFormatter={formatTick}
            tickLine={false}
            axisLine={false}
            tickCount={4}
            allowDecimals={!isOfWholeNumbers(chart)}
            tick={TICK}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={drawnAs === "bars" ? { fill: "var(--hover)" } : { stroke: "var(--line-strong)" }}
            content={({ active, payload }) => {
              const point: Point | undefined = active ? payload?.[0]?.payload : undefined;
              return point ? (
                <PointCard
                  name={nameOf(point.at, true)}
                  point={point}
                  chart={chart}
                  annotations={annotations.get(point.at) ?? []}
                />
              ) : null;
            }}
          />
          {annotationLines(annotations)}
          {parts.map((part, place) => drawnPart(part, place, chart))}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}

/** Bars or a line. Each of a few steps has a dot; of many, only a value that no line reaches. */
function drawnPart({ label, colour }: DrawnPart, place: number, chart: DrawnChart) {
  const { drawnAs, points } = chart;
  const drawn = { name: label, dataKey: ({ values }: Point) => values[place], isAnimationActive: false };
  if (drawnAs === "bars") return <Bar key={place} {...drawn} stackId="step" fill={colour} maxBarSize={44} />;
  const hasDot = (step: number): boolean => points.length <= MOST_DOTS || isAlone(chart, place, step);
  return (
    <Line
      key={place}
      {...drawn}
      stroke={colour}
      strokeWidth={1.75}
      dot={({ index, cx, cy }: { index: number; cx?: number | null; cy?: number | null }) =>
        typeof cx === "number" && typeof cy === "number" && hasDot(index) ? (
          <circle key={index} cx={cx} cy={cy} r={2.5} fill={colour} />
        ) : (
          <g key={index} />
        )
      }
    />
  );
}

/** The width of the longest label, in pixels. Recharts measures before the font is loaded, and cuts the labels. */
function axisWidth({ points, drawnAs }: DrawnChart, format: (value: number) => string) {
  const heights = points.map(({ values }) => {
    const known = values.map((value) => value ?? 0);
    return drawnAs === "bars" ? known.reduce((sum, value) => sum + value, 0) : Math.max(...known);
  });
  const most = Math.max(0, ...heights);
  // The topmost label is a round number above the highest value.
  return 14 + Math.max(...[most, most * 1.3, most / 3].map((value) => format(value).length)) * 7.1;
}

function PointCard({
  name,
  point: { told, values },
  chart: { parts, format },
  annotations,
}: {
  name: string;
  point: Point;
  chart: DrawnChart;
  annotations: readonly string[];
}) {
  return (
    <div className="min-w-44 rounded-lg border bg-raised px-3 py-2 text-meta shadow-high">
      <p className="flex justify-between gap-6 font-semibold">
        <span>{name}</span>
        <span className="font-normal text-ink-soft tabular-nums">{told}</span>
      </p>
      <ul className="mt-1 space-y-0.5">
        {parts.map(({ label, colour }, place) => {
          const value = values[place] ?? null;
          return (
            <li key={place} className="flex justify-between gap-6">
              <span className="flex items-center gap-1.5">
                <span className="size-2 shrink-0 rounded-xs" style={{ background: colour }} />
                <span className="max-w-56 truncate text-ink-soft">{label}</span>
              </span>
              <span className="tabular-nums">{value === null ? "–" : format(value)}</span>
            </li>
          );
        })}
      </ul>
      <AnnotationList annotations={annotations} />
    </div>
  );
}
