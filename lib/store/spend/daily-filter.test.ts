import { expect, test } from "vitest";
import type { CallFilter } from "@/lib/calls/filter";
import { dailyFilterOf } from "./daily-filter";

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
