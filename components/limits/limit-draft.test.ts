import { describe, expect, test } from "vitest";
import { changedFields, givenFields, limitDraftOf, limitFaults, limitsOf } from "./limit-draft";

const LIMITS = {
  max_budget: 50,
  soft_budget: 40.5,
  budget_duration: "1mo",
  rpm_limit: 60,
  tpm_limit: null,
  max_parallel_requests: 0,
};

describe("limits in a form", () => {
  test("limits in a form are sent as they were shown", () => {
    expect(limitsOf(limitDraftOf(LIMITS))).toEqual(LIMITS);
  });

  test("empty fields of a form are not limits", () => {
    expect(Object.values(limitsOf(limitDraftOf()))).toEqual([null, null, null, null, null, null]);
    expect(limitFaults(limitDraftOf())).toEqual({});
  });

  test.each([
    ["max_budget", "-1"],
    ["max_budget", "1e3"],
    ["max_budget", "100000000000"],
    ["soft_budget", "ten"],
    ["budget_duration", "monthly"],
    ["rpm_limit", "1.5"],
    ["tpm_limit", "2147483648"],
    ["max_parallel_requests", "∞"],
  ] as const)("a limit is refused at its field: %s of %j", (name, text) => {
    expect(Object.keys(limitFaults({ ...limitDraftOf(), [name]: text }))).toEqual([name]);
  });

  test("a soft budget in a form must not exceed the budget", () => {
    expect(limitFaults({ ...limitDraftOf(), max_budget: "10", soft_budget: "11" })).toHaveProperty("soft_budget");
    expect(limitFaults({ ...limitDraftOf(), max_budget: "10", soft_budget: "10" })).toEqual({});
  });
});

describe("what a form sends", () => {
  test("a form sends only what was changed, and null for what was emptied", () => {
    const before = { team_id: "a", team_alias: "A", models: ["x"], max_budget: 5, metadata: {} };
    expect(changedFields(before, { team_alias: null, models: ["x"], max_budget: 5, rpm_limit: null })).toEqual({
      team_alias: null,
    });
    expect(changedFields(before, { models: [] })).toEqual({ models: [] });
  });

  test("a form that creates something leaves out empty fields", () => {
    expect(givenFields({ team_id: "a", team_alias: "", models: [], max_budget: 0, rpm_limit: null })).toEqual({
      team_id: "a",
      max_budget: 0,
    });
  });
});
