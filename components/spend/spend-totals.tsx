import type { SpendFilter } from "./spend-view";
import { formatCompact, formatCount, formatDay, formatDollars } from "@/components/api/format";
import { Stat, Stats } from "@/components/shared/stat";
import type { SpendReport } from "@/lib/wire/spend";
import { UnpricedNotice } from "./unpriced-notice";

/** The totals of a range. While they are loading, the tiles are empty. */
export function SpendTotals({
  totals,
  failed,
  days,
}: {
  totals: SpendReport["totals"] | undefined;
  /** Whether they could not be read. */
  failed: boolean;
  days: SpendFilter;
}) {
  const absent = failed ? "–" : undefined;
  const unpriced = totals?.unpriced_calls ?? 0;
  return (
    <>
      <Stats>
        <Stat
          label="Spend"
          value={totals ? formatDollars(totals.spend) : absent}
          note={`${formatDay(days.start_date)} to ${formatDay(days.end_date)}`}
        />
        <Stat
          label="Calls"
          value={totals ? formatCompact(totals.calls) : absent}
          note={totals && `${formatCount(totals.failed_calls)} failed`}
        />
        <Stat
          label="Tokens"
          value={totals ? formatCompact(totals.prompt_tokens + totals.completion_tokens) : absent}
          note={totals && `${formatCompact(totals.prompt_tokens)} in, ${formatCompact(totals.completion_tokens)} out`}
        />
        <Stat
          label="Unpriced calls"
          value={totals ? formatCompact(unpriced) : absent}
          note={totals && (unpriced > 0 ? "not in the spend above" : "every call has a price")}
          {...(unpriced > 0 && { tone: "warn" })}
        />
      </Stats>
      {unpriced > 0 && <UnpricedNotice calls={unpriced} />}
    </>
  );
}
