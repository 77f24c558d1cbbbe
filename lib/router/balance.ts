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
}

export interface Load {
  /** Calls that are running. */
  readonly inFlight: number;
  /** Used in the current minute. */
  readonly requests: number;
  readonly tokens: number;
}

export type Choice =
  | { readonly kind: "chosen"; readonly position: number }
  /** All deployments are on cooldown. `until` is the first end of one, in milliseconds since the epoch. */
  | { readonly kind: "all resting"; readonly until: number }
  /** All deployments that are not on cooldown have used up their requests or tokens of this minute. */
  | { readonly kind: "all busy" };

/**
 * Chooses a deployment of a group: among those that are not on cooldown and within their `rpm` and `tpm`, the one with
 * the fewest running calls relative to its weight. Ties are broken at random, by weight. `random` is at least 0 and
 * below 1. `tokens` is the estimated size of the call. A deployment after its cooldown is tried by the next call that
 * would choose it.
 */
export function chooseDeployment(
  contenders: readonly Contender[],
  { random, tokens }: { readonly random: number; readonly tokens: number },
): Choice {
  const [first] = contenders;
  if (first && contenders.length === 1) return alone(first, tokens);
  const awake = contenders
    .map((_, position) => position)
    .filter((position) => contenders[position]?.availability.state !== "resting");
  if (awake.length === 0) return { kind: "all resting", until: earliest(contenders) };
  const able = awake.filter((position) => isWithinLimits(contenders[position], tokens));
  if (able.length === 0) return { kind: "all busy" };
  return { kind: "chosen", position: pick(weighed(contenders, able), random) };
}

/** Fast path: most groups have one deployment. */
function alone(contender: Contender, tokens: number): Choice {
  const { availability } = contender;
  if (availability.state === "resting") return { kind: "all resting", until: availability.until };
  return isWithinLimits(contender, tokens) ? ONLY : { kind: "all busy" };
}

const ONLY: Choice = { kind: "chosen", position: 0 };

function earliest(contenders: readonly Contender[]): number {
  return Math.min(
    ...contenders.map(({ availability }) =>
      availability.state === "resting" ? availability.until : Number.POSITIVE_INFINITY,
    ),
  );
}

function isWithinLimits(contender: Contender | undefined, tokens: number): boolean {
  if (!contender) return false;
  const { rpm, tpm, load } = contender;
  // Let the first call of a minute pass: otherwise a call larger than the limit could never be made.
  const tokensFit = tpm === undefined || load.tokens === 0 || load.tokens + tokens <= tpm;
  return (rpm === undefined || load.requests < rpm) && tokensFit;
}

interface Weighed {
  readonly position: number;
  readonly weight: number;
  /** Running calls per unit of weight. */
  readonly pressure: number;
}

/** Leaves out deployments of weight 0, unless all have weight 0: then all count alike. */
function weighed(contenders: readonly Contender[], positions: readonly number[]): Weighed[] {
  const all = positions.map((position) => {
    const { weight = 1, load } = contenders[position] ?? { load: { inFlight: 0 } };
    return { position, weight, inFlight: load.inFlight };
  });
  const heavy = all.filter(({ weight }) => weight > 0);
  const counted = heavy.length > 0 ? heavy : all.map((one) => ({ ...one, weight: 1 }));
  return counted.map(({ position, weight, inFlight }) => ({ position, weight, pressure: inFlight / weight }));
}

function pick(candidates: readonly Weighed[], random: number): number {
  const least = Math.min(...candidates.map(({ pressure }) => pressure));
  const idlest = candidates.filter(({ pressure }) => pressure === least);
  let left = random * idlest.reduce((sum, { weight }) => sum + weight, 0);
  for (const { position, weight } of idlest) {
    left -= weight;
    if (left < 0) return position;
  }
  return idlest.at(-1)?.position ?? 0;
}
