import { expect, test } from "vitest";
import { policyTest } from "@/lib/config/policy-test-schema";
import { EXAMPLE_TEST, readPolicyTest, writePolicyTest } from "./read-policy-test";

const FULL = {
  ...EXAMPLE_TEST,
  issuer: "https://a.test",
  request: { method: "GET", route: "/team/list", team_id: "t" },
  assume: { users: [{ user_id: "u", teams: ["t"], blocked: true }] },
  expect: "user_blocked",
  expect_rule: "blocked",
};

test.each([[EXAMPLE_TEST], [FULL], [{ ...EXAMPLE_TEST, claims: undefined, key: { team_id: "t" } }]])(
  "the editor shows the policy test %j without defaults and reads it back",
  (written) => {
    const test = policyTest.parse(written);
    const text = writePolicyTest(test);
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(written)));
    expect(readPolicyTest(text)).toEqual({ test });
  },
);

test.each([
  ["{", "This is not JSON."],
  [JSON.stringify({ ...EXAMPLE_TEST, expect: undefined }), 'expect: "expect" is missing'],
  [JSON.stringify({ ...EXAMPLE_TEST, request: { modle: "x" } }), 'did you mean "model"?'],
  [JSON.stringify({ ...EXAMPLE_TEST, name: "n".repeat(121) }), "name: must have at most 120 characters"],
])("the editor of policy tests says what is wrong in %j", (text, fault) => {
  expect(readPolicyTest(text)).toEqual({ fault: expect.stringContaining(fault) });
});
