import { expect, test } from "vitest";
import { deny, jwt, type DecisionCase } from "@/lib/auth/cases/case";
import { runCase } from "@/testing/auth/decision-case";

const as = (internal_role: "team" | "proxy_admin_viewer", roles: string[]): DecisionCase => ({
  name: "",
  spec: ["5.10.3"],
  settings: {
    enforce_rbac: true,
    roles_jwt_field: "roles",
    role_mappings: [{ role: "auditor", internal_role }],
  },
  token: jwt({ roles }),
  expect: deny("role_not_mapped"),
});

test.each([
  ["a role of viewers", as("proxy_admin_viewer", ["auditor"]), /mapped to proxy_admin_viewer, which only reads/],
  ["a role that is not mapped", as("team", ["guest"]), /^None of the token's roles \(.*guest.*\) is mapped/],
])("the refusal of a token with %s says what is wrong with it", async (_what, line, message) => {
  expect(await runCase(line)).toMatchObject({ code: "role_not_mapped", message: expect.stringMatching(message) });
});
