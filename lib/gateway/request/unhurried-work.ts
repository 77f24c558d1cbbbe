/** Resolves once other work has had its turn. */
export type Pause = () => Promise<void>;

/** Milliseconds of work between two pauses. */
const SLICE_MS = 5;

/**
 * Long work in small steps, with a pause every few milliseconds, so that no other request waits for its end. The steps
 * are not counted: the same step takes a hundred times as long beside thousands of patterns.
 */
export class UnhurriedWork {
  #since: number;

  /** `now`: milliseconds. */
  constructor(
    readonly pause: Pause,
    readonly now: () => number,
  ) {
    this.#since = now();
  }

  /** Ends a step. What it returns, if anything, is the pause to wait for. */
  step(): Promise<void> | undefined {
    return this.now() - this.#since < SLICE_MS ? undefined : this.#rest();
  }

  async #rest(): Promise<void> {
    await this.pause();
    this.#since = this.now();
  }
}
