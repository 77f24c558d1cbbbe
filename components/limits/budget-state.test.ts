import { expect, test } from "vitest";
import { budgetStateOf, dailyWindow, windowStateOf } from "./budget-state";

const NOW = Date.parse("2026-03-11T12:30:00Z");
const budgeted = (budget_duration: string | null, max_budget: number | null = 10) => ({
  max_budget,
  soft_budget: null,
  budget_duration,
  spend: 4,
});

test("a budget for all time is compared with the total spend", () => {
  expect(budgetStateOf(budgeted(null))).toEqual({ spent: 4, limit: 10, soft: null, resetsAt: null });
  expect(budgetStateOf(budgeted("1mo"))).toBeUndefined();
  expect(budgetStateOf(budgeted(null, null))).toBeUndefined();
});

test.each([
  ["1d", "2026-03-11", "2026-03-12T00:00:00.000Z"],
  ["1w", "2026-03-09", "2026-03-16T00:00:00.000Z"],
  ["1mo", "2026-03-01", "2026-04-01T00:00:00.000Z"],
] as const)("a budget of %s is compared with the spend since %s", (duration, firstDay, resetsAt) => {
  expect(dailyWindow(budgeted(duration), NOW)).toEqual({ firstDay, resetsAt });
});

test("windows shorter than days have no daily totals", () => {
  expect(dailyWindow(budgeted("1h"), NOW)).toBeUndefined();
  expect(dailyWindow(budgeted("1d", null), NOW)).toBeUndefined();
});

test("the window of a budget is the API's, and a soft limit alone is not a budget", () => {
  const budget = {
    spent: 3,
    starts_at: "2026-03-11T12:00:00.000Z",
    resets_at: "2026-03-11T13:00:00.000Z",
    soft_exceeded: true,
  };
  expect(windowStateOf({ max_budget: 10, soft_budget: 2, budget })).toEqual({
    spent: 3,
    limit: 10,
    soft: 2,
    resetsAt: budget.resets_at,
  });
  expect(windowStateOf({ max_budget: null, soft_budget: 2, budget })).toBeUndefined();
  expect(windowStateOf({ max_budget: 10, soft_budget: null, budget: null })).toBeUndefined();
});
