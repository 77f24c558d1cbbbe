"use client";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { MOST_GROUPS, spendContracts } from "@/lib/wire/contracts/spend";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { utcDay } from "@/components/api/format";
import { readQuery, useRead } from "@/components/api/use-read";
import { BudgetMeter, type BudgetState, NEAR } from "@/components/limits/budget-meter";
import { budgetStateOf, dailyWindow, windowState } from "@/components/limits/budget-state";
import { Card, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { Team } from "@/lib/wire/team";

/** How many teams are checked, by highest spend. */
const LOOKED_AT = 200;
const SHOWN = 6;

interface Near {
  readonly team: Team;
  readonly budget: BudgetState;
}

/** Teams that have nearly or fully used their budget, or are past their warning. */
export function BudgetsCard() {
  const [now] = useState(() => Date.now());
  const teams = useRead(teamContracts.list, { page: 1, size: LOOKED_AT, sort: "spend" }, { refetchInterval: 30_000 });
  const all = teams.data?.data ?? [];
  const firstDays = [...new Set(all.flatMap((team) => dailyWindow(team, now)?.firstDay ?? []))];
  // One report covers all teams whose windows begin on the same day.
  const reports = useQueries({
    queries: firstDays.map((day) =>
      readQuery(spendContracts.report, {
        group_by: "team",
        start_date: day,
        end_date: utcDay(now),
        limit: MOST_GROUPS,
      }),
    ),
  });
  const failed = [teams, ...reports].find((query) => query.isError);
  const isPending = teams.isPending || reports.some((report) => report.isPending);
  const stateOf = (team: Team): BudgetState | undefined => {
    const window = dailyWindow(team, now);
    if (!window) return budgetStateOf(team);
    const rows = reports[firstDays.indexOf(window.firstDay)]?.data?.data ?? [];
    return windowState(team, rows.find((row) => row.team_id === team.team_id)?.spend ?? 0, window.resetsAt);
  };
  const near = all
    .flatMap((team): Near[] => {
      const budget = stateOf(team);
      return budget && isNear(budget) ? [{ team, budget }] : [];
    })
    .sort((a, b) => partOf(b.budget) - partOf(a.budget));
  return (
    <Card>
      <CardHeader
        title="Budgets near their limit"
        description="Teams that have used at least 80% of their budget or are past their warning."
      />
      <div className="min-h-16 p-4">
        {failed?.error ? (
          <p className="text-bad">{failed.error.message}</p>
        ) : isPending ? (
          <Skeleton className="h-8 w-full" />
        ) : near.length === 0 ? (
          <p className="text-ink-faint">No team is close to its budget.</p>
        ) : (
          <ul className="space-y-4">
            {near.slice(0, SHOWN).map(({ team, budget }) => (
              <li key={team.team_id}>
                <p className="mb-1 truncate font-medium">{team.team_alias ?? team.team_id}</p>
                <BudgetMeter budget={budget} label={`Budget of ${team.team_alias ?? team.team_id}`} />
              </li>
            ))}
          </ul>
        )}
        {near.length > SHOWN && <p className="mt-3 text-[12.5px] text-ink-faint">{near.length - SHOWN} more.</p>}
      </div>
    </Card>
  );
}

function partOf({ spent, limit }: BudgetState): number {
  return limit === 0 ? 1 : spent / limit;
}

function isNear(budget: BudgetState): boolean {
  return partOf(budget) >= NEAR || (budget.soft !== null && budget.spent > budget.soft);
}
