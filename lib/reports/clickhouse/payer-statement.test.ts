import { expect, test } from "vitest";
import type { CallFilter } from "@/lib/calls/filter";
import { DAY_MS } from "@/lib/time/period";
import { daysOf, isOfPayer } from "./payer-statement";

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);

test.each<[string, readonly CallFilter[], boolean]>([
  ["of a team", [{ teamId: "t" }], true],
  ["of a team with another status", [{ teamId: "t" }, { status: "error", tag: "x" }], true],
  ["of a user of a team", [{ teamId: "t", userId: "u" }], true],
  ["of a key", [{ keyId: "k" }], true],
  ["of an end user", [{ endUserId: "e" }], true],
  ["of everybody", [{}], false],
  ["of a tag", [{ tag: "x" }], false],
  ["of an organisation, which is in two columns", [{ organizationId: "o" }], false],
  ["of a team and one call", [{ teamId: "t" }, { callId: "c" }], false],
  ["of a team and any id", [{ teamId: "t", anyId: "i" }], false],
])("whether a list %s is one of a payer", (_what, filters, expected) => {
  expect(isOfPayer(filters)).toBe(expected);
});

test("the days of a list are those in which all its filters let calls begin", () => {
  const filters = [
    { from: day("2026-11-03") + 1, until: day("2026-11-09") },
    { from: day("2026-11-01"), until: day("2026-11-07") + DAY_MS / 2 },
  ];
  expect(daysOf(filters)).toEqual({ from: day("2026-11-03"), to: day("2026-11-07") });
  expect(daysOf([{ until: day("2026-11-09") }]).to).toBe(day("2026-11-08"));
});

test("days are found also where filters select no time at all", () => {
  const { from, to } = daysOf([{ from: day("2026-11-09"), until: day("2026-11-03") }]);
  expect(to).toBeLessThan(from);
});
