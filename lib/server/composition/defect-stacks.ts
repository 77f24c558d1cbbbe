/** How long a stack is not repeated, in milliseconds. */
const PAUSE_MS = 60_000;
/** How many defects are told apart. Beyond that, the first ones show their stack again. */
const MOST_DEFECTS = 100;

/** Keeps a defect that every request meets from filling the log: its stack is shown at most once a minute. */
export class DefectStacks {
  readonly #now: () => number;
  readonly #shownAt = new Map<string, number>();

  /** `now`: milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** What a line should show of an error: all of it, or its name and message if its stack was shown a moment ago. */
  shorten(error: unknown): unknown {
    if (!(error instanceof Error) || error.stack === undefined) return error;
    // Messages differ with the rows and ids in them; the same place in the code is the same defect.
    const frames = error.stack.slice(error.stack.indexOf("\n    at "));
    const now = this.#now();
    const shownAt = this.#shownAt.get(frames);
    if (shownAt !== undefined && Math.abs(now - shownAt) < PAUSE_MS) return `${error.name}: ${error.message}`;
    if (this.#shownAt.size >= MOST_DEFECTS) this.#shownAt.clear();
    this.#shownAt.set(frames, now);
    return error;
  }
}
