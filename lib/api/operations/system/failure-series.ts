/** The attempts at a deployment in one minute. Times are milliseconds since the epoch. */
export interface AttemptMinute {
  readonly minute: number;
  readonly succeeded: number;
  readonly failed: number;
  /** When the first failure was; null: none of them failed. */
  readonly firstFailureAt: number | null;
}

/** After this long with attempts that all succeeded, a failure begins a new series. */
const QUIET_MS = 5 * 60_000;

/**
 * When the latest series of failures began, in milliseconds since the epoch; undefined: nothing failed. Attempts that
 * succeed end a series when five minutes pass without a failure; time without attempts alone does not.
 */
export function latestSeriesBegin(minutes: readonly AttemptMinute[]): number | undefined {
  let begin: number | undefined;
  let lastFailing: number | undefined;
  let succeededSince = 0;
  for (const { minute, succeeded, failed, firstFailureAt } of [...minutes].sort((a, b) => a.minute - b.minute)) {
    if (failed === 0 || firstFailureAt === null) {
      succeededSince += succeeded;
      continue;
    }
    const isNew = lastFailing === undefined || (minute - lastFailing > QUIET_MS && succeededSince > 0);
    if (isNew) begin = firstFailureAt;
    lastFailing = minute;
    succeededSince = 0;
  }
  return begin;
}

/**
 * The success rate, from 0 to 1, over the last `steps` steps up to that of the last attempt; null: nothing was tried. A
 * deployment that was last called an hour ago is in the state that it had then.
 */
export function recentRate(succeeded: readonly number[], failed: readonly number[], steps: number): number | null {
  const tried = (step: number): number => (succeeded[step] ?? 0) + (failed[step] ?? 0);
  const last = Math.max(...succeeded.map((_, step) => (tried(step) > 0 ? step : -1)), -1);
  if (last < 0) return null;
  const sum = (counts: readonly number[]): number =>
    counts.slice(Math.max(0, last - steps + 1), last + 1).reduce((total, count) => total + count, 0);
  const [good, bad] = [sum(succeeded), sum(failed)];
  return good / (good + bad);
}
