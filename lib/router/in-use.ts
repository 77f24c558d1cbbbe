import type { Contender } from "./contender";

/** The share of a group that stays in use, as Envoy's panic threshold. */
const FLOOR = 0.5;

/**
 * The positions of the deployments of a group that calls may go to: those that are not on cooldown. If these are less
 * than half of the group, those on cooldown that have served some of their latest calls fill it up to half: otherwise a
 * few failures of each would leave all calls to the last one. A deployment whose upstream asked for a pause or refuses
 * access is never among them.
 */
export function positionsInUse(contenders: readonly Contender[]): readonly number[] {
  const awake: number[] = [];
  contenders.forEach(({ availability }, position) => {
    if (availability.state !== "on cooldown") awake.push(position);
  });
  if (awake.length === contenders.length) return awake;
  // A deployment of weight 0 stands in for the others: it is in use like any other, but does not make the group larger.
  const size = contenders.filter(({ weight }) => weight !== 0).length;
  const missing = Math.ceil(size * FLOOR) - awake.length;
  return missing > 0 ? [...awake, ...recallable(contenders).slice(0, missing)] : awake;
}

/** The deployments on cooldown that serve some of their calls, in the order in which their cooldowns end. */
function recallable(contenders: readonly Contender[]): number[] {
  return contenders
    .flatMap(({ availability }, position) =>
      availability.state === "on cooldown" && availability.recall === "serves some"
        ? [{ position, until: availability.until }]
        : [],
    )
    .sort((one, other) => one.until - other.until)
    .map(({ position }) => position);
}
