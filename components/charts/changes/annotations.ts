import { momentText } from "@/components/incidents/moment-text";
import type { IncidentMoment } from "@/lib/wire/contracts/incidents/timeline";

/** A step of a chart: its key, and the instants between which it lies, the end excluded, in milliseconds. */
export interface ChartStep {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/** Cooldowns come and go by the dozen, and failures are what leads to them. */
const LEFT_OUT: ReadonlySet<IncidentMoment["kind"]> = new Set(["cooldown"]);

/** What began during each step, in words, the earliest first; steps in which nothing did are left out. */
export function annotationsOf(
  moments: readonly IncidentMoment[],
  steps: readonly ChartStep[],
): ReadonlyMap<string, readonly string[]> {
  const annotations = new Map<string, string[]>();
  const shown = moments
    .filter(({ kind }) => !LEFT_OUT.has(kind))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  for (const moment of shown) {
    const at = Date.parse(moment.at);
    const key = steps.find(({ from, to }) => from <= at && at < to)?.key;
    if (key === undefined) continue;
    annotations.set(key, [...(annotations.get(key) ?? []), momentText(moment).title]);
  }
  return annotations;
}
