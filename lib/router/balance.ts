import type { Availability } from "./health";

/** A deployment's part in its group, and what it has to do at the moment. */
export interface Contender {
  /** Undefined: 1. */
  readonly weight: number | undefined;
  /** Requests and tokens a minute; undefined: no limit. */
  readonly rpm: number | undefined;
  readonly tpm: number | undefined;
  readonly availability: Availability;
  readonly load: Load;
}

export interface Load {
  /** Calls under way. */
  readonly inFlight: number;
  /** In the current minute. */
  readonly requests: number;
  readonly tokens: number;
}

export type Choice =
  | { readonly kind: "chosen"; readonly position: number }
  /** All rest; the earliest may be tried again then. Milliseconds since the epoch. */
  | { readonly kind: "all resting"; readonly until: number }
  /** Of those that are well, all have had their requests or tokens of this minute. */
  | { readonly kind: "all busy" };

/**
 * Chooses among a group's deployments: of those that are well and within their `rpm` and `tpm`, the ones with the
 * fewest calls under way for their weight, and among those by weight. `random`: from 0 to below 1. `tokens`: what the
 * call will take, as estimated. A trial of a deployment that has rested is taken when it comes up, as any call is.
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

/** Most groups are of one, which nothing has to be weighed against. */
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
  // The first call of a minute always fits, or one larger than the limit could never be made.
  const tokensFit = tpm === undefined || load.tokens === 0 || load.tokens + tokens <= tpm;
  return (rpm === undefined || load.requests < rpm) && tokensFit;
}

interface Weighed {
  readonly position: number;
  readonly weight: number;
  /** Calls under way for each unit of weight. */
  readonly pressure: number;
}

/** Those without weight are left out while others have some; where none has, all weigh the same. */
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
