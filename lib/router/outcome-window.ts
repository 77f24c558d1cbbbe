const SLICE_MS = 15_000;

/**
 * Counts how the latest attempts at a deployment ended: those of the current 15 seconds and of the 15 seconds before.
 * Counting an attempt allocates nothing. `now`: milliseconds since the epoch.
 */
export class OutcomeWindow {
  #slice = 0;
  #successes = 0;
  #failures = 0;
  #earlierSuccesses = 0;
  #earlierFailures = 0;

  countSuccess(now: number): void {
    this.#turn(now);
    this.#successes++;
  }

  countFailure(now: number): void {
    this.#turn(now);
    this.#failures++;
  }

  successes(now: number): number {
    this.#turn(now);
    return this.#successes + this.#earlierSuccesses;
  }

  failures(now: number): number {
    this.#turn(now);
    return this.#failures + this.#earlierFailures;
  }

  clear(): void {
    this.#successes = this.#failures = this.#earlierSuccesses = this.#earlierFailures = 0;
  }

  /** A clock that is set back stays in the current slice. */
  #turn(now: number): void {
    const slice = Math.floor(now / SLICE_MS);
    if (slice <= this.#slice) return;
    const isNext = slice === this.#slice + 1;
    this.#earlierSuccesses = isNext ? this.#successes : 0;
    this.#earlierFailures = isNext ? this.#failures : 0;
    this.#successes = this.#failures = 0;
    this.#slice = slice;
  }
}
