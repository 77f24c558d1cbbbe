import fc from "fast-check";
import { expect, test } from "vitest";
import type { SpendQuestion } from "@/lib/reports/report-reader";
import { DAY_MS } from "@/lib/time/period";
import { dayBounds } from "@/lib/time/time-zone";
import { firstDays, type KnownSums, planReport, type ReportPlan, usableSums } from "./plan-report";
import { reportStatement } from "./report-statement";
import type { SummedDays, SumsOf } from "./sums";

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);
const at = (text: string): number => Date.parse(`${text}:00:00Z`);
/** A Sunday and the ten days after it. */
const range = { from: day("2026-11-01"), to: day("2026-11-11") };
const filter = { entityType: "user", ...range } as const;
const berlin = { bounds: dayBounds("Europe/Berlin", range.from, range.to), source: "hours" } as const;

const summed = (round: number, ...texts: readonly string[]): SummedDays =>
  new Map(texts.map((text) => [day(text), String(round)]));
const days = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `2026-11-${String(from + index).padStart(2, "0")}`);

/** The plan with its times as strings. */
function shown({ sums, spans }: ReportPlan): unknown {
  const text = (time: number): string => new Date(time).toISOString().slice(5, 13);
  return {
    sums: sums.map(({ of, days: read }) => [of, [...read.keys()].map((time) => text(time).slice(0, 5)).join(" ")]),
    spans: spans.map(([from, until]) => `${text(from)} ${text(until)}`),
  };
}

test.each<[what: string, filter: SpendQuestion["filter"], known: KnownSums, plan: unknown]>([
  ["nothing is summed up", filter, {}, { sums: [], spans: ["11-01T00 11-12T00"] }],
  [
    "two days in the middle are summed up",
    filter,
    { days: summed(1, "2026-11-05", "2026-11-03") },
    { sums: [["days", "11-05 11-03"]], spans: ["11-01T00 11-03T00", "11-04T00 11-05T00", "11-06T00 11-12T00"] },
  ],
  [
    "a week and all its days are",
    filter,
    { days: summed(1, ...days(1, 10)), weeks: summed(2, "2026-11-02") },
    {
      sums: [
        ["days", "11-01 11-09 11-10"],
        ["weeks", "11-02"],
      ],
      spans: ["11-11T00 11-12T00"],
    },
  ],
  [
    "a day has changed since its week was summed up",
    filter,
    { days: summed(2, ...days(2, 8)), weeks: summed(2, "2026-11-02") },
    {
      sums: [["days", "11-02 11-03 11-04 11-05 11-06 11-07 11-08"]],
      spans: ["11-01T00 11-02T00", "11-09T00 11-12T00"],
    },
  ],
  [
    "a day of a week is not summed up",
    filter,
    { days: summed(1, ...days(2, 7)), weeks: summed(2, "2026-11-02") },
    { sums: [["days", "11-02 11-03 11-04 11-05 11-06 11-07"]], spans: ["11-01T00 11-02T00", "11-08T00 11-12T00"] },
  ],
  [
    "the days are those of another zone, so the first and the last day are read in part",
    { ...filter, zoned: berlin },
    { days: summed(1, "2026-10-31", ...days(1, 11)), weeks: summed(2, "2026-11-02") },
    {
      sums: [
        ["days", "11-01 11-09 11-10"],
        ["weeks", "11-02"],
      ],
      spans: ["10-31T23 11-01T00", "11-11T00 11-11T23"],
    },
  ],
  [
    "hours are summed up, of the first day the last ones",
    { ...filter, zoned: berlin },
    { hours: summed(1, "2026-10-31", ...days(1, 9)) },
    {
      sums: [["hours", ["10-31", ...days(1, 9).map((text) => text.slice(5))].join(" ")]],
      spans: ["11-10T00 11-11T23"],
    },
  ],
])("what is added up if %s", (_what, asked, known, plan) => {
  expect(shown(planReport(asked, known))).toEqual(plan);
});

test("each hour of a question is added up exactly once, whatever is summed up", () => {
  const all = Array.from({ length: 30 }, (_, index) => day("2026-10-25") + index * DAY_MS);
  const some = fc
    .subarray(all)
    .chain((chosen) =>
      fc
        .array(fc.integer({ min: 1, max: 9 }), { minLength: chosen.length, maxLength: chosen.length })
        .map((rounds): SummedDays => new Map(chosen.map((each, index) => [each, String(rounds[index])]))),
    );
  const mondays = all.filter((each) => new Date(each).getUTCDay() === 1);
  const weeks = fc.subarray(mondays).map((chosen): SummedDays => new Map(chosen.map((each) => [each, "7"])));
  const known = fc.oneof(fc.record({ days: some, weeks }), fc.record({ hours: some }), fc.record({ payers: some }));
  fc.assert(
    fc.property(known, fc.boolean(), (sums, isZoned) => {
      const asked = isZoned ? { ...filter, zoned: berlin } : filter;
      const plan = planReport(asked, sums);
      const [first, end] = isZoned ? [at("2026-10-31T23"), at("2026-11-11T23")] : [range.from, range.to + DAY_MS];
      const length = { hours: DAY_MS, payers: DAY_MS, days: DAY_MS, weeks: 7 * DAY_MS } satisfies Record<
        SumsOf,
        number
      >;
      const parts = plan.sums.flatMap(({ of, days: read }) =>
        [...read.keys()].map((begin) =>
          of === "hours" || of === "payers"
            ? ([Math.max(begin, first), Math.min(begin + DAY_MS, end)] as const)
            : ([begin, begin + length[of]] as const),
        ),
      );
      const read = [...parts, ...plan.spans].sort(([one], [other]) => one - other);
      expect(read.map(([from]) => from)).toEqual([first, ...read.slice(0, -1).map(([, until]) => until)]);
      expect(read.at(-1)?.[1]).toBe(end);
    }),
  );
});

