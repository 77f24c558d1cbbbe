import { expect, test } from "vitest";
import { allLimitsDraftOf, allLimitsFaults, allLimitsOf } from "./all-limits-draft";

const row = {
  max_budget: 5,
  soft_budget: null,
  budget_duration: "1mo",
  rpm_limit: 10,
  tpm_limit: null,
  max_parallel_requests: 2,
  model_rpm_limit: { "gpt-4o": 3 },
  model_tpm_limit: {},
};

test("limits that are opened and not changed are saved as they were", () => {
  expect(allLimitsOf(allLimitsDraftOf(row))).toEqual(row);
  expect(allLimitsFaults(allLimitsDraftOf(row)).isFaulty).toBe(false);
});

test.each([
  ["a limit", { limits: { ...allLimitsDraftOf(row).limits, rpm_limit: "many" } }],
  ["a limit for one model", { modelLimits: [{ model: "gpt-4o", rpm: "many", tpm: "" }] }],
])("a fault of %s is a fault of the whole", (_, change) => {
  expect(allLimitsFaults({ ...allLimitsDraftOf(row), ...change }).isFaulty).toBe(true);
});
