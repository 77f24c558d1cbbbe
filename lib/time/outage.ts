export interface OutageOptions {
  /** How long after a failure nothing else is tried, in milliseconds. */
  readonly pauseMs: number;
  /** Milliseconds from any origin. */
  readonly now: () => number;
  /** Whether a failure means that the other side is away; any other failure is thrown. Default: every failure does. */
  readonly isAway?: (error: unknown) => boolean;
  /** Called once for each outage, with the failure that began it. */
  readonly onAway: (error: unknown) => void;
  /** Called once for each outage, when work succeeds again. */
  readonly onBack: () => void;
}

/** Whether something that this process depends on answers, such as a database or Redis. */
export interface Outage {
  /** Whether the last work found the other side away. */
  readonly isAway: boolean;
  /** Whether the pause after the last failure still lasts. */
  readonly isPausing: boolean;
  /** Does the work, also during a pause. @throws what the work throws */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Does the work, or `otherwise` instead: at once while a pause lasts, and then without an error, or after the work has
   * found the other side away. @throws what `otherwise` throws, and a failure of the work that is no outage
   */
  attempt<Result>(
    work: () => Promise<Result>,
    otherwise: (error?: unknown) => Result | Promise<Result>,
  ): Promise<Result>;
}

/** Keeps callers from waiting for something that is away, and says once that it is away and once that it is back. */
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
