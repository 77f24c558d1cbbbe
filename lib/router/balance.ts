import { isWithinLimits, type Contender } from "./contender";
import { positionsInUse } from "./in-use";
import { findLastResort, type LastResort } from "./last-resort";
import { type Share, takeTurn, type Turn } from "./turn";

export type Choice =
  /** `credits`: in a group with weights, what its deployments have not yet got of their shares from now on. */
  | ({ readonly kind: "chosen" } & Pick<Turn, "position"> & Partial<Pick<Turn, "credits">>)
  /**
   * No deployment is in use, or none of those that are has room: this one is taken if nothing else can serve the call.
   */
  | ({ readonly kind: "last resort" } & LastResort)
  /** All deployments have used up their requests or tokens of this minute. */
  | { readonly kind: "all busy" };

/**
 * Chooses a deployment of a group: among those that are in use and within their `rpm` and `tpm`, one that the call has
 * not tried. Of these it is the one with the fewest running calls or, where entries of the group set weights, the one
 * that has got the least of its share. Ties are broken at random. `random` is at least 0 and below 1. `tokens` is the
 * estimated size of the call. A deployment after its cooldown is tried by the next call that would choose it.
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
  const [only] = able;
  if (only !== undefined && able.length === 1) return { kind: "chosen", position: only };
  return contenders.some(({ weight }) => weight !== undefined)
    ? { kind: "chosen", ...takeTurn(sharesOf(contenders, able), random) }
    : { kind: "chosen", position: leastBusy(contenders, able, random) };
}

/** Fast path: most groups have one deployment. */
function alone(contender: Contender, tokens: number): Choice {
  const { availability } = contender;
  if (!isWithinLimits(contender, tokens)) return BUSY;
  if (availability.state !== "on cooldown") return ONLY;
  return { kind: "last resort", position: 0, until: availability.until, recall: availability.recall };
}

const ONLY: Choice = { kind: "chosen", position: 0 };
const BUSY: Choice = { kind: "all busy" };

function fits(contender: Contender | undefined, tokens: number): boolean {
  return contender !== undefined && isWithinLimits(contender, tokens);
}

/** Makes no arrays, because every call of a group without weights comes here. */
function leastBusy(contenders: readonly Contender[], positions: readonly number[], random: number): number {
  let least = Number.POSITIVE_INFINITY;
  let count = 0;
  for (const position of positions) {
    const running = runningAt(contenders, position);
    if (running < least) [least, count] = [running, 1];
    else if (running === least) count++;
  }
  let left = Math.floor(random * count);
  for (const position of positions) if (runningAt(contenders, position) === least && left-- === 0) return position;
  return positions[0] ?? 0;
}

function runningAt(contenders: readonly Contender[], position: number): number {
  return contenders[position]?.load.inFlight ?? 0;
}

/** Leaves out deployments of weight 0, unless all have weight 0: then all count alike. */
function sharesOf(contenders: readonly Contender[], positions: readonly number[]): readonly Share[] {
  const shares = positions.map((position) => {
    const { weight = 1, load } = contenders[position] ?? { load: { credit: 0 } };
    return { position, weight, credit: load.credit };
  });
  const weighed = shares.filter(({ weight }) => weight > 0);
  return weighed.length > 0 ? weighed : shares.map((share) => ({ ...share, weight: 1 }));
}
