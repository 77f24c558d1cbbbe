import fc from "fast-check";
import { expect, test } from "vitest";
import type { DailyFilter } from "./daily-filter";
import {
  canSumSpans,
  type DaySpan,
  filterHours,
  hoursOf,
  hoursWithout,
  type Span,
  spansWithin,
  wantedSpans,
} from "./summed-spans";

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
])("whether sums of spans can answer for %s", (_name, asked, dimensions, can) => {
  expect(canSumSpans(asked, dimensions)).toBe(can);
});

/** The hours of days since the epoch: from `from`, and before `until`. */
const days = (from: number, until: number): Span => ({ from: from * 24, until: until * 24 });

const single = (...weeks: number[]): DaySpan[] => weeks.map((week) => ({ days: 7, day: week * 7 }));
const four = (...weeks: number[]): DaySpan[] => weeks.map((week) => ({ days: 28, day: week * 7 }));

test.each<[name: string, hours: Span, summed: readonly DaySpan[], chosen: readonly DaySpan[]]>([
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
  [
    "the last days leave less than the weeks in them",
    days(15, 45),
    [...single(3, 4, 5), { days: 28, day: 16 }],
    [{ days: 28, day: 16 }],
  ],
  [
    "one span and a day are fewer than the spans of all days",
    days(14, 49),
    [...single(2, 3, 4, 5, 6), { days: 34, day: 15 }],
    [{ days: 34, day: 15 }],
  ],
  [
    "weeks go before the days since the last of them",
    days(14, 33),
    [...single(2, 3), { days: 16, day: 15 }, { days: 5, day: 28 }],
    [...single(2, 3), { days: 5, day: 28 }],
  ],
])("of summed spans those are taken that leave the fewest rows: %s", (_name, hours, summed, chosen) => {
  expect(spansWithin(hours, summed)).toEqual(chosen);
});

test.each<[name: string, spans: readonly DaySpan[], left: readonly Span[]]>([
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

/** Each span as its first day and the one after its last. */
const edges = (spans: readonly DaySpan[]): number[][] => spans.map(({ days: length, day }) => [day, day + length]);
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

test("besides weeks and four weeks, the latest days and the months and week that are asked for are wanted", () => {
  const end = dayOf("2026-11-26");
  const latest = edges(wantedSpans(dayOf("2026-08-01"), end).filter(({ days: length }) => length % 7 !== 0));
  expect(latest).toEqual([
    [end - 5, end],
    [end - 88, end],
    [dayOf("2026-11-01"), end],
    [dayOf("2026-10-01"), dayOf("2026-11-01")],
  ]);
});

test("days before the first with figures are wanted only as a part of a week", () => {
  const [first, end] = [dayOf("2026-11-20"), dayOf("2026-12-01")];
  expect(edges(wantedSpans(first, end))).toEqual([
    [dayOf("2026-11-19"), dayOf("2026-11-26")],
    [end - 5, end],
  ]);
});

test("whatever is summed up, each hour of a report is read once", () => {
  const span = fc.tuple(fc.nat(5_000), fc.nat(3_000)).map(([from, length]) => ({ from, until: from + length + 1 }));
  const summed = fc.uniqueArray(
    fc.tuple(fc.constantFrom(2, 5, 7, 28), fc.nat(300)).map(([length, day]) => ({ days: length, day })),
    { selector: ({ days: length, day }) => `${length} ${day}` },
  );
  fc.assert(
    fc.property(span, summed, (hours, known) => {
      const chosen = spansWithin(hours, known);
      const read = [...chosen.map(hoursOf), ...hoursWithout(hours, chosen)].sort((a, b) => a.from - b.from);
      expect([read[0]?.from, read.at(-1)?.until]).toEqual([hours.from, hours.until]);
      for (const [at, { until }] of read.slice(0, -1).entries()) expect(until).toBe(read[at + 1]?.from);
    }),
  );
});

test("no other choice of spans leaves fewer rows", () => {
  const summed = fc.uniqueArray(
    fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat(25)).map(([length, day]) => ({ days: length, day })),
    { maxLength: 8, selector: ({ days: length, day }) => `${length} ${day}` },
  );
  /** The most days' rows that some of these spans save from a day on, without overlaps. */
  const most = (spans: readonly DaySpan[], from: number): number =>
    Math.max(0, ...spans.map(({ days: length, day }) => (day < from ? 0 : length - 1 + most(spans, day + length))));
  fc.assert(
    fc.property(summed, (known) => {
      const saved = spansWithin(days(0, 40), known).reduce((sum, { days: length }) => sum + length - 1, 0);
      expect(saved).toBe(most(known, 0));
    }),
  );
});
