import fc from "fast-check";
import { expect, test } from "vitest";
import type { DailyFilter } from "./daily-filter";
import { canSumWeeks, daysOf, daysWithout, LENGTHS, type Span, type Weeks, weeksWithin } from "./weekly-figures";

const filter: DailyFilter = { entityType: "user", from: 0, to: 0 };

test.each<[name: string, filter: DailyFilter, dimensions: readonly string[], can: boolean]>([
  ["all users", filter, ["entity"], true],
  ["the sum of all users", filter, [], true],
  ["all members", { ...filter, entityType: "member" }, ["memberTeam", "memberUser"], true],
  ["users by day", filter, ["day", "entity"], false],
  ["users by model", filter, ["entity", "model"], false],
  ["one user", { ...filter, entityId: "u" }, ["entity"], false],
  ["the members of one team", { ...filter, entityType: "member", memberTeamId: "t" }, ["memberUser"], false],
  ["users of one model", { ...filter, model: "m" }, ["entity"], false],
  ["users of one provider", { ...filter, provider: "p" }, ["entity"], false],
  ["days of another time zone", { ...filter, zoned: { bounds: [], source: "hours" } }, ["entity"], false],
  ["models", { ...filter, entityType: "model" }, ["entity"], false],
])("whether weeks can answer for %s", (_name, asked, dimensions, can) => {
  expect(canSumWeeks(asked, dimensions)).toBe(can);
});

const single = (...weeks: number[]): Weeks[] => weeks.map((week) => ({ weeks: 1, week }));
const four = (...weeks: number[]): Weeks[] => weeks.map((week) => ({ weeks: 4, week }));

test.each<[name: string, days: Span, summed: readonly Weeks[], chosen: readonly Weeks[]]>([
  ["nothing is summed up", { from: 0, until: 70 }, [], []],
  ["weeks begin or end outside", { from: 15, until: 27 }, single(2, 3), []],
  ["weeks lie within", { from: 13, until: 29 }, single(1, 2, 3, 4), single(2, 3)],
  ["weeks fill the days", { from: 14, until: 28 }, single(2, 3), single(2, 3)],
  [
    "four weeks are summed up too",
    { from: 20, until: 71 },
    [...single(3, 4, 5, 6, 7, 8, 9), ...four(4)],
    [...single(3), ...four(4), ...single(8, 9)],
  ],
  ["four weeks begin outside", { from: 29, until: 56 }, [...single(4, 5, 6, 7), ...four(4)], single(5, 6, 7)],
])("of summed weeks the longest are taken: %s", (_name, days, summed, chosen) => {
  expect(weeksWithin(days, summed)).toEqual(chosen);
});

test.each<[name: string, weeks: readonly Weeks[], left: readonly Span[]]>([
  ["no week", [], [{ from: 10, until: 40 }]],
  [
    "weeks in the middle",
    single(2, 3),
    [
      { from: 10, until: 14 },
      { from: 28, until: 40 },
    ],
  ],
  [
    "weeks with one between them that is not summed up",
    single(2, 4),
    [
      { from: 10, until: 14 },
      { from: 21, until: 28 },
      { from: 35, until: 40 },
    ],
  ],
])("the days from 10 to 40 without %s", (_name, weeks, left) => {
  expect(daysWithout({ from: 10, until: 40 }, weeks)).toEqual(left);
});

test("days that are nothing but weeks leave none", () => {
  expect(daysWithout({ from: 28, until: 63 }, [...four(4), ...single(8)])).toEqual([]);
});

test("whatever is summed up, each day of a report is read once", () => {
  const span = fc.tuple(fc.nat(200), fc.nat(120)).map(([from, length]) => ({ from, until: from + length + 1 }));
  const summed = fc.uniqueArray(
    fc.tuple(fc.constantFrom(...LENGTHS), fc.nat(45)).map(([weeks, at]) => ({ weeks, week: at - (at % weeks) })),
    { selector: ({ weeks, week }) => `${weeks} ${week}` },
  );
  fc.assert(
    fc.property(span, summed, (days, known) => {
      const chosen = weeksWithin(days, known);
      const read = [...chosen.map(daysOf), ...daysWithout(days, chosen)].sort((a, b) => a.from - b.from);
      expect([read[0]?.from, read.at(-1)?.until]).toEqual([days.from, days.until]);
      for (const [at, { until }] of read.slice(0, -1).entries()) expect(until).toBe(read[at + 1]?.from);
    }),
  );
});
