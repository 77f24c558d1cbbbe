import { LATENCY_BOUNDS_MS, TRAFFIC_OUTCOMES, type TrafficMinute, type TrafficOutcome } from "@/lib/traffic-minute";

const MINUTE_MS = 60_000;
const OUTCOMES = Object.keys(TRAFFIC_OUTCOMES) as readonly TrafficOutcome[];
const BUCKETS = LATENCY_BOUNDS_MS.length + 1;
/**
 * The offsets of an outcome's numbers: its count is first, then the times of its first and last attempt, then its
 * buckets.
 */
const FIRST = 1;
const LAST = 2;
const LATENCY = 3;
const STRIDE = LATENCY + BUCKETS;
const OFFSETS = Object.fromEntries(OUTCOMES.map((outcome, index) => [outcome, index * STRIDE])) as Readonly<
  Record<TrafficOutcome, number>
>;

/** The numbers of every outcome, one after the other, by deployment. */
type Cells = Map<string, Float64Array>;

/**
 * Counts of the minutes that are not in the database yet. An attempt costs a look into each of two maps and a few
 * additions, and allocates nothing, because this is on the path of every call.
 */
export class MinuteCounts {
  readonly #most: number;
  #minutes = new Map<number, Cells>();
  #size = 0;
  #dropped = 0;

  /** `most`: how many pairs of minute and deployment are kept. Beyond that, the oldest minute is dropped. */
  constructor(most: number) {
    this.#most = most;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /**
   * Counts what ended at `at`, in milliseconds since the epoch. `durationMs` is how long the deployment took;
   * undefined: no deployment was reached.
   */
  add(at: number, deployment: string, outcome: TrafficOutcome, durationMs: number | undefined): void {
    const cell = this.#cell(Math.floor(at / MINUTE_MS) * MINUTE_MS, deployment);
    const offset = OFFSETS[outcome];
    count(cell, offset, 1, at, at);
    if (durationMs === undefined) return;
    const index = offset + LATENCY + bucketOf(durationMs);
    cell[index] = (cell[index] ?? 0) + 1;
  }

  /** Returns everything counted so far and forgets it. */
  take(): TrafficMinute[] {
    const rows: TrafficMinute[] = [];
    for (const [minute, cells] of this.#minutes)
      for (const [deployment, cell] of cells)
        for (const outcome of OUTCOMES) {
          const offset = OFFSETS[outcome];
          const counted = cell[offset] ?? 0;
          if (counted === 0) continue;
          const buckets = Array.from(cell.subarray(offset + LATENCY, offset + STRIDE));
          const latency = buckets.some((one) => one > 0) ? buckets : [];
          const [firstAt = 0, lastAt = 0] = cell.subarray(offset + FIRST, offset + LATENCY);
          rows.push({ minute, deployment, outcome, count: counted, latency, firstAt, lastAt });
        }
    this.#minutes = new Map();
    this.#size = 0;
    return rows;
  }

  /** Adds rows that could not be written back to the counts. */
  putBack(rows: readonly TrafficMinute[]): void {
    for (const { minute, deployment, outcome, count: more, latency, firstAt, lastAt } of rows) {
      const cell = this.#cell(minute, deployment);
      const offset = OFFSETS[outcome];
      count(cell, offset, more, firstAt, lastAt);
      for (const [bucket, more] of latency.entries()) {
        const index = offset + LATENCY + bucket;
        cell[index] = (cell[index] ?? 0) + more;
      }
    }
  }

  /** How many attempts and requests were dropped since the last call of this method. */
  takeDropped(): number {
    const dropped = this.#dropped;
    this.#dropped = 0;
    return dropped;
  }

  #cell(minute: number, deployment: string): Float64Array {
    let cells = this.#minutes.get(minute);
    if (!cells) this.#minutes.set(minute, (cells = new Map()));
    let cell = cells.get(deployment);
    if (!cell) {
      cells.set(deployment, (cell = new Float64Array(OUTCOMES.length * STRIDE)));
      this.#size++;
      if (this.#size > this.#most) this.#dropOldest();
    }
    return cell;
  }

  #dropOldest(): void {
    const oldest = Math.min(...this.#minutes.keys());
    const cells = this.#minutes.get(oldest);
    if (!cells) return;
    for (const cell of cells.values()) for (const outcome of OUTCOMES) this.#dropped += cell[OFFSETS[outcome]] ?? 0;
    this.#minutes.delete(oldest);
    this.#size -= cells.size;
  }
}

function count(cell: Float64Array, offset: number, more: number, firstAt: number, lastAt: number): void {
  const before = cell[offset] ?? 0;
  cell[offset] = before + more;
  cell[offset + FIRST] = before === 0 ? firstAt : Math.min(cell[offset + FIRST] ?? firstAt, firstAt);
  cell[offset + LAST] = Math.max(cell[offset + LAST] ?? 0, lastAt);
}

function bucketOf(durationMs: number): number {
  let bucket = 0;
  for (const bound of LATENCY_BOUNDS_MS) {
    if (durationMs <= bound) return bucket;
    bucket++;
  }
  return bucket;
}
