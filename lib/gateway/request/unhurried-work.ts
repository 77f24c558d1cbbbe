/** Resolves once other work has had its turn. */
export type Pause = () => Promise<void>;

/** Steps between two pauses: a few milliseconds of work. */
const STEPS = 250;

/** Long work in small steps, with a pause after every few of them, so that no other request waits for its end. */
export class UnhurriedWork {
  #steps = 0;

  constructor(readonly pause: Pause) {}

  /** Counts a step. What it returns, if anything, is the pause to wait for. */
  step(): Promise<void> | undefined {
    return ++this.#steps % STEPS === 0 ? this.pause() : undefined;
  }
}
