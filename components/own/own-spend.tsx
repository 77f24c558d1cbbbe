"use client";
import { useMemo } from "react";
import { formatDollars, formatPercent } from "@/components/api/format";
import { useRead } from "@/components/api/use-read";
import { DailySpendChart } from "@/components/charts/daily-spend-chart";
import { daysBetween } from "@/components/charts/stack-by-day";
import { BudgetOutlook } from "@/components/detail-page/limits-section";
import { BudgetMeter } from "@/components/limits/budget-meter";
import { windowStateOf } from "@/components/limits/budget-state";
import { counted } from "@/components/shared/wording";
import type { PageTime } from "@/components/time-range/page-time";
import { Card, CardHeader } from "@/components/ui/card";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { userContracts } from "@/lib/wire/contracts/users";
import type { OwnPayer } from "@/lib/wire/own-questions";
import { OwnPart } from "./own-part";

/** A payer whose name and budget the caller may read. */
export interface NamedOwnPayer extends OwnPayer {
  /** In the middle of a sentence: "the team Fraud". */
  readonly name: string;
  /** Whether other parts of the page read its row too. */
  readonly isRead: boolean;
}

/** The spend of the caller, or of the team that it acts for, in the page's time, and what is left of the budget. */
export function OwnSpend({
  payer,
  time: { words, address: _, ...period },
}: {
  payer: NamedOwnPayer | undefined;
  time: PageTime;
}) {
  const { start_date: from, end_date: to, time_zone: zone } = period;
  const days = useMemo(() => daysBetween(from, to), [from, to]);
  const report = useRead(spendContracts.report, { group_by: "day", ...period });
  return (
    <Card>
      <CardHeader title={`Spend, ${words}`} description={payer && `Of ${payer.name}, by day of ${zone}.`}>
        {report.data && (
          <p className="text-ink-soft tabular-nums">
            <strong className="font-semibold text-ink">{formatDollars(report.data.totals.spend)}</strong> ·{" "}
            {counted(report.data.totals.calls, "call")}
            {report.data.totals.failed_calls > 0 &&
              ` · ${formatPercent(report.data.totals.failed_calls / report.data.totals.calls)} failed`}
          </p>
        )}
      </CardHeader>
      <OwnPart query={report}>
        {(data) => <DailySpendChart rows={data.data} days={days} zone={zone} words={words} />}
      </OwnPart>
      {payer?.isRead && <OwnBudget payer={payer} />}
    </Card>
  );
}

/** The budget that the calls count against, and when it runs out at the present rate; absent: there is none. */
function OwnBudget({ payer: { kind, id, name } }: { payer: NamedOwnPayer }) {
  const team = useRead(teamContracts.info, { team_id: id }, { enabled: kind === "team" });
  const user = useRead(userContracts.info, { user_id: id }, { enabled: kind === "user" });
  const row = kind === "team" ? team.data : user.data;
  const state = row && windowStateOf(row);
  if (!row?.budget || !state) return null;
  return (
    <div className="border-t p-4">
      <BudgetMeter budget={state} label={`Budget of ${name}`} />
      {/* The report has the spend of this payer alone, so it needs no filter. */}
      <BudgetOutlook row={row} budget={row.budget} payer={{}} />
    </div>
  );
}
