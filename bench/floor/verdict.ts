/** What is measured, in the order of the table. The key is the name in `bench/floor.json`. */
export type Ratios = Readonly<Record<string, readonly number[]>>;

/** The accepted ratio of each figure. */
export type Floor = Readonly<Record<string, number>>;

/** From a difference of so much of the floor on, in its direction. */
const WARNS = 0.03;
const FAILS = 0.08;

/** How many rounds are taken at least, and at most. */
export const FEWEST_ROUNDS = 5;
export const MOST_ROUNDS = 15;

/** `unsure`: the difference would warn or fail, but it is smaller than the spread. */
export type Judgement = "new" | "lower" | "kept" | "unsure" | "higher" | "too high";

export interface Verdict {
  readonly name: string;
  /** The median of the rounds. */
  readonly ratio: number;
  /** Between them lies the true ratio, with a probability of 92 % or more. */
  readonly spread: readonly [number, number];
  readonly floor: number | undefined;
  readonly judgement: Judgement;
}

/** Compares the ratios of the rounds with the floor. */
export function judge(ratios: Ratios, floor: Floor): Verdict[] {
  return Object.entries(ratios).map(([name, values]) => {
    const [ratio, spread, accepted] = [medianOf(values), spreadOf(values), floor[name]];
    return {
      name,
      ratio,
      spread,
      floor: accepted,
      judgement: judgementOf(ratio, spread, accepted),
    };
  });
}

/** Whether more rounds could still decide something. */
export function wantsMoreRounds(verdicts: readonly Verdict[]): boolean {
  return verdicts.some(({ judgement }) => judgement === "unsure");
}

/**
 * The floor after a run is accepted: every figure that the run cannot distinguish from its floor stays, so that a floor
 * does not wander with the noise.
 */
export function acceptedFloor(verdicts: readonly Verdict[]): Floor {
  return Object.fromEntries(
    verdicts.map(({ name, ratio, spread, floor }) => [
      name,
      floor !== undefined && isWithin(floor, spread) ? floor : Number(ratio.toFixed(3)),
    ]),
  );
}

/** The names of the figures that one floor has higher than another. */
export function raisedFigures(before: Floor, after: Floor): string[] {
  return Object.keys(after).filter((name) => (after[name] ?? 0) > (before[name] ?? Infinity));
}

function judgementOf(ratio: number, spread: readonly [number, number], floor: number | undefined): Judgement {
  if (floor === undefined) return "new";
  const difference = ratio / floor - 1;
  if (Math.abs(difference) < WARNS) return "kept";
  if (isWithin(floor, spread)) return "unsure";
  if (difference < 0) return "lower";
  return difference < FAILS ? "higher" : "too high";
}

function isWithin(value: number, [low, high]: readonly [number, number]): boolean {
  return value >= low && value <= high;
}

export function medianOf(values: readonly number[]): number {
  const sorted = inOrder(values);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/**
 * The interval of the median by the sign test, which assumes nothing of how the values are spread: the n-th smallest
 * and the n-th largest value, for the largest n that leaves the median out with a probability of 8 % or less.
 */
export function spreadOf(values: readonly number[]): readonly [number, number] {
  const sorted = inOrder(values);
  let left = 0;
  let outside = 0;
  let ways = 1; // how many of the 2^length halves have `left` values on one side
  while (left < sorted.length / 2) {
    outside += (2 * ways) / 2 ** sorted.length;
    if (outside > 0.08) break;
    left++;
    ways = (ways * (sorted.length - left + 1)) / left;
  }
  const at = Math.max(0, left - 1);
  return [sorted[at] ?? Number.NaN, sorted[sorted.length - 1 - at] ?? Number.NaN];
}

function inOrder(values: readonly number[]): number[] {
  return [...values].sort((one, other) => one - other);
}
