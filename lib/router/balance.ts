import { isWithinLimits, type Contender } from "./contender";
import { positionsInUse } from "./in-use";
import { findLastResort, type LastResort } from "./last-resort";

export type Choice =
  | { readonly kind: "chosen"; readonly position: number }
  /**
   * No deployment is in use, or none of those that are has room: this one is taken if nothing else can serve the call.
   */
  | ({ readonly kind: "last resort" } & LastResort)
  /** All deployments have used up their requests or tokens of this minute. */
  | { readonly kind: "all busy" };

/**
 * Chooses a deployment of a group: among those that are in use and within their `rpm` and `tpm`, one that the call has
 * not tried, and of these the one with the fewest running calls relative to its weight. Ties are broken at random, by
 * weight. `random` is at least 0 and below 1. `tokens` is the estimated size of the call. A deployment after its
 * cooldown is tried by the next call that would choose it.
 */
export function chooseDeployment(
  contenders: readonly Contender[],
  { random, tokens }: { readonly random: number; readonly tokens: number },
): Choice {
  const [first] = contenders;
  if (first && contenders.length === 1) return alone(first, tokens);
  const inUse = positionsInUse(contenders);
  let able = inUse.filter((position) => fits(contenders[position], tokens));
  if (able.length === 0) {
    const resort = findLastResort(contenders, { tokens, isBusy: inUse.length > 0 });
    return resort ? { kind: "last resort", ...resort } : BUSY;
  }
  const untried = able.filter((position) => contenders[position]?.isTried === false);
  if (untried.length > 0) able = untried;
  return { kind: "chosen", position: pick(contenders, able, random) };
}

/** Fast path: most groups have one deployment. */
function alone(contender: Contender, tokens: number): Choice {
  const { availability } = contender;
  if (!isWithinLimits(contender, tokens)) return BUSY;
  if (availability.state !== "resting") return ONLY;
  return { kind: "last resort", position: 0, until: availability.until, recall: availability.recall };
}

const ONLY: Choice = { kind: "chosen", position: 0 };
const BUSY: Choice = { kind: "all busy" };

function fits(contender: Contender | undefined, tokens: number): boolean {
  return contender !== undefined && isWithinLimits(contender, tokens);
}

/**
 * Leaves out deployments of weight 0, unless all have weight 0: then all count alike. Makes no arrays, because every
 * call of a group comes here.
 */
function pick(contenders: readonly Contender[], positions: readonly number[], random: number): number {
  const isWeighed = positions.some((position) => weightOf(contenders[position]) > 0);
  let least = Number.POSITIVE_INFINITY;
  let total = 0;
  for (const position of positions) {
    const weight = isWeighed ? weightOf(contenders[position]) : 1;
    const pressure = pressureOf(contenders[position], weight);
    if (pressure < least) [least, total] = [pressure, weight];
    else if (pressure === least) total += weight;
  }
  let left = random * total;
  let last = positions[0] ?? 0;
  for (const position of positions) {
    const weight = isWeighed ? weightOf(contenders[position]) : 1;
    if (pressureOf(contenders[position], weight) !== least) continue;
    left -= weight;
    if (left < 0) return position;
    last = position;
  }
  return last;
}

function weightOf(contender: Contender | undefined): number {
  return contender?.weight ?? 1;
}

/** Running calls per unit of weight; a deployment without weight gets none. */
function pressureOf(contender: Contender | undefined, weight: number): number {
  return weight > 0 ? (contender?.load.inFlight ?? 0) / weight : Number.NaN;
}
