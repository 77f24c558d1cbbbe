import { expect, test } from "vitest";
import { forecastText } from "./forecast-text";
import type { WindowForecast } from "./use-forecast";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const END = Date.parse("2026-12-01T00:00:00Z");
const atEnd = { low: 280, likely: 300, high: 320 };
const MONTH =
  "About $300.00 by the end of Nov 30 (UTC), between $280.00 and $320.00 with 80% probability; $190.00 so far";

test.each<[title: string, window: WindowForecast, words: string]>([
  ["a month", { spent: 190, end: END, budget: undefined, forecast: { atEnd } }, `${MONTH}.`],
  [
    "a budget that lasts",
    { spent: 190, end: END, budget: 400, forecast: { atEnd } },
    `${MONTH} of a budget of $400.00. At the pace of the last four weeks the budget lasts until it resets on Dec 1.`,
  ],
  [
    "a budget that runs out",
    { spent: 190, end: END, budget: 250, forecast: { atEnd, runsOut: Date.parse("2026-11-26T03:00:00Z") } },
    `${MONTH} of a budget of $250.00. At the pace of the last four weeks the budget runs out on Nov 26.`,
  ],
  [
    "a budget that is used up",
    { spent: 190, end: END, budget: 180, forecast: { atEnd, runsOut: NOW } },
    `${MONTH} of a budget of $180.00. The budget is used up.`,
  ],
  [
    "a budget for all time",
    { spent: 190, end: Infinity, budget: 200, forecast: { runsOut: Date.parse("2026-11-21T10:00:00Z") } },
    "$190.00 so far of a budget of $200.00, which does not reset. At the pace of the last four weeks the budget runs out on Nov 21.",
  ],
  [
    "a budget that was used up within too few days",
    { spent: 91, end: END, budget: 80, forecast: undefined },
    "$91.00 so far of a budget of $80.00. The budget is used up.",
  ],
  [
    "too few days",
    { spent: 1.5, end: END, budget: 200, forecast: undefined },
    "$1.50 so far of a budget of $200.00. No forecast yet: it needs three whole days, counted from the first with spend.",
  ],
])("the forecast of %s is said in words", (_title, window, words) => {
  expect(forecastText(window)).toBe(words);
});
