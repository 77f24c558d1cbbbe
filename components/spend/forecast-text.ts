import { formatDay, formatDollars } from "@/components/api/format";
import { formatDay as isoDay } from "@/lib/time/period";
import type { WindowForecast } from "./use-forecast";

/** A forecast in a sentence or two. Its days are UTC days, as those of budgets are. */
export function forecastText({ spent, end, budget, forecast }: WindowForecast): string {
  const of = budget === undefined ? "" : ` of a budget of ${formatDollars(budget)}`;
  const last = Number.isFinite(end) ? dayOf(end - 1) : undefined;
  if (!forecast && isUsedUp({ spent, budget })) return `${formatDollars(spent)} so far${of}. The budget is used up.`;
  if (!forecast)
    return `${formatDollars(spent)} so far${of}. No forecast yet: it needs three whole days, counted from the first with spend.`;
  const { atEnd, runsOut } = forecast;
  const pace = atEnd
    ? `About ${formatDollars(atEnd.likely)} by the end of ${last} (UTC), between ${formatDollars(atEnd.low)} and ${formatDollars(atEnd.high)} with 80% probability; ${formatDollars(spent)} so far${of}.`
    : `${formatDollars(spent)} so far${of}, which does not reset.`;
  if (budget === undefined) return pace;
  if (isUsedUp({ spent, budget })) return `${pace} The budget is used up.`;
  if (runsOut === undefined)
    return `${pace} At the pace of the last four weeks the budget lasts${last === undefined ? "" : ` until it resets on ${dayOf(end)}`}.`;
  return `${pace} At the pace of the last four weeks the budget runs out on ${dayOf(runsOut)}.`;
}

function dayOf(at: number): string {
  return formatDay(isoDay(at));
}

/** Whether a budget has nothing left. */
export function isUsedUp({ spent, budget }: Pick<WindowForecast, "spent" | "budget">): boolean {
  return budget !== undefined && spent >= budget;
}
