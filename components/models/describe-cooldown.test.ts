import { expect, test } from "vitest";
import { COOLDOWN_REASONS } from "@/lib/router/cooldown";
import { describeCooldown } from "./describe-cooldown";

test("each reason of a cooldown has its own words", () => {
  const words = COOLDOWN_REASONS.map((reason) => describeCooldown(reason, 3));
  expect(new Set(words).size).toBe(COOLDOWN_REASONS.length);
  expect(words).toContain("3 failures in a row");
});

test("a single failure is not in a row", () => {
  expect(describeCooldown("failures_in_a_row", 1)).toBe("1 failure");
  expect(describeCooldown("trial_failed", 1)).toBe("Still failing after 1 failure");
});
