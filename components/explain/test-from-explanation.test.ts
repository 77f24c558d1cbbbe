import { expect, test } from "vitest";
import { policyTest } from "@/lib/config/policy-test-schema";
import type { Explanation } from "@/lib/wire/explanation";
import type { Question } from "./question";
import { testFromExplanation } from "./test-from-explanation";

const CLAIMS = { sub: "ada", groups: ["ü"], exp: 1, iat: 1, jti: "x" };
const ASKED: Question = {
  claims: CLAIMS,
  method: "POST",
  route: "/v1/chat/completions",
  model: "gpt-4o",
  team_id: "t",
};
const check = (rule: string, outcome: string) => ({ rule, outcome, spec: "", because: "" });
const ALLOWED = {
  allow: true,
  code: null,
  checks: [check("role", "skip"), check("granted", "pass")],
  identity: {},
  principal: { team_id: "t" },
} as unknown as Explanation;
const REFUSED = {
  ...ALLOWED,
  allow: false,
  code: "team_blocked",
  checks: [check("identity", "pass"), check("blocked", "fail")],
  principal: null,
} as unknown as Explanation;

test("an allowed explanation becomes a policy test that expects the same team, without the claims of one single token", () => {
  const made = testFromExplanation(ASKED, ALLOWED);
  expect(made).toEqual({
    name: "ada may use gpt-4o",
    claims: { sub: "ada", groups: ["ü"] },
    request: { method: "POST", route: "/v1/chat/completions", model: "gpt-4o", team_id: "t" },
    expect: "allow",
    expect_team_id: "t",
  });
  expect(policyTest.safeParse(JSON.parse(JSON.stringify(made))).success).toBe(true);
});

test("a refusal becomes a policy test that expects its code by its rule, with the claims of the token", () => {
  const { claims: _, ...question } = ASKED;
  const token = `e30.${Buffer.from(JSON.stringify(CLAIMS)).toString("base64url")}.c2ln`;
  expect(testFromExplanation({ ...question, token }, REFUSED)).toMatchObject({
    name: "ada may not use gpt-4o",
    claims: { sub: "ada", groups: ["ü"] },
    expect: "team_blocked",
    expect_rule: "blocked",
  });
});

test.each([
  ["of a key", { ...ASKED, claims: undefined, token: "sk-secret" }, ALLOWED],
  ["of a token that is not proven", ASKED, { ...REFUSED, identity: null }],
  ["refused by a limit", ASKED, { ...REFUSED, principal: ALLOWED.principal }],
] as const)("no policy test is made from an explanation %s", (_what, question, explanation) => {
  expect(testFromExplanation(question, explanation)).toBeUndefined();
});
