import { expect, test } from "vitest";
import { forecastOf, type Spent } from "./forecast";

const NOW = Date.parse("2026-11-20T00:00:00Z");
const END = Date.parse("2026-12-01T00:00:00Z");
const at = (iso: string): number => Date.parse(iso);

test.each<[title: string, spent: Spent, likely: number | undefined, runsOut: number | undefined]>([
  ["even days", { days: [10, 10, 10], spent: 190, end: END }, 300, undefined],
  ["a budget that lasts", { days: [10, 10, 10], spent: 190, end: END, budget: 300.01 }, 300, undefined],
  ["a budget that does not", { days: [10, 10, 10], spent: 190, end: END, budget: 250 }, 300, at("2026-11-26")],
  ["a budget that is used up", { days: [10, 10, 10], spent: 260, end: END, budget: 250 }, 370, NOW],
  ["a budget for all time", { days: [5, 5, 5], spent: 90, end: Infinity, budget: 100 }, undefined, at("2026-11-22")],
  ["days before the first with spend", { days: [0, 0, 0, 0, 6, 0, 6], spent: 12, end: END }, 56, undefined],
  [
    "days longer ago than four weeks",
    { days: [...Array<number>(9).fill(1000), ...Array<number>(28).fill(1)], spent: 19, end: END },
    30,
    undefined,
  ],
  ["no spend any more", { days: [9, ...Array<number>(28).fill(0)], spent: 9, end: END, budget: 10 }, 9, undefined],
  ["a window that ends now", { days: [10, 10, 10], spent: 190, end: NOW, budget: 250 }, 190, undefined],
])("a forecast from %s", (_title, spent, likely, runsOut) => {
  const forecast = forecastOf(spent, NOW);
  expect(forecast).toBeDefined();
  expect(forecast?.atEnd?.likely).toEqual(likely === undefined ? undefined : expect.closeTo(likely, 9));
  expect(forecast?.runsOut).toBe(runsOut);
});

test.each([[[]], [[5, 5]], [[0, 0, 0, 0, 5, 5]], [[0, 0, 0, 0]]])("there is no forecast from the days %j", (days) => {
  expect(forecastOf({ days, spent: 10, end: END, budget: 20 }, NOW)).toBeUndefined();
});

test("the band is the spread of single days times the root of the days that are left, and never below what is spent", () => {
  // Mean 10, standard deviation 10; nine days are left.
  const days = [0, 10, 20].map((day) => day + 0.000001);
  const forecast = forecastOf({ days, spent: 0, end: NOW + 9 * 86_400_000 }, NOW);
  expect(forecast?.atEnd?.low).toBeCloseTo(90 - 1.28 * 30, 3);
  expect(forecast?.atEnd?.high).toBeCloseTo(90 + 1.28 * 30, 3);
  const near = forecastOf({ days, spent: 50, end: NOW + 0.01 * 86_400_000 }, NOW);
  expect(near?.atEnd?.low).toBe(50);
});

test("days of equal spend have no band", () => {
  const { atEnd } = forecastOf({ days: [10, 10, 10], spent: 0, end: END }, NOW) ?? {};
  expect(atEnd).toEqual({ low: 110, likely: 110, high: 110 });
});
