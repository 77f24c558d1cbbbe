import { expect, test } from "vitest";
import type { SpendGroup } from "@/lib/store/spend/group-statement";
import { restGroups } from "./rest-groups";

const group = (spend: string, calls: number, more: Partial<SpendGroup> = {}): SpendGroup => ({
  spend,
  calls,
  failed_calls: 0,
  prompt_tokens: calls * 10,
  completion_tokens: calls,
  unpriced_calls: 0,
  ...more,
});

test("the rest is what the groups leave, to the nano-dollar", () => {
  expect(
    restGroups(
      [group("9007199254.740993001", 5)],
      [group("0.000000001", 1, { entity: "a" }), group("1.5", 2, { entity: "b" })],
    ),
  ).toEqual([group("9007199253.240993000", 2)]);
});

test("each day has a rest of its own, and a day without one has no row", () => {
  expect(
    restGroups(
      [group("2.000000000", 2, { day: "2026-01-01" }), group("1.000000000", 1, { day: "2026-01-02" })],
      [group("2.000000000", 2, { day: "2026-01-01", entity: "a" })],
    ),
  ).toEqual([group("1.000000000", 1, { day: "2026-01-02" })]);
});

test("calls that two groups share never make a rest negative", () => {
  expect(
    restGroups([group("3.000000000", 4)], [group("2.500000000", 2, { entity: "a" }), group("1", 1, { entity: "b" })]),
  ).toEqual([group("0.000000000", 1)]);
  const shared = { failed_calls: 1, prompt_tokens: 40, completion_tokens: 4, unpriced_calls: 1 };
  expect(
    restGroups(
      [group("3.000000000", 4, shared)],
      [group("1", 1, { ...shared, entity: "a" }), group("1", 1, { ...shared, entity: "b" })],
    ),
  ).toEqual([group("1.000000000", 2, { failed_calls: 0, prompt_tokens: 0, completion_tokens: 0, unpriced_calls: 0 })]);
});
