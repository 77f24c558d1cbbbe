import fc from "fast-check";
import { expect, test } from "vitest";
import type { SpendQuestion } from "@/lib/reports/report-reader";
import { DAY_MS } from "@/lib/time/period";
import { canSumDays, spansBetween, type SummedDays } from "./day-sums";

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);
const range = { from: day("2026-11-01"), to: day("2026-11-05") };
const summed = (...texts: readonly string[]): SummedDays => new Map(texts.map((text) => [day(text), "1"]));

test.each<[string, SummedDays, readonly (readonly [string, string])[]]>([
  ["no day is summed up", summed(), [["2026-11-01", "2026-11-06"]]],
  ["all are", summed("2026-11-01", "2026-11-02", "2026-11-03", "2026-11-04", "2026-11-05"), []],
  ["the last is not", summed("2026-11-04", "2026-11-03", "2026-11-02", "2026-11-01"), [["2026-11-05", "2026-11-06"]]],
  [
    "one in the middle is",
    summed("2026-11-03"),
    [
      ["2026-11-01", "2026-11-03"],
      ["2026-11-04", "2026-11-06"],
    ],
  ],
])("the calls that are read are those of the other days: %s", (_case, days, spans) => {
  expect(spansBetween(range, days)).toEqual(spans.map(([from, until]) => [day(from), day(until)]));
});

test("each day is either summed up or within one span", () => {
  const all = Array.from({ length: 5 }, (_, at) => range.from + at * DAY_MS);
  fc.assert(
    fc.property(fc.subarray(all), (chosen) => {
      const spans = spansBetween(range, new Map(chosen.map((at) => [at, "1"])));
      for (const at of all)
        expect(spans.filter(([from, until]) => at >= from && at < until)).toHaveLength(chosen.includes(at) ? 0 : 1);
    }),
  );
});

const question = (
  filter: Partial<SpendQuestion["filter"]>,
  ...dimensions: SpendQuestion["dimensions"]
): SpendQuestion => ({ filter: { entityType: "user", ...range, ...filter }, dimensions, limit: 10 });

test.each<[string, SpendQuestion, boolean]>([
  ["users by day", question({}, "day", "entity"), true],
  ["one user by day", question({ entityId: "u" }, "day"), true],
  ["users of a team", question({ entityType: "member", memberTeamId: "t" }, "memberUser"), true],
  ["users by model", question({}, "entity", "model"), false],
  ["users of a provider", question({ provider: "p" }, "entity"), false],
  ["teams by model", question({ entityType: "team" }, "entity", "model"), true],
  ["all of a model by provider", question({ entityType: "all", model: "m" }, "provider"), true],
  ["teams by hour", question({ entityType: "team" }, "hour", "entity"), false],
  [
    "days of another time zone",
    question({ entityType: "all", zoned: { bounds: [range.from - 3_600_000, range.to], source: "hours" } }, "day"),
    false,
  ],
])("sums of days can answer a report of %s: %#", (_what, asked, can) => {
  expect(canSumDays(asked)).toBe(can);
});
