"use client";
import { ChartLine } from "lucide-react";
import dynamic from "next/dynamic";
import { useMemo } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { EmptyState } from "@/components/ui/states";
import { ChangesButton } from "./changes/changes-button";
import type { ChartStep } from "./changes/annotations";
import { type Changes, useChanges } from "./changes/use-changes";
import { type DrawnChart, hasValues, withoutParts } from "./drawn-chart";
import { LegendButton } from "./legend-button";
import { stepNames } from "./series-metrics";
import { useHiddenParts } from "./use-hidden-parts";

const Chart = dynamic(() => import("./series-chart").then((module) => module.SeriesChart), {
  ssr: false,
  loading: () => <Skeleton className="h-full w-full" />,
});

/** How tall a chart is: that of a page, and of one among others. */
const HEIGHTS = { page: "h-72", panel: "h-52" } as const;
export type ChartSize = keyof typeof HEIGHTS;

const STEP_WORDS = { "1m": "minute", "5m": "5 minutes", "15m": "15 minutes", "1h": "hour", "1d": "day" } as const;
type StepName = keyof typeof STEP_WORDS;

/** Opens what is behind a step, between two instants as ISO times. */
export type OpenStep = (from: string, until: string) => void;

/** A chart over time with its legend, the changes in it, and its numbers as a table. */
export function TimedChart({
  chart,
  step,
  zone,
  notes,
  whenEmpty,
  size = "page",
  onOpen,
}: {
  chart: DrawnChart;
  step: StepName;
  zone: string;
  /** What is to be known about its figures, as sentences. */
  notes: readonly string[];
  /** Why there is nothing to draw. */
  whenEmpty: string;
  size?: ChartSize;
  onOpen?: OpenStep | undefined;
}) {
  const { points } = chart;
  const steps = useMemo(() => stepsOf(points), [points]);
  const changes = useChanges(steps);
  const [hidden, turn] = useHiddenParts();
  const shown = useMemo(() => withoutParts(chart, hidden), [chart, hidden]);
  if (!hasValues(chart))
    return (
      <EmptyState icon={ChartLine} title={`No ${chart.label.toLowerCase()} to draw`}>
        {whenEmpty}
      </EmptyState>
    );
  const nameOf = stepNames({ data: points, step }, zone);
  return (
    <div className="p-4">
      <div className={HEIGHTS[size]}>
        <Chart
          chart={shown}
          nameOf={nameOf}
          annotations={changes.annotations}
          onOpen={
            onOpen &&
            ((place) => {
              const opened = steps[place];
              if (opened) onOpen(opened.key, new Date(opened.to).toISOString());
            })
          }
        />
      </div>
      <Legend
        parts={chart.parts}
        hidden={hidden}
        onTurn={turn}
        changes={changes}
        words={`Per ${STEP_WORDS[step]}, ${zone}`}
        notes={notes}
      />
      <Figures chart={chart} nameOf={nameOf} />
    </div>
  );
}

/** The steps between which changes are looked for. The last is as long as the one before. */
function stepsOf(points: DrawnChart["points"]): readonly ChartStep[] {
  const starts = points.map(({ at }) => Date.parse(at));
  const [last = 0, before = last] = [starts.at(-1), starts.at(-2)];
  return points.map(({ at }, place) => ({
    key: at,
    from: starts[place] ?? last,
    to: starts[place + 1] ?? 2 * last - before,
  }));
}

/** What the lines are, and how they were made. */
function Legend({
  parts,
  hidden,
  onTurn,
  changes,
  words,
  notes,
}: {
  parts: DrawnChart["parts"];
  hidden: ReadonlySet<string>;
  onTurn: (label: string) => void;
  changes: Changes;
  words: string;
  notes: readonly string[];
}) {
  return (
    <div className="-mx-1 mt-2 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-meta text-ink-soft">
      {parts.map(({ label, detail, colour }, place) => (
        <LegendButton
          key={place}
          {...{ label, detail, colour }}
          isShown={!hidden.has(label)}
          onTurn={() => onTurn(label)}
        />
      ))}
      <ChangesButton changes={changes} />
      <span className="ml-auto text-ink-faint">{words}</span>
      {notes.map((note) => (
        <p key={note} className="w-full text-warn">
          {note}
        </p>
      ))}
    </div>
  );
}

/** The numbers of the chart as a table, for those who read rather than look. */
function Figures({ chart, nameOf }: { chart: DrawnChart; nameOf: (at: string, isFull?: boolean) => string }) {
  const { label, parts, points, format } = chart;
  const rows = points.filter(({ values }) => values.some((value) => (value ?? 0) > 0)).toReversed();
  return (
    <details className="mt-2 text-meta">
      <summary className="cursor-pointer rounded text-accent-text">Figures</summary>
      <div className="mt-2 max-h-72 overflow-auto" tabIndex={0} role="region" aria-label={`Figures: ${label}`}>
        <table className="w-full text-right tabular-nums">
          <thead>
            <tr className="text-ink-faint">
              <th scope="col" className="py-1 text-left font-medium">
                From
              </th>
              {parts.map((part, place) => (
                <th key={place} scope="col" className="py-1 pl-4 font-medium">
                  {part.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ at, values }) => (
              <tr key={at} className="border-t">
                <th scope="row" className="py-1 text-left font-normal">
                  {nameOf(at, true)}
                </th>
                {values.map((value, place) => (
                  <td key={place} className="py-1 pl-4">
                    {value === null ? "–" : format(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
