import { expect, test } from "vitest";
import { findOperation } from "@/lib/api/table";
import { policyTest, type PolicyTest } from "@/lib/config/policy-test-schema";
import { jwtAuth } from "@/lib/config/schema";
import type { JwtAuthInput } from "../cases/case";
import type { Directory } from "../facts";
import { EMPTY_DIRECTORY } from "./assuming-directory";
import { runPolicyTests, type PolicyTestResult } from "./run-policy-tests";

const ROLES: JwtAuthInput = {
  enforce_rbac: true,
  roles_jwt_field: "roles",
  object_id_jwt_field: "sub",
  user_id_upsert: true,
  role_mappings: [{ role: "scientist", internal_role: "internal_user" }],
  role_permissions: [{ role: "internal_user", models: ["gpt-*"] }],
};
const GROUPS: JwtAuthInput = {
  user_id_jwt_field: "sub",
  user_id_upsert: true,
  team_ids_jwt_field: "groups",
  enforce_team_based_model_access: true,
};
const SCOPES: JwtAuthInput = {
  enforce_scope_based_access: true,
  scope_mappings: [{ scope: "chat", models: ["gpt-4o"] }],
};

const written = (test: Record<string, unknown>): PolicyTest =>
  policyTest.parse({ name: "a test", request: { model: "gpt-4o" }, expect: "allow", ...test });

async function run(
  settings: JwtAuthInput,
  test: Record<string, unknown>,
  directory: Directory = EMPTY_DIRECTORY,
): Promise<PolicyTestResult | undefined> {
  const world = {
    settings: { jwtAuth: jwtAuth.parse(settings) },
    scope: "shared",
    directory,
    find: findOperation,
  } as const;
  const [result] = await runPolicyTests([written(test)], { ...world, now: Date.UTC(2026, 0, 1) });
  return result;
}

