import { formatCompact, formatCount, formatDay, formatDollars } from "@/components/api/format";
import { Stat } from "@/components/shared/stat";
import { changeOf } from "@/components/shared/wording";
import type { SpendSums } from "@/lib/wire/spend";
import { digitsOf, exactDollars, nanosOf } from "./exact-dollars";
import type { DayRange } from "@/components/time-range/spend-range";
import type { SpendView } from "./spend-view";

/** The totals of a range, beside those of the period before. While they are loading, the tiles are empty. */
export function SpendTotals({
  totals,
  before,
  failed,
  view,
}: {
  totals: SpendSums | undefined;
  before: SpendSums | undefined;
  /** Whether the totals could not be read. */
  failed: boolean;
  view: SpendView;
}) {
  const absent = failed ? "–" : undefined;
  const unpriced = totals?.unpriced_calls ?? 0;
  const tokens = (sums: SpendSums): number => sums.prompt_tokens + sums.completion_tokens;
  const change = (of: (sums: SpendSums) => number): string =>
    totals && before && of(before) > 0 ? `${changeOf(of(totals), of(before))}; ` : "";
  return (
    <div className="grid grid-cols-2 gap-px bg-line lg:grid-cols-1 lg:gap-0 lg:divide-y lg:bg-transparent">
      <Stat
        label={`Spend, ${rangeText(view.filter)}`}
        value={totals ? dollars(totals.spend, view.isExact) : absent}
        note={
          totals && before && view.before
            ? before.spend === 0
              ? `nothing ${rangeText(view.before)}`
              : `${changeOf(totals.spend, before.spend)} on ${formatDollars(before.spend)}, ${rangeText(view.before)}`
            : `days of ${view.filter.time_zone}`
        }
      />
      <Stat
        label="Calls"
        value={totals ? formatCompact(totals.calls) : absent}
        note={totals && `${change(({ calls }) => calls)}${formatCount(totals.failed_calls)} failed`}
      />
      <Stat
        label="Tokens"
        value={totals ? formatCompact(tokens(totals)) : absent}
        note={
          totals &&
          `${change(tokens)}${formatCompact(totals.prompt_tokens)} in, ${formatCompact(totals.completion_tokens)} out`
        }
      />
      <Stat
        label="Unpriced calls"
        value={totals ? formatCompact(unpriced) : absent}
        note={totals && (unpriced > 0 ? "not in the spend above" : "every call has a price")}
        {...(unpriced > 0 && { tone: "warn" })}
      />
    </div>
  );
}

function dollars(amount: number, isExact: boolean): string {
  const nanos = nanosOf(amount);
  return isExact ? exactDollars(nanos, digitsOf([nanos])) : formatDollars(amount);
}

function rangeText({ start_date: start, end_date: end }: DayRange): string {
  const year = start.slice(0, 4) === end.slice(0, 4) ? "" : ` ${end.slice(0, 4)}`;
  if (start === end) return formatDay(start);
  return `${formatDay(start)}${year === "" ? "" : ` ${start.slice(0, 4)}`} to ${formatDay(end)}${year}`;
}
