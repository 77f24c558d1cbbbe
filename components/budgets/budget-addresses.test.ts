import { expect, test } from "vitest";
import type { Budget } from "@/lib/wire/contracts/budgets/budgets";
import { changeAddress, refusalsAddress, spendAddress, whoseAddress } from "./budget-addresses";

const of = (type: Budget["type"], id: string, team_id: string | null = null, user_id: string | null = null) => ({
  type,
  id,
  team_id,
  user_id,
});

test.each([
  [of("team", "a b"), "/console/team?id=a+b", "/console/team?id=a+b&act=edit", "/console/spend?team_id=a+b"],
  [of("key", "k1"), "/console/key?id=k1", "/console/key?id=k1&act=edit", "/console/spend?key_id=k1"],
  [
    of("end_user", "e1"),
    "/console/end-user?id=e1",
    "/console/end-user?id=e1&act=edit",
    "/console/spend?end_user_id=e1",
  ],
  [
    of("member", "t1/u1", "t1", "u1"),
    "/console/team?id=t1",
    "/console/team?id=t1",
    "/console/spend?team_id=t1&user_id=u1",
  ],
  [of("model", "gpt-*"), "/console/model?id=gpt-*", "/console/model?id=gpt-*", undefined],
])("the budget of %o leads to its page, its form and its spend", (budget, page, form, spend) => {
  expect([whoseAddress(budget), changeAddress(budget), spendAddress(budget)]).toEqual([page, form, spend]);
});

test("refusals are those of the caller where callers are counted by the kind", () => {
  expect(refusalsAddress(of("team", "t1"))).toBe("/console/refusals?code=budget_exceeded&kind=team&principal=t1");
  expect(refusalsAddress(of("organization", "o1"))).toBe("/console/refusals?code=budget_exceeded");
});
