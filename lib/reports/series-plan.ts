import { DAY_MS } from "@/lib/time/period";
import { dayAt, dayBounds } from "@/lib/time/time-zone";
import { SERIES_STEP_NAMES, SERIES_STEPS, type SeriesStep } from "@/lib/wire/series/spend-series";

/** How many points a series has at most where the question leaves the step open. */
const USUAL_POINTS = 170;
/** Into how many parts the period of a sample is divided, unless it has more points. */
const SAMPLE_PARTS = 400;

/** Instants are milliseconds since the epoch. */
interface SeriesPeriod {
  readonly from: number;
  /** Exclusive. */
  readonly until: number;
}

/** The shortest step with which a period has few enough points to be drawn; the longest if none has. */
export function usualStep({ from, until }: SeriesPeriod): SeriesStep {
  return SERIES_STEP_NAMES.find((step) => (until - from) / (SERIES_STEPS[step] * 1000) <= USUAL_POINTS) ?? "1d";
}

/** About how many points a period has, without their being listed. */
export function countPoints({ from, until }: SeriesPeriod, step: SeriesStep): number {
  return Math.ceil((until - from) / (SERIES_STEPS[step] * 1000)) + 1;
}

/**
 * The instants at which the steps of a period begin, and the one at which the last ends. Whole steps contain the
 * period: days of the zone, or hours and minutes of the clock.
 */
export function seriesBounds({ from, until }: SeriesPeriod, step: SeriesStep, zone: string): number[] {
  if (step === "1d") return dayBounds(zone, dayAt(zone, from), dayAt(zone, until - 1));
  const length = SERIES_STEPS[step] * 1000;
  const bounds: number[] = [];
  for (let at = Math.floor(from / length) * length; at < until; at += length) bounds.push(at);
  return [...bounds, (bounds.at(-1) ?? from) + length];
}

/** A part of a step, of which a sample reads the first calls. */
export interface SeriesPart {
  /** The number of its step, from 0 on. */
  readonly point: number;
  readonly from: number;
  /** Exclusive. */
  readonly until: number;
}

/** The parts of all steps: evenly long within each, and as many in all as a sample can afford. */
export function samplePartsOf(bounds: readonly number[]): SeriesPart[] {
  const points = bounds.length - 1;
  const each = Math.max(1, Math.floor(SAMPLE_PARTS / Math.max(1, points)));
  return bounds.slice(0, -1).flatMap((start, point) => {
    const end = bounds[point + 1] ?? start;
    const edge = (part: number): number => start + Math.round(((end - start) * part) / each);
    return Array.from({ length: each }, (_, part) => ({ point, from: edge(part), until: edge(part + 1) }));
  });
}

/** The whole UTC days around some bounds, as midnights: the first and the last. */
export function daysAround(bounds: readonly number[]): { readonly from: number; readonly to: number } {
  const [first = 0, end = first] = [bounds[0], bounds.at(-1)];
  return { from: dayAt("UTC", first), to: dayAt("UTC", Math.max(first, end - 1)) };
}

/** Whether a step begins and ends with whole UTC days. */
export function isOfWholeDays(bounds: readonly number[]): boolean {
  return bounds.every((bound) => bound % DAY_MS === 0);
}
