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
      // As high as its longest text beside the chart, so that the table below stays where it is.
      className={`flex min-h-14 lg:min-h-24 items-start gap-2 border-t px-4 py-2.5 text-meta ${
        isShort ? "bg-warn-soft text-warn" : "text-ink-soft"
      }`}
    >
      <Icon className="mt-px size-3.5 shrink-0" aria-hidden />
      {window ? (
        <p>{forecastText(window)}</p>
      ) : window === null ? (
        <p>The forecast could not be read.</p>
      ) : (
        <Skeleton className="h-8 w-full" />
      )}
    </section>
  );
}
