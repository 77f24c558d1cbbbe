import { medianOf, spreadOf } from "../floor/verdict";

/** What an event of a translated stream takes. */
export interface Figures {
  /** Microseconds of processor time. */
  readonly micros: number;
  /** How often that of the reference. */
  readonly ratio: number;
}

/** `bench/translation/limits.json`: the ratio that each pair of dialects may have at most. */
export type Limits = Readonly<Record<string, number>>;

/**
 * What is wrong with the ratios of a pair's rounds; undefined: nothing. A pair is too expensive only if all that its
 * median may truly be is above the limit, so that a busy machine fails nothing.
 */
export function flawOf(pair: string, ratios: readonly number[], limits: Limits): string | undefined {
  const limit = limits[pair];
  if (limit === undefined) return `${pair} has no limit in bench/translation/limits.json`;
  const [low] = spreadOf(ratios);
  if (low <= limit) return undefined;
  return `${pair} takes ${medianOf(ratios).toFixed(2)} of the reference, and may take ${limit}`;
}
