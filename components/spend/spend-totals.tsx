import type { SpendFilter } from "./spend-view";
import { formatCompact, formatCount, formatDay, formatDollars } from "@/components/api/format";
import { Stat, Stats } from "@/components/shared/stat";
import type { SpendReport } from "@/lib/wire/spend";
import { UnpricedNotice } from "./unpriced-notice";

/** The totals of a range; without them, while they are loading, the tiles are empty. */
export function SpendTotals({ totals, days }: { totals: SpendReport["totals"] | undefined; days: SpendFilter }) {
  const unpriced = totals?.unpriced_calls ?? 0;
  return (
    <>
      <Stats>
        <Stat
          label="Spend"
          value={totals && formatDollars(totals.spend)}
          note={`${formatDay(days.start_date)} to ${formatDay(days.end_date)}`}
        />
        <Stat
          label="Calls"
          value={totals && formatCompact(totals.calls)}
          note={totals && `${formatCount(totals.failed_calls)} failed`}
        />
        <Stat
          label="Tokens"
          value={totals && formatCompact(totals.prompt_tokens + totals.completion_tokens)}
          note={totals && `${formatCompact(totals.prompt_tokens)} in, ${formatCompact(totals.completion_tokens)} out`}
        />
        <Stat
          label="Unpriced calls"
          value={totals && formatCompact(unpriced)}
          note={totals && (unpriced > 0 ? "not in the spend above" : "every call has a price")}
          {...(unpriced > 0 && { tone: "warn" })}
        />
      </Stats>
      {unpriced > 0 && <UnpricedNotice calls={unpriced} />}
    </>
  );
}
