import { TrendingUp, TriangleAlert } from "lucide-react";
import { Skeleton } from "@/components/ui/skeleton";
import { forecastText, isUsedUp } from "./forecast-text";
import { useForecast } from "./use-forecast";
import type { SpendFilter } from "./spend-view";

/** The forecast for the present month, or the present window of a budget. `now`: milliseconds since the epoch. */
export function ForecastLine({ filter, now }: { filter: SpendFilter; now: number }) {
  const window = useForecast(filter, now);
  const isShort = window != null && (window.forecast?.runsOut !== undefined || isUsedUp(window));
  const Icon = isShort ? TriangleAlert : TrendingUp;
  return (
    <section
      aria-label="Forecast"
      className={`mt-3 flex min-h-14 items-center gap-2 rounded-lg border px-4 py-1.5 ${
        isShort ? "border-transparent bg-warn-soft text-warn" : "bg-surface text-ink-soft"
      }`}
    >
      <Icon className="size-4 shrink-0" aria-hidden />
      {window ? (
        <p>{forecastText(window)}</p>
      ) : window === null ? (
        <p>The forecast could not be read.</p>
      ) : (
        <Skeleton className="h-5 w-80 max-w-full" />
      )}
    </section>
  );
}
