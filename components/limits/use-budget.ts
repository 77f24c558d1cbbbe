"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { utcDay } from "@/components/api/format";
import { spendReportQuery } from "@/components/api/queries";
import type { BudgetState } from "./budget-meter";
import { type Budgeted, budgetStateOf, dailyWindow, windowState } from "./budget-state";

/** Whose spend it is, as reports are asked for it. */
export type Payer = { team_id: string } | { user_id: string } | { organization_id: string } | { key_id: string };

/** How much of somebody's budget is spent now: of all time, or of its present window. */
export function useBudget(of: Budgeted, payer: Payer): BudgetState | undefined {
  const [now] = useState(() => Date.now());
  const window = dailyWindow(of, now);
  const report = useQuery({
    ...spendReportQuery("day", { start_date: window?.firstDay ?? utcDay(now), end_date: utcDay(now), ...payer }),
    enabled: window !== undefined,
  });
  if (!window) return budgetStateOf(of);
  return report.data && windowState(of, report.data.totals.spend, window.resetsAt);
}
