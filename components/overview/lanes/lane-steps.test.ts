import { expect, test } from "vitest";
import type { CooldownView } from "@/lib/wire/contracts/health";
import { laneSteps, laneText, stepText } from "./lane-steps";

const HOUR = { since: "2026-01-01T12:03:00.000Z", until: "2026-01-01T12:10:00.000Z", step_minutes: 2 };
const cooldown = (since: string, until: string, lasts = false): CooldownView => ({
  since: `2026-01-01T${since}.000Z`,
  until: `2026-01-01T${until}.000Z`,
  lasts,
  reasons: ["connection_refused"],
  models: ["gpt"],
  nodes: ["a"],
});
const recent = (...cooldowns: CooldownView[]) => ({
  served: 5,
  declined: 0,
  failed: 1,
  retried: 1,
  succeeded_by_step: [2, 0, 3, 0],
  failed_by_step: [0, 2, 0, 0],
  cooldowns,
});
const cooling = (...cooldowns: CooldownView[]): number[] =>
  laneSteps(HOUR, recent(...cooldowns)).flatMap(({ cooldowns: here }, step) => (here.length > 0 ? [step] : []));

test("the steps of a lane begin at whole steps since the epoch and end with the hour", () => {
  const steps = laneSteps(HOUR, recent());
  expect(
    steps.map(({ at, succeeded, failed }) => [new Date(at).toISOString().slice(11, 16), succeeded, failed]),
  ).toEqual([
    ["12:02", 2, 0],
    ["12:04", 0, 2],
    ["12:06", 3, 0],
    ["12:08", 0, 0],
  ]);
  expect(laneSteps(HOUR, undefined)).toHaveLength(4);
});

test.each([
  ["one within a step", [cooldown("12:04:10", "12:04:40")], [1]],
  ["one over several steps", [cooldown("12:05:59", "12:08:01")], [1, 2, 3]],
  ["one that ends where a step begins", [cooldown("12:04:10", "12:06:00")], [1]],
  ["one that began before the hour and lasts", [cooldown("11:00:00", "12:30:00", true)], [0, 1, 2, 3]],
  ["two in the same step", [cooldown("12:04:10", "12:04:20"), cooldown("12:05:10", "12:05:20")], [1]],
  ["none", [], []],
])("of the cooldowns, %s is shown where it lasted", (_what, cooldowns, steps) => {
  expect(cooling(...cooldowns)).toEqual(steps);
});

test("a step says what happened in it, and why there were no calls", () => {
  const words = laneSteps(HOUR, recent(cooldown("12:05:10", "12:06:10"))).map((step) => stepText(step, 2));
  const cause = "On cooldown 12:05:10 to 12:06:10 UTC on a: it refused connections";
  expect(words).toEqual([
    "12:02 to 12:04 UTC: 2 succeeded, 0 failed",
    `12:04 to 12:06 UTC: 0 succeeded, 2 failed. ${cause}`,
    `12:06 to 12:08 UTC: 3 succeeded, 0 failed. ${cause}`,
    "12:08 to 12:10 UTC: no calls",
  ]);
});

test("a lane says its hour in words, with the latest cooldown", () => {
  const [first, second] = [cooldown("12:04:10", "12:04:40"), cooldown("12:05:10", "12:30:00", true)];
  expect([laneText(undefined), laneText(recent()), laneText(recent(first)), laneText(recent(first, second))]).toEqual([
    "No calls",
    "5 succeeded, 2 failed",
    "5 succeeded, 2 failed. On cooldown 12:04:10 to 12:04:40 UTC on a: it refused connections",
    "5 succeeded, 2 failed. 2 cooldowns, the latest: On cooldown since 12:05:10 UTC on a: it refused connections",
  ]);
});
