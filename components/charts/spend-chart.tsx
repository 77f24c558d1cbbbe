"use client";
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatDay } from "@/components/api/format";
import type { Series, StackedDay } from "./stack-by-day";
import { annotationLines, AnnotationList } from "./changes/annotation-lines";
import { toldParts } from "./told-parts";

/** How both axes look. */
const AXIS = { tickLine: false, axisLine: false, tick: { fontSize: 12, fill: "var(--ink-faint)" } } as const;
const NO_ANNOTATIONS: ReadonlyMap<string, readonly string[]> = new Map();

/** Stacked bars, by default one a day. The table below the chart holds the same numbers for those who cannot see it. */
export function SpendChart({
  series,
  days,
  format,
  label,
  formatTick = format,
  formatBar = formatDay,
  openKey,
  annotations = NO_ANNOTATIONS,
  onOpen,
  compact,
}: {
  series: readonly Series[];
  days: readonly StackedDay[];
  format: (value: number) => string;
  /** The format on the axis, where zeros behind the point only take room. */
  formatTick?: (value: number) => string;
  /** The name of a bar: short on the axis, in full where it stands alone. */
  formatBar?: (key: string, isFull?: boolean) => string;
  /** The bar whose time is not over yet, drawn lighter. */
  openKey?: string | undefined;
  /** What changed during a bar, by its key. */
  annotations?: ReadonlyMap<string, readonly string[]>;
  /** Opens what is behind a part of a bar. The links of the table lead to the same. */
  onOpen?: (key: string, group: string) => void;
  label: string;
  compact?: boolean;
}) {
  return (
    <div role="img" aria-label={label} className={compact ? "h-44" : "h-72 lg:h-88"}>
      <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height: 176 }}>
        <BarChart
          data={[...days]}
          margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
          barCategoryGap="18%"
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="day" tickFormatter={(key: string) => formatBar(key)} minTickGap={28} {...AXIS} />
          <YAxis width={axisWidth(days, formatTick)} tickFormatter={formatTick} tickCount={4} {...AXIS} />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: "var(--hover)" }}
            content={({ active, payload }) => {
              const day: StackedDay | undefined = active ? payload?.[0]?.payload : undefined;
              if (!day) return null;
              const name = `${formatBar(day.day, true)}${day.day === openKey ? ", so far" : ""}`;
              return (
                <DayCard name={name} day={day} series={series} format={format} annotations={annotations.get(day.day)} />
              );
            }}
          />
          {annotationLines(annotations)}
          {partsOf(series, openKey).map(({ one, index, isOpen }) => (
            <Bar
              key={isOpen ? `${one.key} so far` : one.key}
              dataKey={(day: StackedDay) => ((day.day === openKey) === isOpen ? (day.values[one.key] ?? 0) : 0)}
              name={one.label}
              stackId="day"
              fill={one.colour}
              fillOpacity={isOpen ? 0.5 : 1}
              isAnimationActive={false}
              maxBarSize={44}
              {...(onOpen &&
                one.group !== undefined && {
                  cursor: "pointer",
                  onClick: (_bar: unknown, at: number) => onOpen(days[at]?.day ?? "", one.group ?? ""),
                })}
              radius={index === series.length - 1 ? [2, 2, 0, 0] : 0}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

/** Each series, and once more for its lighter bar, so that not every bar has to be an element of its own. */
function partsOf(series: readonly Series[], openKey: string | undefined) {
  const parts = openKey === undefined ? [false] : [false, true];
  return series.flatMap((one, index) => parts.map((isOpen) => ({ one, index, isOpen })));
}

/** The width of the longest label, in pixels. Recharts measures before the font is loaded, and cuts the labels. */
function axisWidth(days: readonly StackedDay[], format: (value: number) => string): number {
  const most = Math.max(0, ...days.map((day) => day.total));
  // The topmost label is a round number above the highest bar.
  const letters = Math.max(...[most, most * 1.3, most / 3].map((value) => format(value).length));
  return 14 + letters * 7.1;
}

function DayCard({
  name,
  day,
  series,
  format,
  annotations = [],
}: {
  name: string;
  day: StackedDay;
  series: readonly Series[];
  format: (value: number) => string;
  annotations?: readonly string[] | undefined;
}) {
  const { told, more } = toldParts(series, day);
  return (
    <div className="min-w-44 rounded-lg border bg-raised px-3 py-2 text-meta shadow-high">
      <p className="flex justify-between gap-6 font-semibold">
        <span>{name}</span>
        <span className="tabular-nums">{format(day.total)}</span>
      </p>
      <ul className="mt-1 space-y-0.5">
        {told.map((one) => (
          <li key={one.key} className="flex justify-between gap-6">
            <span className="flex min-w-0 items-center gap-1.5">
              <span className="size-2 shrink-0 rounded-xs" style={{ background: one.colour }} />
              <span className="max-w-40 truncate text-ink-soft">{one.label}</span>
            </span>
            <span className="tabular-nums">{format(day.values[one.key] ?? 0)}</span>
          </li>
        ))}
        {more > 0 && <li className="text-ink-faint">and {more} more</li>}
      </ul>
      <AnnotationList annotations={annotations} />
    </div>
  );
}
