import { expect, test } from "vitest";
import { DAY_MS } from "@/lib/time/period";
import { countPoints, daysAround, samplePartsOf, seriesBounds, usualStep } from "./series-plan";

const HOUR_MS = 3_600_000;
const at = (text: string): number => Date.parse(text);

test.each([
  [HOUR_MS, "1m"],
  [3 * HOUR_MS, "5m"],
  [DAY_MS, "15m"],
  [7 * DAY_MS, "1h"],
  [30 * DAY_MS, "1d"],
  [3_000 * DAY_MS, "1d"],
] as const)("a period of %i ms has steps of %s", (length, step) => {
  expect(usualStep({ from: 0, until: length })).toBe(step);
});

test.each([
  ["1h", "UTC", "2026-11-21T10:20:00Z", "2026-11-21T12:00:00Z", ["T10", "T11", "T12"]],
  ["1h", "UTC", "2026-11-21T10:20:00Z", "2026-11-21T12:00:01Z", ["T10", "T11", "T12", "T13"]],
  ["1m", "UTC", "2026-11-21T10:20:30Z", "2026-11-21T10:21:00Z", ["T10:20", "T10:21"]],
] as const)("steps of %s in %s contain %s to %s", (step, zone, from, until, starts) => {
  const bounds = seriesBounds({ from: at(from), until: at(until) }, step, zone);
  const width = starts[0].length;
  expect(bounds.map((bound) => new Date(bound).toISOString().slice(10, 10 + width))).toEqual(starts);
});

test("days are those of the zone, of 25 hours where the clocks go back", () => {
  const period = { from: at("2026-10-24T12:00:00Z"), until: at("2026-10-25T12:00:00Z") };
  expect(seriesBounds(period, "1d", "Europe/Berlin").map((bound) => new Date(bound).toISOString())).toEqual([
    "2026-10-23T22:00:00.000Z",
    "2026-10-24T22:00:00.000Z",
    "2026-10-25T23:00:00.000Z",
  ]);
});

test("the parts of a sample cover every step once, without gaps", () => {
  for (const points of [1, 7, 168, 400, 700]) {
    const bounds = Array.from({ length: points + 1 }, (_, point) => point * 60_001);
    const parts = samplePartsOf(bounds);
    expect(parts[0]?.from).toBe(0);
    expect(parts.at(-1)?.until).toBe(bounds.at(-1));
    expect(parts.slice(1).map(({ from }) => from)).toEqual(parts.slice(0, -1).map(({ until }) => until));
    expect(new Set(parts.map(({ point }) => point)).size).toBe(points);
    expect(parts.length).toBe(points * Math.max(1, Math.floor(400 / points)));
  }
});

test("points are counted before they are listed, and never too low", () => {
  const period = { from: at("2026-11-21T10:59:00Z"), until: at("2026-11-21T13:01:00Z") };
  expect(countPoints(period, "1h")).toBeGreaterThanOrEqual(seriesBounds(period, "1h", "UTC").length - 1);
});

test("the days around some bounds are whole", () => {
  const bounds = [at("2026-11-20T22:00:00Z"), at("2026-11-22T00:00:00Z")];
  expect(daysAround(bounds)).toEqual({ from: at("2026-11-20"), to: at("2026-11-21") });
});
