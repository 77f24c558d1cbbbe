import { expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import { policyTestFaults } from "./policy-test-faults";

const caller = (claims: Record<string, unknown>, name = "a test") => ({
  name,
  claims,
  request: { model: "gpt-4o" },
  expect: "allow",
});
const MAPPINGS = {
  roles_jwt_field: "roles",
  role_mappings: [
    { role: "dev", internal_role: "internal_user" },
    { role: "ops", internal_role: "proxy_admin" },
  ],
  scope_mappings: [{ scope: "chat", models: ["gpt-4o"] }],
};
const OWN = {
  issuer: "https://a.test",
  jwks_url: "https://a.test/keys",
  role_mappings: [{ role: "dev", internal_role: "team" }],
};

function said(settings: Record<string, unknown>): string[] {
  return policyTestFaults(jwtAuth.parse(settings), []).map(
    ({ number, path, message }) => `${number} ${path.join(".")}: ${message}`,
  );
}

test("settings without policy tests have no findings about mappings that no test mentions", () => {
  expect(said(MAPPINGS)).toEqual([]);
});

test("each role and scope mapping that no policy test mentions is a finding", () => {
  expect(said({ ...MAPPINGS, policy_tests: [caller({ roles: ["dev"] })] })).toEqual([
    'C141 role_mappings.1.role: no test covers the role "ops"',
    'C141 scope_mappings.0.scope: no test covers the scope "chat"',
  ]);
  expect(said({ ...MAPPINGS, policy_tests: [caller({ roles: ["dev", "ops"], scope: "chat" })] })).toEqual([]);
});

test("a mapping of one issuer is mentioned only by tests with tokens of that issuer", () => {
  const settings = { ...MAPPINGS, scope_mappings: [], issuers: [OWN] };
  const common = caller({ roles: ["dev", "ops"] });
  expect(said({ ...settings, policy_tests: [common] })).toEqual([
    'C141 issuers.0.role_mappings.0.role: no test covers the role "dev"',
  ]);
  const own = { ...caller({ roles: ["dev", "ops"] }, "another"), issuer: "https://a.test" };
  expect(said({ ...settings, policy_tests: [own] })).toEqual([
    'C141 role_mappings.0.role: no test covers the role "dev"',
    'C141 role_mappings.1.role: no test covers the role "ops"',
  ]);
});

test("a group mapping is mentioned by a caller of the group, or of a group below it where those count", () => {
  const mapping = (more: object) => ({ group: "/ml", team_id: "ml", ...more });
  const settings = (more: object) => ({
    team_ids_jwt_field: "groups",
    group_mappings: [mapping(more), { group: "/ops/*", team_id: "ops-*" }],
    policy_tests: [caller({ groups: ["/ml/vision"] })],
  });
  const ops = 'C141 group_mappings.1.group: no test covers the group "/ops/*"';
  expect(said(settings({ include_subgroups: true }))).toEqual([ops]);
  expect(said(settings({}))).toEqual(['C141 group_mappings.0.group: no test covers the group "/ml"', ops]);
});

test("two policy tests with one name are a finding", () => {
  expect(said({ policy_tests: [caller({}), caller({})] })).toEqual([
    'C142 policy_tests.1.name: another test is called "a test" too',
  ]);
});
