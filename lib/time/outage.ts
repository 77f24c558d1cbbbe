export interface OutageOptions {
  /** How long after a failure `attempt` does not try again, in milliseconds. */
  readonly pauseMs: number;
  /** Milliseconds from any origin. */
  readonly now: () => number;
  /** Whether a failure means that the dependency is away. Other failures are thrown. Default: every failure does. */
  readonly isAway?: (error: unknown) => boolean;
  /** Called once for each outage, with the failure that began it. */
  readonly onAway: (error: unknown) => void;
  /** Called once for each outage, when work succeeds again. */
  readonly onBack: () => void;
}

/** Tracks whether a dependency of this process, such as the database or Redis, is away. */
export interface Outage {
  /** Whether the last attempt found the dependency away. */
  readonly isAway: boolean;
  /** Whether the pause after the last failure still lasts. */
  readonly isPausing: boolean;
  /** Does the work, even during a pause. @throws what the work throws */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Does the work. Calls `otherwise` without an error while a pause lasts, and with the error if the work finds the
   * dependency away. @throws what `otherwise` throws, and failures of the work that do not mean an outage
   */
  attempt<Result>(
    work: () => Promise<Result>,
    otherwise: (error?: unknown) => Result | Promise<Result>,
  ): Promise<Result>;
}

/**
 * Spares callers the wait for a dependency that is away, and reports each outage once when it begins and once when it
 * ends.
 */
export function createOutage({ pauseMs, now, isAway = () => true, onAway, onBack }: OutageOptions): Outage {
  let away = false;
  let pauseUntil = Number.NEGATIVE_INFINITY;

  function succeeded(): void {
    if (!away) return;
    away = false;
    onBack();
  }

  function failed(error: unknown): void {
    pauseUntil = now() + pauseMs;
    if (away) return;
    away = true;
    onAway(error);
  }

  return {
    get isAway() {
      return away;
    },
    get isPausing() {
      return now() < pauseUntil;
    },
    async run(work) {
      try {
        const result = await work();
        succeeded();
        return result;
      } catch (error) {
        if (isAway(error)) failed(error);
        throw error;
      }
    },
    async attempt(work, otherwise) {
      if (now() < pauseUntil) return otherwise();
      try {
        const result = await work();
        succeeded();
        return result;
      } catch (error) {
        if (!isAway(error)) throw error;
        failed(error);
        return otherwise(error);
      }
    },
  };
}
