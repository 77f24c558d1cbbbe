import { expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import { explainClaims, type ExplainedClaims } from "./explained-claims";

const team = { alias: null, organizationId: null, models: [], blocked: false };

/** A database with the team ml, the user alice and the organisation acme. */
function explained(settings: object, claims: Record<string, unknown>, faulty?: string): Promise<ExplainedClaims> {
  const directory = {
    team: async (id: string) => (id === "ml" ? { ...team, id } : undefined),
    user: async (id: string) =>
      id === "alice" ? { id, email: null, models: [], blocked: false, teams: [] } : undefined,
    organization: async (id: string) => (id === "acme" ? { id, models: [], blocked: false } : undefined),
  };
  return explainClaims(directory, { claims, issuer: undefined, faulty }, jwtAuth.parse(settings));
}

const roles = { role_mappings: [{ role: "app", internal_role: "team" }] };

type Line = [settings: object, claims: Record<string, unknown>, lines: (string | null)[]];

test.each<Line>([
  [{}, { azp: "ml" }, ["team: team_id_jwt_field: azp"]],
  [{}, { client_id: "ml" }, ["team: null"]],
  [{ team_id_jwt_field: "client_id" }, { azp: "ml" }, ["team: team_id_jwt_field: [client_id, azp]"]],
  [{ team_id_jwt_field: "client_id" }, { client_id: "web", azp: "ml" }, ["team: team_id_jwt_field: azp"]],
  [{}, { groups: ["/teams/ml"] }, ['team: team_ids_jwt_field: { path: groups, pattern: "/teams/*" }']],
  [{ team_ids_jwt_field: { path: "groups", pattern: "/teams/*" } }, { groups: ["/teams/ml"] }, ["team: null"]],
  [{}, { team: ["ml"] }, ["team: team_ids_jwt_field: team"]],
  [{}, { teams: { ml: {} } }, ["team: team_ids_jwt_field: { path: teams, take: keys }"]],
  [{}, { groups: [{ id: "ml" }, { id: "web" }] }, ['team: team_ids_jwt_field: "groups[].id"']],
  [{ team_ids_jwt_field: "groups[].id" }, { groups: [{ id: "ml" }] }, ["team: null"]],
  [{}, { groups: [{ id: "/teams/ml" }] }, ['team: team_ids_jwt_field: { path: "groups[].id", pattern: "/teams/*" }']],
  [{}, { users: [{ id: "alice" }] }, ['user: user_id_jwt_field: { path: "users[].id", take: only }']],
  [{}, { orgs: [{ id: "acme" }] }, ['organization: org_id_jwt_field: "orgs[].id"']],
  [{}, { sub: "alice" }, ["user: user_id_jwt_field: sub"]],
  [{}, { user: ["alice"] }, ["user: user_id_jwt_field: { path: user, take: only }"]],
  [{}, { organization: { acme: {} } }, ["organization: org_id_jwt_field: organization"]],
  [
    roles,
    { resource_access: { "my.app": { roles: ["app"] } } },
    ['role: roles_jwt_field: "resource_access.my\\\\.app.roles"'],
  ],
  [
    { ...roles, roles_jwt_field: "roles" },
    { "https://x.io/roles": ["app"] },
    ['role: roles_jwt_field: [roles, "https://x.io/roles"]'],
  ],
  [
    { scope_mappings: [{ scope: "read", models: [] }] },
    { permissions: ["read"] },
    ["scope: scope_jwt_field: [scope, scp, permissions]"],
  ],
])("with %j, the claims %j get the lines %j", async (settings, claims, lines) => {
  const { claims: listed } = await explained(settings, claims);
  expect(listed.flatMap(({ named }) => named.map(({ kind, use }) => `${kind}: ${use?.line ?? null}`))).toEqual(lines);
});

test("a claim of the wrong type makes room for the claim that names a team", async () => {
  const { claims } = await explained({ team_id_jwt_field: "team" }, { team: { id: 7 }, azp: "ml" }, "team");
  expect(claims.flatMap(({ named }) => named.map(({ use }) => use?.line))).toEqual(["team_id_jwt_field: azp"]);
});

test("every claim is listed with its path, its type and the fields that read it", async () => {
  const { claims } = await explained(
    { roles_jwt_field: "realm_access.roles", user_id_jwt_field: "sub" },
    { sub: "u", realm_access: { roles: ["a"] }, "a.b": 1, x: { "c.d": null } },
  );
  expect(claims.map(({ path, type, readBy }) => [path, type, readBy])).toEqual([
    ["sub", "string", ["user_id_jwt_field"]],
    ["realm_access", "object", []],
    ["realm_access.roles", "list", ["roles_jwt_field"]],
    ["a.b", "number", []],
    ["x", "object", []],
    ["x.c\\.d", "null", []],
  ]);
});

test("of a list of objects, every member is listed as a path reads it, and read by fields of one element too", async () => {
  const { claims } = await explained(
    { team_ids_jwt_field: "groups[].id", roles_jwt_field: "groups[].roles[]", team_id_jwt_field: "groups[0].id" },
    { groups: [{ id: "ml", roles: ["a"] }, { id: "web", roles: ["b", "c"], "x.y": { z: 1 } }, {}] },
  );
  expect(claims.map(({ path, type, value, readBy }) => [path, type, value, readBy])).toEqual([
    ["groups", "list", expect.anything(), []],
    ["groups[].id", "list", ["ml", "web"], ["team_id_jwt_field", "team_ids_jwt_field"]],
    ["groups[].roles[]", "list", ["a", "b", "c"], ["roles_jwt_field"]],
    ["groups[].x\\.y", "list", [{ z: 1 }], []],
    ["groups[].x\\.y.z", "list", [1], []],
  ]);
});

test.each<[settings: object, claims: Record<string, unknown>, sentences: string[]]>([
  [
    { team_ids_jwt_field: "groups.id" },
    { groups: [{ id: "ml" }] },
    ['team_ids_jwt_field: no such claim as groups.id; the token has "groups[].id".'],
  ],
  [
    { team_ids_jwt_field: "groups[].name" },
    { groups: [{ id: "ml" }], name: "x" },
    ['team_ids_jwt_field: no such claim as groups[].name; the token has "name".'],
  ],
  [
    { user_id_jwt_field: "sub", roles_jwt_field: "resource_access.app.roles" },
    { sub: "u", resource_access: { "my.app": { roles: ["a"] } } },
    ['roles_jwt_field: no such claim as resource_access.app.roles; the token has "resource_access.my\\\\.app.roles".'],
  ],
  [
    { user_id_jwt_field: "userId" },
    { user_id: "u" },
    ['user_id_jwt_field: no such claim as userId; the token has "user_id".'],
  ],
  [{}, { azp: "x" }, ['team_id_jwt_field: not set, so client_id is read: no such claim; the token has "azp".']],
  [{ user_id_jwt_field: ["uid", "sub"] }, { sub: "u" }, []],
  [{ user_id_jwt_field: "uid" }, {}, ["user_id_jwt_field: no such claim as uid; the token has none like it."]],
])("with %j, a token with %j is told that fields read nothing: %j", async (settings, claims, sentences) => {
  const { unread } = await explained(settings, claims);
  expect(unread.map(({ sentence }) => sentence)).toEqual(sentences);
});
