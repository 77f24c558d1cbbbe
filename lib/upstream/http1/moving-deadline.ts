/**
 * A time limit that every call and every byte moves. Moving it costs a look at the clock; the timer that stands behind
 * it is only set again when it fires too early.
 */
export class MovingDeadline {
  readonly #onPassed: () => void;
  #at = Number.POSITIVE_INFINITY;
  #firesAt = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(onPassed: () => void) {
    this.#onPassed = onPassed;
  }

  /** Sets the limit to this many milliseconds from now; 0: there is none. */
  move(milliseconds: number): void {
    this.#at = milliseconds === 0 ? Number.POSITIVE_INFINITY : performance.now() + milliseconds;
    if (this.#at < this.#firesAt) this.#set(milliseconds);
  }

  clear(): void {
    this.#at = this.#firesAt = Number.POSITIVE_INFINITY;
    clearTimeout(this.#timer);
  }

  #set(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#firesAt = this.#at;
    this.#timer = setTimeout(() => this.#fired(), Math.ceil(milliseconds));
    this.#timer.unref();
  }

  #fired(): void {
    this.#firesAt = Number.POSITIVE_INFINITY;
    const left = this.#at - performance.now();
    if (left === Number.POSITIVE_INFINITY) return;
    if (left > 0) this.#set(left);
    else this.#onPassed();
  }
}
