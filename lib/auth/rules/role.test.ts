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

const calling = (roles: string[], opened: { models?: string[]; routes?: string[] }): DecisionCase => ({
  name: "",
  spec: ["5.10.4"],
  settings: {
    enforce_rbac: true,
    user_id_jwt_field: "sub",
    roles_jwt_field: "roles",
    role_mappings: ["staff-*", "scientist"].map((role) => ({ role, internal_role: "internal_user", ...opened })),
    role_permissions: [{ role: "internal_user", models: ["other"] }],
  },
  token: jwt({ sub: "u1", roles }),
  state: { users: { u1: {} } },
  expect: deny("role_model_not_allowed"),
});

test.each([
  ["a role", calling(["scientist", "guest"], {}), 'the models of the role "scientist" ("other").'],
  ["a role by a pattern", calling(["staff-eu"], { models: ["o3"] }), 'the models of the role "staff-eu" ("o3").'],
  [
    "several roles",
    calling(["scientist", "staff-eu"], {}),
    'the models of the roles "scientist", "staff-eu" ("other").',
  ],
  ["no role of its own", calling([], {}), 'the models of the role internal_user ("other").'],
  ["a route", calling(["scientist"], { routes: ["/v1/models"] }), 'those of the role "scientist" ("/v1/models").'],
])("a refusal names the caller's roles as the token does: %s", async (_what, line, end) => {
  expect(await runCase(line)).toMatchObject({ message: expect.stringContaining(end) });
});

test.each([
  [
    ["scientist", "guest"],
    /^None of the roles \("scientist", "guest"\) of the token that made the key is still mapped\.$/,
  ],
  [[], /^No role of the token that made the key is still mapped\.$/],
])("the refusal of a key names the roles %j of the token that made it", async (roles, message) => {
  const key = { user: "u1", maker: { role: "internal_user", scopes: [], roles } } as const;
  const line: DecisionCase = { ...as("team", []), token: { key }, state: { users: { u1: {} } } };
  expect(await runCase(line)).toMatchObject({ code: "role_not_mapped", message: expect.stringMatching(message) });
});
