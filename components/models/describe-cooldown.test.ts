import { expect, test } from "vitest";
import { COOLDOWN_REASONS } from "@/lib/router/cooldown";
import { cooldownText, describeCooldown } from "./describe-cooldown";

test("each reason of a cooldown has its own words", () => {
  const words = COOLDOWN_REASONS.map((reason) => describeCooldown(reason, 3));
  expect(new Set(words).size).toBe(COOLDOWN_REASONS.length);
  expect(words).toContain("3 failures in a row");
});

test("a single failure is not in a row", () => {
  expect(describeCooldown("failures_in_a_row", 1)).toBe("1 failure");
  expect(describeCooldown("trial_failed", 1)).toBe("Still failing after 1 failure");
});

interface Told {
  readonly lasts?: boolean;
  readonly nodes?: string[];
  readonly reasons?: readonly (typeof COOLDOWN_REASONS)[number][];
}

test.each<[Told, string]>([
  [{}, "On cooldown 13:04:10 to 13:05:40 UTC on a, b: it refused connections"],
  [{ lasts: true, reasons: [], nodes: ["a"] }, "On cooldown since 13:04:10 UTC on a"],
  [
    { reasons: ["failures_in_a_row", "retry_after"], nodes: ["a"] },
    "On cooldown 13:04:10 to 13:05:40 UTC on a: it failed too often in a row, and it asked for a pause",
  ],
])("a cooldown on record is told with its times, nodes and reasons", (more, words) => {
  const past = { since: "2026-01-01T13:04:10.500Z", until: "2026-01-01T13:05:40.000Z", models: ["m"] };
  const { reasons = ["connection_refused"], nodes = ["a", "b"], lasts = false } = more;
  expect(cooldownText({ ...past, lasts, reasons: [...reasons], nodes })).toBe(words);
});
