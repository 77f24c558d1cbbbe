import { budgetWindow } from "@/lib/limits/budget-window";
import { DAY_MS, startOfDay } from "@/lib/time/period";

/**
 * The first UTC day whose figures are needed, as its midnight: `keptDays` ago, or earlier where calls are still kept
 * (`callsFrom`), or where the window of a budget that is in force has begun (`durations`). All in milliseconds since
 * the epoch.
 */
export function firstDayInUse({
  now,
  keptDays,
  callsFrom,
  durations,
}: {
  readonly now: number;
  readonly keptDays: number;
  readonly callsFrom: number;
  readonly durations: readonly string[];
}): number {
  // Budgets of all time are counted by totals, which are always kept.
  const windows = durations.map((duration) => budgetWindow(duration, now)).filter(({ end }) => Number.isFinite(end));
  const starts = windows.map(({ start }) => startOfDay(start));
  return Math.min(startOfDay(now) - keptDays * DAY_MS, callsFrom, ...starts);
}
