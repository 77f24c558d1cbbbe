import { expect, test } from "vitest";
import { windowStateOf } from "./budget-state";

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