const cases: [title: string, settings: JwtAuthInput, test: Record<string, unknown>, passed: boolean, says: string][] = [
  [
    "a role that may use the model",
    ROLES,
    { claims: { sub: "ada", roles: ["scientist"] }, expect_rule: "role" },
    true,
    "expected allow by the rule role, found allow by the rule role: ",
  ],
  [
    "a role that is not mapped",
    ROLES,
    { claims: { sub: "eve", roles: ["guest"] }, expect: "role_not_mapped", expect_rule: "role" },
    true,
    "expected role_not_mapped by the rule role, found role_not_mapped by the rule role: ",
  ],
  [
    "a model that the role may not use",
    ROLES,
    { claims: { sub: "ada", roles: ["scientist"] }, request: { model: "claude" } },
    false,
    "expected allow, found role_model_not_allowed by the rule ",
  ],
  [
    "a call that is allowed although a refusal was expected",
    SCOPES,
    { claims: { client_id: "t1", scope: "chat" }, assume: { teams: [{ team_id: "t1" }] }, expect: "team_not_found" },
    false,
    "expected team_not_found, found allow by the rule granted: Granted by ",
  ],
  [
    "a rule that has no say",
    {},
    { claims: { client_id: "t1" }, assume: { teams: [{ team_id: "t1" }] }, expect_rule: "scope" },
    false,
    "expected allow by the rule scope, found allow although the rule scope is skipped: ",
  ],
  [
    "another rule than the one that refuses",
    ROLES,
    { claims: { sub: "eve", roles: ["guest"] }, expect: "role_not_mapped", expect_rule: "user" },
    false,
    "expected role_not_mapped by the rule user, found role_not_mapped by the rule role: ",
  ],
  ["a team without a row", {}, { claims: { client_id: "t1" } }, false, "expected allow, found "],
  [
    "a blocked team",
    {},
    {
      claims: { client_id: "t1" },
      assume: { teams: [{ team_id: "t1", blocked: true }] },
      expect: "team_blocked",
      expect_rule: "blocked",
    },
    true,
    "expected team_blocked by the rule blocked, found team_blocked by the rule blocked: ",
  ],
  [
    "the team that the caller chooses",
    GROUPS,
    {
      claims: { sub: "ada", groups: ["a", "b"] },
      request: { model: "gpt-4o", team_id: "b" },
      assume: { teams: [{ team_id: "a" }, { team_id: "b", models: ["gpt-4o"] }] },
      expect_team_id: "b",
    },
    true,
    'expected allow for the team "b", found allow by the rule granted for the team "b": ',
  ],
  [
    "another team than the expected one",
    GROUPS,
    {
      claims: { sub: "ada", groups: ["a", "b"] },
      assume: { teams: [{ team_id: "a" }, { team_id: "b" }] },
      expect_team_id: "b",
    },
    false,
    'expected allow for the team "b", found allow by the rule granted for the team "a": ',
  ],
  [
    "a group that is mapped to the alias of an assumed team",
    { ...GROUPS, group_mappings: [{ group: "/ml/*", team_alias: "ML *" }] },
    {
      claims: { sub: "ada", groups: ["/ml/vision"] },
      assume: { teams: [{ team_id: "t7", team_alias: "ML vision" }] },
      expect_team_id: "t7",
    },
    true,
    'expected allow for the team "t7", found allow by the rule granted for the team "t7": ',
  ],
  [
    "an organisation that may not use the model",
    {},
    {
      claims: { client_id: "t1" },
      assume: {
        teams: [{ team_id: "t1", organization_id: "acme" }],
        organizations: [{ organization_id: "acme", models: ["other"] }],
      },
      expect: "organization_model_not_allowed",
    },
    true,
    "expected organization_model_not_allowed, found organization_model_not_allowed by the rule ",
  ],
  [
    "a viewer by the user's record who may read",
    { user_id_jwt_field: "sub" },
    {
      claims: { sub: "vera" },
      request: { method: "GET", route: "/team/list" },
      assume: { users: [{ user_id: "vera", user_role: "proxy_admin_viewer" }] },
      expect_rule: "viewer",
    },
    true,
    "expected allow by the rule viewer, found allow by the rule viewer: ",
  ],
  [
    "a key that may not use the model",
    {},
    {
      key: { team_id: "t1", models: ["gpt-*"] },
      request: { model: "claude" },
      assume: { teams: [{ team_id: "t1" }] },
      expect: "key_model_not_allowed",
    },
    true,
    "expected key_model_not_allowed, found key_model_not_allowed by the rule ",
  ],
  [
    "a key of a user",
    {},
    { key: { user_id: "ada" }, assume: { users: [{ user_id: "ada" }] }, expect_rule: "key" },
    true,
    "expected allow by the rule key, found allow by the rule key: ",
  ],
  [
    "a claim of the wrong type",
    GROUPS,
    { claims: { sub: 7 }, expect: "invalid_token", expect_rule: "identity" },
    true,
    "expected invalid_token by the rule identity, found invalid_token by the rule identity: ",
  ],
  [
    "an issuer with claims of its own",
    {
      issuers: [{ issuer: "https://a.test", jwks_url: "https://a.test/keys", team_id_jwt_field: "project" }],
    },
    {
      issuer: "https://a.test",
      claims: { project: "p1" },
      assume: { teams: [{ team_id: "p1" }] },
      expect_team_id: "p1",
    },
    true,
    'expected allow for the team "p1", found allow by the rule granted for the team "p1": ',
  ],
  [
    "no route",
    {},
    { claims: {}, request: { route: "/v1/chat/completion", model: "gpt-4o" } },
    false,
    'expected allow, but the test cannot be asked: There is no route POST "/v1/chat/completion".',
  ],
  [
    "no model on a route that takes one",
    {},
    { claims: {}, request: {} },
    false,
    "expected allow, but the test cannot be asked: Calls of that route name a model; send `model`.",
  ],
  [
    "neither claims nor a key",
    {},
    {},
    false,
    "expected allow, but the test cannot be asked: Give one of claims, key and key_id.",
  ],
  [
    "claims and a key",
    {},
    { claims: {}, key: {} },
    false,
    "expected allow, but the test cannot be asked: Give one of claims, key and key_id.",
  ],
  [
    "a described key and an existing one",
    {},
    { key: {}, key_id: "k1" },
    false,
    'expected allow, but the test cannot be asked: There is no key "k1" here.',
  ],
  [
    "a blocked end user whom the body names",
    {},
    {
      key: { user_id: "ada" },
      request: { model: "gpt-4o", user: "ann" },
      assume: { users: [{ user_id: "ada" }], end_users: [{ end_user_id: "ann", blocked: true }] },
      expect: "end_user_blocked",
    },
    true,
    "expected end_user_blocked, found end_user_blocked by the rule blocked: ",
  ],
  [
    "an end user whom nobody has blocked",
    {},
    {
      key: { user_id: "ada" },
      request: { model: "gpt-4o", user: "ann" },
      assume: { users: [{ user_id: "ada" }], end_users: [{ end_user_id: "ben", blocked: true }] },
    },
    true,
    "expected allow, found allow by the rule ",
  ],
  [
    "an unknown code",
    {},
    { claims: {}, expect: "refused" },
    false,
    'expected refused, but the test cannot be asked: expect must be allow or the code of a rule, and "refused" is neither.',
  ],
  [
    "an unknown rule",
    {},
    { claims: {}, expect_rule: "rolls" },
    false,
    'expected allow by the rule rolls, but the test cannot be asked: There is no rule "rolls".',
  ],
];

test.each(cases)(
  "a policy test about %s says what it expected and what it found",
  async (_title, settings, line, passed, says) => {
    const result = await run(settings, line);
    expect(result?.sentence).toContain(says);
    expect(result?.passed).toBe(passed);
  },
);

test("a policy test finds in the directory what it does not assume, and assumes it in place of the directory's row", async () => {
  const directory: Directory = {
    ...EMPTY_DIRECTORY,
    team: async (id) => ({ id, alias: null, organizationId: null, models: [], blocked: true }),
  };
  const claims = { client_id: "t1" };
  expect((await run({}, { claims, expect: "team_blocked" }, directory))?.passed).toBe(true);
  expect((await run({}, { claims, assume: { teams: [{ team_id: "t1" }] } }, directory))?.passed).toBe(true);
});
