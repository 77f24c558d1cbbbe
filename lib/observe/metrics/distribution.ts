/** A value that was observed, and the trace that shows where its time went. */
export interface Exemplar {
  readonly traceId: string;
  readonly value: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** How many values fell into each bucket, and the sum of the values. The last count is of values above every bound. */
export interface Distribution {
  readonly counts: readonly number[];
  readonly sum: number;
  /** The last exemplar of each bucket. Absent: no value has had a trace. */
  readonly exemplars?: readonly (Exemplar | null)[];
}

/** Counts values by buckets. `bounds` are the upper bounds, ascending and inclusive. */
export class Buckets {
  #counts: number[];
  #sum = 0;
  #exemplars: (Exemplar | null)[] | undefined;

  constructor(private readonly bounds: readonly number[]) {
    this.#counts = emptyCounts(bounds);
  }

  /** `traceId`: the trace that the value belongs to, observed `at` this moment, in milliseconds since the epoch. */
  observe(value: number, traceId?: string, at = 0): void {
    let bucket = 0;
    while (bucket < this.bounds.length && value > (this.bounds[bucket] ?? 0)) bucket++;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sum += value;
    if (traceId === undefined) return;
    this.#exemplars ??= this.#counts.map(() => null);
    this.#exemplars[bucket] = { traceId, value, at };
  }

  /** What was observed since the last call of this method; undefined: nothing. */
  take(): Distribution | undefined {
    const counts = this.#counts;
    if (!counts.some((count) => count > 0)) return undefined;
    const taken = { counts, sum: this.#sum, ...(this.#exemplars && { exemplars: this.#exemplars }) };
    this.#counts = emptyCounts(this.bounds);
    this.#sum = 0;
    this.#exemplars = undefined;
    return taken;
  }
}

/** A distribution of one series of a histogram, with its labels in the order of the metric's row. */
export interface LabelledDistribution extends Distribution {
  readonly labels: readonly string[];
}

/** A histogram with one label, whose values the caller bounds. */
export class BucketsByLabel {
  readonly #series = new Map<string, Buckets>();

  constructor(private readonly bounds: readonly number[]) {}

  observe(value: number, label: string, traceId?: string, at = 0): void {
    let buckets = this.#series.get(label);
    if (!buckets) this.#series.set(label, (buckets = new Buckets(this.bounds)));
    buckets.observe(value, traceId, at);
  }

  /** What was observed since the last call of this method, by label; undefined: nothing. */
  take(): LabelledDistribution[] | undefined {
    const taken = [...this.#series].flatMap(([label, buckets]) => {
      const distribution = buckets.take();
      return distribution ? [{ labels: [label], ...distribution }] : [];
    });
    return taken.length > 0 ? taken : undefined;
  }
}

/** Counts of zero for these bounds. */
export function emptyCounts(bounds: readonly number[]): number[] {
  return Array.from({ length: bounds.length + 1 }, () => 0);
}

/** The sum of two distributions. */
export function addDistributions(one: Distribution, other: Distribution): Distribution {
  const exemplars = newerOfEach(one.exemplars, other.exemplars);
  return {
    counts: one.counts.map((count, at) => count + (other.counts[at] ?? 0)),
    sum: one.sum + other.sum,
    ...(exemplars && { exemplars }),
  };
}

function newerOfEach(one: Distribution["exemplars"], other: Distribution["exemplars"]): Distribution["exemplars"] {
  if (!one || !other) return one ?? other;
  return one.map((exemplar, bucket) => {
    const another = other[bucket] ?? null;
    return exemplar && (!another || another.at < exemplar.at) ? exemplar : another;
  });
}
