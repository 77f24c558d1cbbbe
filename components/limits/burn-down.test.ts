import { describe, expect, test } from "vitest";
import { type BurningBudget, burnDown } from "./burn-down";
import type { BudgetOutlook } from "@/lib/limits/budget-outlook";

const NOW = Date.parse("2026-11-11T00:00:00Z");
const MONTH = { startsAt: "2026-11-01T00:00:00.000Z", resetsAt: "2026-12-01T00:00:00.000Z" };
const ALL_TIME = { startsAt: null, resetsAt: null };

describe("The outlook of a budget", () => {
  test.each<[title: string, budget: BurningBudget, days: [day: string, spend: number][], outlook: BudgetOutlook]>([
    ["is that it lasts at a low rate", { limit: 100, spent: 10, ...MONTH }, [], { state: "lasts", spentAtEnd: 30 }],
    [
      "is the day on which it runs out at a high rate",
      { limit: 100, spent: 50, ...MONTH },
      [],
      { state: "runs_out", at: Date.parse("2026-11-21T00:00:00Z") },
    ],
    [
      "is that it lasts when it would run out at the very end",
      { limit: 30, spent: 10, ...MONTH },
      [],
      { state: "lasts", spentAtEnd: 30 },
    ],
    ["is that it is used up when nothing is left", { limit: 10, spent: 10, ...MONTH }, [], { state: "used_up" }],
    ["is that it is used up when the limit is 0", { limit: 0, spent: 0, ...MONTH }, [], { state: "used_up" }],
    ["is idle when nothing was spent", { limit: 10, spent: 0, ...MONTH }, [], { state: "idle" }],
    [
      "is not told within the first hour of a window",
      { limit: 10, spent: 1, startsAt: "2026-11-10T23:30:00.000Z", resetsAt: "2026-12-01T00:00:00.000Z" },
      [],
      { state: "too_early" },
    ],
    [
      "is told after a tenth of a short window",
      { limit: 10, spent: 1, startsAt: "2026-11-10T23:50:00.000Z", resetsAt: "2026-11-11T00:50:00.000Z" },
      [],
      { state: "lasts", spentAtEnd: 6 },
    ],
    [
      "follows the given days when the budget never resets, whatever was spent before them",
      { limit: 100, spent: 90, ...ALL_TIME },
      [
        ["2026-11-09", 1],
        ["2026-11-10", 3],
      ],
      { state: "runs_out", at: Date.parse("2026-11-16T00:00:00Z") },
    ],
    [
      "names no day when the budget never resets and lasts more than a year",
      { limit: 10_000, spent: 1, ...ALL_TIME },
      [["2026-11-09", 2]],
      { state: "far" },
    ],
    [
      "is idle when it never resets and the days are empty",
      { limit: 100, spent: 90, ...ALL_TIME },
      [],
      { state: "idle" },
    ],
  ])("%s", (_, budget, days, outlook) => {
    const rows = days.map(([day, spend]) => ({ day, spend }));
    expect(burnDown(budget, rows, NOW).outlook).toEqual(outlook);
  });
});

describe("The points of a burn-down", () => {
  test("begin with the whole budget and end with what is left now", () => {
    const days = [
      { day: "2026-11-01", spend: 5 },
      { day: "2026-11-10", spend: 15 },
    ];
    const { points } = burnDown({ limit: 100, spent: 20, ...MONTH }, days, NOW);
    expect(points.map(({ at, left }) => [new Date(at).toISOString().slice(0, 10), left])).toEqual([
      ["2026-11-01", 100],
      ["2026-11-10", 95],
      ["2026-11-11", 80],
    ]);
  });

  test("ignore days before the window, and never exceed the budget", () => {
    const days = [
      { day: "2026-10-31", spend: 500 },
      { day: "2026-11-10", spend: 25 },
    ];
    const { points } = burnDown({ limit: 100, spent: 20, ...MONTH }, days, NOW);
    expect(points.map(({ left }) => left)).toEqual([100, 100, 80]);
  });

  test("of a budget that never resets begin with the first of the given days", () => {
    const { points, until } = burnDown({ limit: 100, spent: 60, ...ALL_TIME }, [{ day: "2026-11-09", spend: 10 }], NOW);
    expect(points.map(({ left }) => left)).toEqual([50, 40]);
    expect(new Date(until).toISOString()).toBe("2026-12-11T00:00:00.000Z");
  });
});
