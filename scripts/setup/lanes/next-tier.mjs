import { APART } from "../tiers.mjs";

/** @typedef {import("../tiers.mjs").Tier} Tier */

/**
 * The tier that a free lane runs next: the first of those that wait which may run beside those that run. Undefined: all
 * lanes are taken, nothing waits, or what waits has to wait for one that runs.
 * @param {readonly Tier[]} waiting in the order in which they should begin
 * @param {readonly Tier[]} running
 * @param {number} lanes how many may run side by side
 * @returns {Tier | undefined}
 */
export function nextTier(waiting, running, lanes) {
  if (running.length >= lanes) return undefined;
  return waiting.find((tier) => !running.some((other) => mustNotMeet(tier, other)));
}

function mustNotMeet(one, other) {
  return APART.some(({ tiers }) => tiers.includes(one) && tiers.includes(other));
}

/**
 * Runs tiers in lanes: whichever lane is free takes the next tier, so that none stands idle while one of two has much
 * more to do.
 * @template Result
 * @param {readonly Tier[]} tiers in the order in which they should begin
 * @param {number} lanes
 * @param {(tier: Tier) => Promise<Result>} run must not reject
 * @returns {Promise<Result[]>} in the order of the tiers
 */
export async function runInLanes(tiers, lanes, run) {
  const results = new Map();
  const running = new Map();
  const waiting = () => tiers.filter((tier) => !results.has(tier) && !running.has(tier));
  while (results.size < tiers.length) {
    for (let tier; (tier = nextTier(waiting(), [...running.keys()], lanes)) !== undefined;)
      running.set(
        tier,
        run(tier).then((result) => [tier, result]),
      );
    const [tier, result] = await Promise.race(running.values());
    running.delete(tier);
    results.set(tier, result);
  }
  return tiers.map((tier) => results.get(tier));
}
