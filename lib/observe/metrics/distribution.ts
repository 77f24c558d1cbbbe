/** How many values fell into each bucket, and the sum of the values. The last count is of values above every bound. */
export interface Distribution {
  readonly counts: readonly number[];
  readonly sum: number;
}

/** Counts values by buckets. `bounds` are the upper bounds, ascending and inclusive. */
export class Buckets {
  #counts: number[];
  #sum = 0;

  constructor(private readonly bounds: readonly number[]) {
    this.#counts = emptyCounts(bounds);
  }

  observe(value: number): void {
    let at = 0;
    while (at < this.bounds.length && value > (this.bounds[at] ?? 0)) at++;
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    this.#sum += value;
  }

  /** What was observed since the last call of this method; undefined: nothing. */
  take(): Distribution | undefined {
    const counts = this.#counts;
    if (!counts.some((count) => count > 0)) return undefined;
    const taken = { counts, sum: this.#sum };
    this.#counts = emptyCounts(this.bounds);
    this.#sum = 0;
    return taken;
  }
}

/** Counts of zero for these bounds. */
export function emptyCounts(bounds: readonly number[]): number[] {
  return Array.from({ length: bounds.length + 1 }, () => 0);
}

/** The sum of two distributions. */
export function addDistributions(one: Distribution, other: Distribution): Distribution {
  return {
    counts: one.counts.map((count, at) => count + (other.counts[at] ?? 0)),
    sum: one.sum + other.sum,
  };
}
