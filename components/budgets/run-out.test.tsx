import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Budget } from "@/lib/wire/contracts/budgets/budgets";
import { RunOut } from "./run-out";

const BUDGET = {
  outlook: "runs_out",
  runs_out_at: "2020-12-03T10:00:00.000Z",
  max_budget: 10,
  resets_at: null,
  rate: { dollars_a_day: 0.5, since: "2020-11-03T00:00:00.000Z" },
} as Budget;

/** What somebody reads. */
const textOf = (budget: Budget, isLabelled: boolean): string =>
  renderToStaticMarkup(<RunOut budget={budget} isLabelled={isLabelled} />).replace(/<[^>]+>/g, "|");

test("a day that no column's head explains says what happens on it", () => {
  expect(textOf(BUDGET, true)).toContain("Runs out |Dec 3, 2020|");
  expect(textOf(BUDGET, false)).not.toContain("Runs out");
});

test("an outlook in words needs no label", () => {
  expect(textOf({ ...BUDGET, outlook: "lasts" }, true)).not.toContain("Runs out");
});
