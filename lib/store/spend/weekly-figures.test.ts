import fc from "fast-check";
import { expect, test } from "vitest";
import type { DailyFilter } from "./daily-filter";
import {
  canSumWeeks,
  filterHours,
  hoursOf,
  hoursWithout,
  LENGTHS,
  type Span,
  type Weeks,
  weeksWithin,
} from "./weekly-figures";

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
  ["users in another time zone", { ...filter, zoned: { bounds: [], source: "hours" } }, ["entity"], true],
  [
    "users by day of another time zone",
    { ...filter, zoned: { bounds: [], source: "hours" } },
    ["day", "entity"],
    false,
  ],
  [
    "users in a time zone off by half an hour",
    { ...filter, zoned: { bounds: [], source: "calls" } },
    ["entity"],
    false,
  ],
  ["models", { ...filter, entityType: "model" }, ["entity"], false],
])("whether weeks can answer for %s", (_name, asked, dimensions, can) => {
  expect(canSumWeeks(asked, dimensions)).toBe(can);
});

/** The hours of days since the epoch: from `from`, and before `until`. */
const days = (from: number, until: number): Span => ({ from: from * 24, until: until * 24 });

const single = (...weeks: number[]): Weeks[] => weeks.map((week) => ({ weeks: 1, week }));
const four = (...weeks: number[]): Weeks[] => weeks.map((week) => ({ weeks: 4, week }));

test.each<[name: string, hours: Span, summed: readonly Weeks[], chosen: readonly Weeks[]]>([
  ["nothing is summed up", days(0, 70), [], []],
  ["weeks begin or end outside", days(15, 27), single(2, 3), []],
  ["weeks lie within", days(13, 29), single(1, 2, 3, 4), single(2, 3)],
  ["weeks fill the days", days(14, 28), single(2, 3), single(2, 3)],
  [
    "four weeks are summed up too",
    days(20, 71),
    [...single(3, 4, 5, 6, 7, 8, 9), ...four(4)],
    [...single(3), ...four(4), ...single(8, 9)],
  ],
  ["four weeks begin outside", days(29, 56), [...single(4, 5, 6, 7), ...four(4)], single(5, 6, 7)],
])("of summed weeks the longest are taken: %s", (_name, hours, summed, chosen) => {
  expect(weeksWithin(hours, summed)).toEqual(chosen);
});

test.each<[name: string, weeks: readonly Weeks[], left: readonly Span[]]>([
  ["no week", [], [days(10, 40)]],
  ["weeks in the middle", single(2, 3), [days(10, 14), days(28, 40)]],
  ["weeks with one between them that is not summed up", single(2, 4), [days(10, 14), days(21, 28), days(35, 40)]],
])("the days from 10 to 40 without %s", (_name, weeks, left) => {
  expect(hoursWithout(days(10, 40), weeks)).toEqual(left);
});

test("days that are nothing but weeks leave none", () => {
  expect(hoursWithout(days(28, 63), [...four(4), ...single(8)])).toEqual([]);
});

test("in another time zone the hours begin with its first day and end with its last", () => {
  const bounds = [22, 46, 70].map((hour) => hour * 3_600_000);
  expect(filterHours({ from: 0, to: 0, zoned: { bounds, source: "hours" } })).toEqual({ from: 22, until: 70 });
  expect(filterHours({ from: 86_400_000, to: 2 * 86_400_000 })).toEqual(days(1, 3));
});

test("whatever is summed up, each hour of a report is read once", () => {
  const span = fc.tuple(fc.nat(5_000), fc.nat(3_000)).map(([from, length]) => ({ from, until: from + length + 1 }));
  const summed = fc.uniqueArray(
    fc.tuple(fc.constantFrom(...LENGTHS), fc.nat(45)).map(([weeks, at]) => ({ weeks, week: at - (at % weeks) })),
    { selector: ({ weeks, week }) => `${weeks} ${week}` },
  );
  fc.assert(
    fc.property(span, summed, (hours, known) => {
      const chosen = weeksWithin(hours, known);
      const read = [...chosen.map(hoursOf), ...hoursWithout(hours, chosen)].sort((a, b) => a.from - b.from);
      expect([read[0]?.from, read.at(-1)?.until]).toEqual([hours.from, hours.until]);
      for (const [at, { until }] of read.slice(0, -1).entries()) expect(until).toBe(read[at + 1]?.from);
    }),
  );
});
