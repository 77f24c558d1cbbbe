"use client";
import { useMemo } from "react";
import { useRead } from "@/components/api/use-read";
import { keepText, useKept } from "@/components/shared/drafts/kept-text";
import { isoTime } from "@/components/time-range/spend-range";
import { incidentContracts } from "@/lib/wire/contracts/incidents/timeline";
import { type ChartStep, annotationsOf } from "./annotations";

const KEY = "gateway-console:changes-in-charts";
const OFF = "off";
const NONE: ReadonlyMap<string, readonly string[]> = new Map();

function turn(on: boolean): void {
  keepText(KEY, on ? null : OFF);
}

/** The changes to mark in a chart, and whether they are shown, which this browser remembers. */
export interface Changes {
  readonly annotations: ReadonlyMap<string, readonly string[]>;
  readonly isOn: boolean;
  readonly turn: (on: boolean) => void;
}

/** What happened in the time of a chart: failures, saved settings, changed deployments, blocks, starts of nodes. */
export function useChanges(steps: readonly ChartStep[]): Changes {
  const on = useKept(KEY) !== OFF;
  const [first, last] = [steps[0], steps.at(-1)];
  const time = first && last && { start_date: isoTime(first.from), end_date: isoTime(last.to) };
  const options = { enabled: on && time !== undefined, staleTime: 60_000, retry: false };
  const { data } = useRead(incidentContracts.timeline, { ...time, impact: "false" }, options);
  const annotations = useMemo(() => annotationsOf(data?.data ?? [], steps), [data, steps]);
  return { annotations: on ? annotations : NONE, isOn: on, turn };
}
