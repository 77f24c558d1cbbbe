import { ChartColumn } from "lucide-react";
import { EmptyState } from "@/components/ui/states";
import { MOST_DAYS_OF_CALLS } from "@/lib/wire/contracts/spend";

/** What the gateway cannot answer, and how it could. */
export function TooManyDays() {
  return (
    <EmptyState icon={ChartColumn} title={`Choose at most ${MOST_DAYS_OF_CALLS} days`}>
      Totals are kept by one payer, and by team and user together. Other payers together are added up from single calls,
      of {MOST_DAYS_OF_CALLS} days at most: choose a shorter range, or fewer filters.
    </EmptyState>
  );
}
