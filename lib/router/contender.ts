import type { Availability } from "./health";

/** A deployment as its group sees it: its weight, its limits and its current load. */
export interface Contender {
  /** Undefined counts as 1. */
  readonly weight: number | undefined;
  /** Requests and tokens per minute; undefined if unlimited. */
  readonly rpm: number | undefined;
  readonly tpm: number | undefined;
  readonly availability: Availability;
  readonly load: Load;
  /** Whether the call to be placed has been tried here. */
  readonly isTried: boolean;
}

export interface Load {
  /** Calls that are running. */
  readonly inFlight: number;
  /** Used in the current minute. */
  readonly requests: number;
  readonly tokens: number;
  /** What it has not yet got of its share, in units of weight; below 0 if it is ahead. */
  readonly credit: number;
}

/** Whether a call of about this many tokens fits into the deployment's requests and tokens of this minute. */
export function isWithinLimits({ rpm, tpm, load }: Contender, tokens: number): boolean {
  // Let the first call of a minute pass: otherwise a call larger than the limit could never be made.
  const tokensFit = tpm === undefined || load.tokens === 0 || load.tokens + tokens <= tpm;
  return (rpm === undefined || load.requests < rpm) && tokensFit;
}
