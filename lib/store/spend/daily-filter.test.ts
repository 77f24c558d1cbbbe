import { expect, test } from "vitest";
import type { CallFilter } from "@/lib/calls/filter";
import fc from "fast-check";
import { type DailyFilter, dailyFilterOf, dayRanges } from "./daily-filter";

const MIDNIGHT = Date.parse("2026-11-21T00:00:00Z");
const DAY = 86_400_000;

test.each<[what: string, filters: CallFilter[], expected: object | undefined]>([
  ["all calls", [{}], { entityType: "all", entityId: "" }],
  ["calls of a team", [{ teamId: "t" }], { entityType: "team", entityId: "t" }],
  [
    "calls of a tag, model and provider",
    [{ tag: "x", model: "m", provider: "p" }],
    { entityType: "tag", entityId: "x", model: "m", provider: "p" },
  ],
  [
    "calls of a user in a team",
    [{ userId: "u" }, { teamId: "t" }],
    { entityType: "member", memberTeamId: "t", memberUserId: "u" },
  ],
  [
    "calls of whole days",
    [{ from: MIDNIGHT, until: MIDNIGHT + 2 * DAY }],
    { entityType: "all", from: MIDNIGHT, to: MIDNIGHT + DAY },
  ],
  ["the same asked twice", [{ teamId: "t" }, { teamId: "t" }], { entityType: "team", entityId: "t" }],
  ["two teams at once", [{ teamId: "t" }, { teamId: "other" }], undefined],
  ["part of a day", [{ from: MIDNIGHT + 1 }], undefined],
  ["a pattern", [{ model: "gpt-*" }], undefined],
  ["two payers", [{ keyId: "k", teamId: "t" }], undefined],
  ["what totals do not tell apart", [{ status: "error" }], undefined],
])("the daily totals, if any, that count %s are found", (_what, filters, expected) => {
  const filter = dailyFilterOf(filters);
  if (expected === undefined) expect(filter).toBeUndefined();
  else expect(filter).toMatchObject(expected);
});

const ofUsers = (days: number): DailyFilter => ({
  entityType: "user",
  from: MIDNIGHT,
  to: MIDNIGHT + (days - 1) * DAY,
});

test("a filter is read one day first and then twice as many each time, each day once and in order", () => {
  const lengths = [...dayRanges(ofUsers(10))].map(({ from, to }) => (to - from) / DAY + 1);
  expect(lengths).toEqual([1, 2, 4, 3]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), (days) => {
      const parts = [...dayRanges(ofUsers(days))];
      expect(parts[0]?.from).toBe(MIDNIGHT);
      expect(parts.at(-1)?.to).toBe(MIDNIGHT + (days - 1) * DAY);
      for (const [at, part] of parts.slice(1).entries()) expect(part.from).toBe((parts[at]?.to ?? 0) + DAY);
    }),
  );
});

test("the days of a zone keep the bounds that they have, and a filter of calls is read once", () => {
  const bounds = [0, 23, 47, 71].map((hour) => MIDNIGHT + hour * 3_600_000);
  const zoned = { bounds, source: "hours" } as const;
  expect([...dayRanges({ ...ofUsers(3), zoned })].map((part) => part.zoned?.bounds)).toEqual([
    bounds.slice(0, 2),
    bounds.slice(1),
  ]);
  const ofCalls: DailyFilter = { ...ofUsers(3), zoned: { bounds, source: "calls" } };
  expect([...dayRanges(ofCalls)]).toEqual([ofCalls]);
});
