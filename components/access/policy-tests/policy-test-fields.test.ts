import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { policyTest } from "@/lib/config/policy-test-schema";
import { claimFields, claimsOf, fieldsOf, testOf } from "./policy-test-fields";

const request = { model: "gpt-4o" };
const TESTS = [
  { name: "claims", claims: { client_id: "a", roles: ["x"] }, issuer: "https://a.test", request, expect: "allow" },
  { name: "no claims", request: { method: "GET", route: "/team/list" }, expect: "invalid_token", expect_rule: "token" },
  { name: "an existing key", key_id: "key-1", request, expect: "allow", expect_team_id: "t" },
  { name: "an assumed key", key: { team_id: "t", models: ["o3"] }, request, expect: "model_not_allowed" },
  {
    name: "everything assumed",
    claims: {},
    request: { ...request, team_id: "t", organization_id: "o", user: "ann" },
    assume: {
      teams: [{ team_id: "t", team_alias: "Search", models: ["o3"], blocked: true }],
      users: [{ user_id: "u", teams: ["t"], administers: ["t"] }],
      organizations: [{ organization_id: "o" }],
      end_users: [{ end_user_id: "ann", blocked: true }],
    },
    expect: "allow",
  },
].map((written) => policyTest.parse(written));

describe("the form of a policy test", () => {
  test.each(TESTS)("a test with $name is the same after it was shown as a form", (written) => {
    expect(policyTest.parse(testOf(fieldsOf(written)))).toEqual(written);
  });

  test("a change of the caller takes the other callers out of the test", () => {
    const [byClaims, , byKey] = TESTS.map(fieldsOf);
    expect(testOf({ ...byClaims!, caller: "key_id", keyId: "key-2" })).not.toHaveProperty("claims");
    expect(testOf({ ...byKey!, caller: "claims", claims: [{ name: "sub", value: "ann" }] })).toMatchObject({
      claims: { sub: "ann" },
    });
    expect(testOf({ ...byKey!, caller: "claims" })).not.toHaveProperty("key_id");
  });

  test("fields that are emptied are absent from the test", () => {
    const { request: asked, ...rest } = testOf({ ...fieldsOf(TESTS[2]!), team: " ", model: "", rule: "" });
    expect(Object.keys(rest)).toEqual(["name", "expect", "key_id"]);
    expect(asked).not.toHaveProperty("model");
  });
});

describe("the fields of claims", () => {
  test("claims of any JSON value are the same after they were shown as fields", () => {
    const claims = fc.dictionary(
      fc.string({ minLength: 1 }).filter((name) => name !== "__proto__"),
      fc.oneof(fc.jsonValue(), fc.constantFrom("1", "true", "null", '"quoted"', "[]")).map((value) =>
        // A round trip through JSON, which has no negative zero.
        JSON.parse(JSON.stringify(value)),
      ),
    );
    fc.assert(
      fc.property(claims, (written) => {
        expect(claimsOf(claimFields(written))).toEqual({ ...written });
      }),
    );
  });

  test("text is shown without quotes, and numbers, lists and text that looks like them as JSON", () => {
    expect(claimFields({ sub: "ann", age: 7, roles: ["a"], zip: "7" }).map(({ value }) => value)).toEqual([
      "ann",
      "7",
      '["a"]',
      '"7"',
    ]);
  });

  test("a row without a name is not a claim", () => {
    expect(claimsOf([{ name: "", value: "x" }])).toEqual({});
  });
});