const question = (
  more: Partial<SpendQuestion["filter"]>,
  ...dimensions: SpendQuestion["dimensions"]
): SpendQuestion => ({ filter: { ...filter, ...more }, dimensions, limit: 10 });

test.each<[string, SpendQuestion, readonly SumsOf[]]>([
  ["users by day", question({}, "day", "entity"), ["days"]],
  ["users", question({}, "entity"), ["days", "weeks"]],
  ["all users together", question({}), ["days", "weeks"]],
  ["users of a team", question({ entityType: "member", memberTeamId: "t" }, "memberUser"), ["days", "weeks"]],
  ["users by model", question({}, "entity", "model"), []],
  ["users of a provider", question({ provider: "p" }, "entity"), []],
  ["users by hour", question({ zoned: berlin }, "hour", "entity"), []],
  ["a user by hour", question({ entityId: "u", zoned: berlin }, "hour"), ["payers"]],
  ["a user by day", question({ entityId: "u" }, "day"), ["days"]],
  ["a key by model", question({ entityType: "key", entityId: "k" }, "model"), ["payers"]],
  [
    "a team by hour and model",
    question({ entityType: "team", entityId: "t", zoned: berlin }, "hour", "model"),
    ["payers"],
  ],
  [
    "users of a team by hour",
    question({ entityType: "member", memberTeamId: "t", zoned: berlin }, "hour", "memberUser"),
    ["payers"],
  ],
  [
    "a user by day of a zone that is off by part of an hour",
    question({ entityId: "u", zoned: { ...berlin, source: "calls" } }, "day"),
    ["payers"],
  ],
  [
    "an organisation by hour",
    question({ entityType: "organization", entityId: "o", zoned: berlin }, "hour"),
    ["hours"],
  ],
  ["users in days of another zone", question({ zoned: berlin }, "entity"), ["days", "weeks"]],
  ["teams by model", question({ entityType: "team" }, "entity", "model"), ["days", "weeks"]],
  ["teams by hour", question({ entityType: "team", zoned: berlin }, "hour", "entity"), ["hours"]],
  ["teams by hour and model", question({ entityType: "team", zoned: berlin }, "hour", "entity", "model"), []],
  [
    "all of a model by day of another zone",
    question({ entityType: "all", model: "m", zoned: berlin }, "day"),
    ["hours"],
  ],
  [
    "days of a zone that is off by part of an hour",
    question({ entityType: "all", zoned: { ...berlin, source: "calls" } }, "day"),
    [],
  ],
  ["keys of a team", question({ entityType: "key", chargedTo: [{ type: "team", id: "t" }] }, "day", "entity"), []],
  ["a key of a team", question({ entityType: "all", chargedTo: [{ type: "key", id: "k" }] }), []],
])("which sums can answer a report of %s", (_what, asked, of) => {
  expect(usableSums(asked)).toEqual(of);
});

test("a team's bill by tag reads the calls that are charged to the team", () => {
  const asked = question({ entityType: "tag", chargedTo: [{ type: "team", id: "alpha" }] }, "entity");
  const { sql, parameters = {} } = reportStatement(asked);
  const [name] = Object.entries(parameters).find(([, value]) => value === "alpha") ?? [];
  expect(name).toBeDefined();
  expect(sql).toContain("ARRAY JOIN arrayDistinct(tags) AS entity");
  expect(sql).toContain(`AND team_id = {${name}:String}`);
});

test("groups in order of time are looked for in the first days first, and others are not", () => {
  expect(firstDays(question({}, "entity", "model"))).toBeUndefined();
  expect(firstDays(question({}, "day"))).toBeUndefined();
  expect(firstDays(question({ to: range.from + 3 * DAY_MS }, "day", "entity"))).toBeUndefined();
  expect(firstDays(question({}, "day", "entity"))).toEqual(question({ to: range.from + 3 * DAY_MS }, "day", "entity"));
  const first = { ...berlin, bounds: berlin.bounds.slice(0, 2) };
  expect(firstDays(question({ zoned: berlin }, "hour", "entity"))).toEqual(
    question({ to: range.from, zoned: first }, "hour", "entity"),
  );
});
