import { expect, test } from "vitest";
import { entryRow, memberFields, memberRow } from "./repaired-rows";

test("a member is a row whose budget is that in the team", () => {
  const limits = { max_budget_in_team: 5, budget_duration: "1mo", rpm_limit: 3, tpm_limit: null };
  expect(memberRow({ user_id: "u", role: "user", ...limits })).toMatchObject({
    max_budget: 5,
    rpm_limit: 3,
    tpm_limit: null,
    max_parallel_requests: null,
    role: "user",
  });
  expect(memberFields({ max_budget: 6 })).toEqual({ max_budget_in_team: 6 });
  expect(memberFields({ rpm_limit: 4 })).toEqual({ rpm_limit: 4 });
});

test("an entry of the model list has its limits in model_info, and what is not a figure is not a limit", () => {
  expect(entryRow({ model_info: { max_budget: 5, rpm_limit: "many" } })).toMatchObject({
    max_budget: 5,
    rpm_limit: null,
    tpm_limit: null,
    max_parallel_requests: null,
  });
});
