import type { RoleMapping } from "@/lib/config/schema";
import { allow, chat, createUser, deny, get, jwt, post, type DecisionCase } from "./case";

const mapping = (role: string, internal_role: RoleMapping["internal_role"]): RoleMapping => ({ role, internal_role });
const rbac = {
  enforce_rbac: true,
  roles_jwt_field: "roles",
  object_id_jwt_field: "oid",
  role_mappings: [mapping("app", "team"), mapping("person", "internal_user"), mapping("boss", "proxy_admin")],
};
const app = jwt({ oid: "x", roles: ["app"] });
const person = jwt({ oid: "x", roles: ["person"] });
const boss = jwt({ oid: "x", roles: ["boss"] });
const plain = { enforce_rbac: true };
const permissions = (role: RoleMapping["internal_role"], more: { models?: string[]; routes?: string[] }) => ({ ...rbac, role_permissions: [{ role, ...more }] });

/** Roles and object ids (spec 5.10, 2.3). */
export const roleCases: DecisionCase[] = [
  { name: "a role mapped to team makes the object id a team, which need not exist", spec: ["5.10.1", "5.10.2", "5.10.3"], settings: rbac, token: app, expect: allow({ team: "x" }) },
  { name: "a role mapped to internal_user makes the object id a user, who need not exist", spec: ["5.10.2", "5.10.3"], settings: rbac, token: person, expect: allow({ user: "x" }) },
  { name: "a role mapped to proxy_admin makes an administrator", spec: ["5.10.3"], settings: rbac, token: boss, request: get("/team/list"), expect: allow({ admin: true, user: "x" }) },
  { name: "such an administrator calls no model by default", spec: ["5.10.3", "5.3.1"], settings: rbac, token: boss, expect: deny("route_not_allowed") },
  { name: "while enforce_rbac is off, a role makes no administrator", spec: ["5.10.1"], settings: { ...rbac, enforce_rbac: false }, token: boss, request: get("/team/list"), expect: deny("route_not_allowed") },
  { name: "while enforce_rbac is off, a role stands for no team", spec: ["5.10.1"], settings: { ...rbac, enforce_rbac: false }, token: app, expect: deny("user_not_found") },
  { name: "a role that is not mapped is refused", spec: ["5.10.3"], settings: rbac, token: jwt({ oid: "x", roles: ["nobody"] }), expect: deny("role_not_mapped") },
  { name: "no role and nobody known is refused", spec: ["5.10.1", "5.11.1"], settings: rbac, token: jwt({ oid: "x" }), expect: deny("role_required") },
  { name: "roles are case-sensitive", spec: ["5.10.3"], settings: rbac, token: jwt({ oid: "x", roles: ["App"] }), expect: deny("role_not_mapped") },
  { name: "roles are no patterns", spec: ["5.10.3"], settings: rbac, token: jwt({ oid: "x", roles: ["*", "app*", ".*"] }), expect: deny("role_not_mapped") },
  { name: "a single role may be a string", spec: ["5.10.2"], settings: rbac, token: jwt({ oid: "x", roles: "app" }), expect: allow({ team: "x" }) },
  { name: "roles are not split at spaces", spec: ["5.10.2"], settings: rbac, token: jwt({ oid: "x", roles: "nobody app" }), expect: deny("role_not_mapped") },
  { name: "nested claims hold the roles", spec: ["5.10.2", "5.4.2"], settings: { ...rbac, roles_jwt_field: "a.b.roles" }, token: jwt({ oid: "x", a: { b: { roles: ["app"] } } }), expect: allow({ team: "x" }) },
  { name: "a claim path through __proto__ leads nowhere", spec: ["5.10.2"], settings: { ...rbac, roles_jwt_field: "__proto__.roles" }, token: jwt({ oid: "x", roles: ["app"] }), expect: deny("role_required") },
  { name: "of several roles the first of the mappings counts, not the first of the token", spec: ["5.10.3"], settings: rbac, token: jwt({ oid: "x", roles: ["boss", "person", "app"] }), expect: allow({ team: "x" }) },
  { name: "an unmapped role beside a mapped one does no harm", spec: ["5.10.3"], settings: rbac, token: jwt({ oid: "x", roles: ["other", "person"] }), expect: allow({ user: "x" }) },
  { name: "the admin scope beats the roles", spec: ["5.10.3", "5.2.1"], settings: rbac, token: jwt({ oid: "x", roles: ["person"], scope: "gateway_proxy_admin" }), request: get("/team/list"), expect: allow({ admin: true, user: "x" }) },
  { name: "a role mapped to team without an object id names no team", spec: ["5.10.2"], settings: rbac, token: jwt({ roles: ["app"] }), expect: deny("team_required") },
  { name: "a role mapped to internal_user without an object id names no user", spec: ["5.10.2"], settings: rbac, token: jwt({ roles: ["person"] }), expect: deny("user_required") },
  { name: "a role mapped to proxy_admin needs no object id", spec: ["5.10.3"], settings: rbac, token: jwt({ roles: ["boss"] }), request: get("/team/list"), expect: allow({ admin: true }) },
  { name: "a user's object id that is also a team's stays a user's", spec: ["5.10.3"], settings: rbac, token: person, state: { teams: { x: {} } }, expect: allow({ user: "x" }) },
  { name: "a team's object id that is also a user's stays a team's", spec: ["5.10.3"], settings: rbac, token: app, state: { users: { x: {} } }, expect: allow({ team: "x" }) },
  { name: "a team by its role is refused when it is blocked", spec: ["5.8.2", "3.1"], settings: rbac, token: app, state: { teams: { x: { blocked: true } } }, expect: deny("team_blocked") },
  { name: "a user by their role is refused when blocked", spec: ["5.10.3"], settings: rbac, token: person, state: { users: { x: { blocked: true } } }, expect: deny("user_blocked") },
  { name: "an administrator by role is refused when the user is blocked", spec: ["5.10.3"], settings: rbac, token: boss, state: { users: { x: { blocked: true } } }, request: get("/team/list"), expect: deny("user_blocked") },
  { name: "a team by its role is held to its models", spec: ["5.10.3", "5.5.3"], settings: rbac, token: app, state: { teams: { x: { models: ["other"] } } }, expect: deny("team_model_not_allowed") },
  { name: "a team by its role manages nothing", spec: ["5.3.2"], settings: rbac, token: app, request: post("/team/new"), expect: deny("route_not_allowed") },
  { name: "a user by their role is added where users are", spec: ["3.4", "5.10.3"], settings: { ...rbac, user_id_upsert: true }, token: person, expect: allow({ user: "x", creates: [createUser("x")] }) },
  { name: "a user by their role is refused models where teams are needed", spec: ["5.5.2", "5.10.3"], settings: { ...rbac, enforce_team_based_model_access: true }, token: person, expect: deny("team_required") },
  { name: "a user by their role acts for a group", spec: ["5.5.2", "5.10.3"], settings: { ...rbac, team_ids_jwt_field: "groups" }, token: jwt({ oid: "x", roles: ["person"], groups: ["a"] }), state: { teams: { a: {} } }, expect: allow({ team: "a", user: "x" }) },
  { name: "groups do not make a team of an object", spec: ["5.10.2"], settings: { ...rbac, team_ids_jwt_field: "groups" }, token: jwt({ oid: "x", groups: ["a"] }), state: { teams: { a: {} }, users: { x: {} } }, expect: allow({ team: "a", user: "x" }) },
  { name: "a user by their role cannot choose a foreign team", spec: ["5.5.2"], settings: rbac, token: person, state: { teams: { a: {} } }, request: chat(undefined, { team: "a" }), expect: deny("team_not_in_token") },
  { name: "a user by their role who chooses a group that is no team is refused, not served without one", spec: ["5.5.2"], settings: { ...rbac, team_ids_jwt_field: "groups" }, token: jwt({ oid: "x", roles: ["person"], groups: ["a"] }), request: chat(undefined, { team: "a" }), expect: deny("team_not_found") },
  { name: "a team by its role cannot choose another", spec: ["5.5.2"], settings: rbac, token: app, state: { teams: { a: {} } }, request: chat(undefined, { team: "a" }), expect: deny("team_not_in_token") },

  { name: "without roles, an object that is a team acts as one", spec: ["5.10.2"], settings: { object_id_jwt_field: "oid" }, token: jwt({ oid: "x" }), state: { teams: { x: {} } }, expect: allow({ team: "x" }) },
  { name: "without roles, an object that is a user acts as one", spec: ["5.10.2"], settings: { object_id_jwt_field: "oid" }, token: jwt({ oid: "x" }), state: { users: { x: {} } }, expect: allow({ user: "x" }) },
  { name: "without roles, an object that is both is the team", spec: ["5.10.2"], settings: { object_id_jwt_field: "oid" }, token: jwt({ oid: "x" }), state: { users: { x: {} }, teams: { x: {} } }, expect: allow({ team: "x" }) },
  { name: "without roles, an object that is neither is refused", spec: ["5.10.2"], settings: { object_id_jwt_field: "oid" }, token: jwt({ oid: "x" }), expect: deny("user_not_found") },
  { name: "without roles, an object that is a blocked team is refused", spec: ["5.8.2"], settings: { object_id_jwt_field: "oid" }, token: jwt({ oid: "x" }), state: { teams: { x: { blocked: true } } }, expect: deny("team_blocked") },
  { name: "with enforce_rbac, an object that is a known team needs no role", spec: ["5.10.1"], settings: rbac, token: jwt({ oid: "x" }), state: { teams: { x: {} } }, expect: allow({ team: "x" }) },
  { name: "with enforce_rbac, an object that is a known user needs no role", spec: ["5.10.1"], settings: rbac, token: jwt({ oid: "x" }), state: { users: { x: {} } }, expect: allow({ user: "x" }) },
  { name: "object_id_jwt_field replaces the team and user fields", spec: ["5.10.2"], settings: { ...rbac, team_id_jwt_field: "team", user_id_jwt_field: "sub" }, token: jwt({ oid: "x", team: "t1", sub: "u1", roles: ["person"] }), state: { teams: { t1: {} }, users: { u1: {} } }, expect: allow({ user: "x" }) },
  { name: "object_id_jwt_field replaces the default client_id", spec: ["5.10.2", "5.2.3"], settings: rbac, token: jwt({ oid: "x", client_id: "t1", roles: ["person"] }), state: { teams: { t1: {} } }, expect: allow({ user: "x" }) },

  { name: "with enforce_rbac, a token that names a team is one", spec: ["5.10.1", "5.11.1"], settings: plain, token: jwt({ client_id: "t1" }), state: { teams: { t1: {} } }, expect: allow({ team: "t1" }) },
  { name: "with enforce_rbac, a token that names a user is one", spec: ["5.10.1", "5.11.1"], settings: { ...plain, user_id_jwt_field: "sub" }, token: jwt({ sub: "u1" }), state: { users: { u1: {} } }, expect: allow({ user: "u1" }) },
  { name: "with enforce_rbac, a token that names nobody is refused", spec: ["5.10.1", "5.11.1"], settings: plain, token: jwt({ sub: "u1" }), expect: deny("role_required") },
  { name: "enforce_rbac alone does not stand for a team that is not there", spec: ["5.10.3"], settings: { ...plain, team_id_jwt_field: "team" }, token: jwt({ team: "t9" }), expect: deny("team_not_found") },
  { name: "enforce_rbac alone does not stand for a user who is not there", spec: ["5.10.3"], settings: { ...plain, user_id_jwt_field: "sub" }, token: jwt({ sub: "u9" }), expect: deny("user_not_found") },
  { name: "enforce_rbac lets an allowed e-mail be a user", spec: ["5.10.1", "5.7.1"], settings: { ...plain, user_email_jwt_field: "email", user_allowed_email_domain: "example.com" }, token: jwt({ email: "a@example.com" }), expect: allow({ user: "a@example.com" }) },
  { name: "a role mapped to team stands for the team of the named claim", spec: ["5.10.3"], settings: { ...rbac, object_id_jwt_field: undefined, team_id_jwt_field: "team" }, token: jwt({ team: "t9", roles: ["app"] }), expect: allow({ team: "t9" }) },
  { name: "a role mapped to team stands for the client_id", spec: ["5.10.3", "5.2.3"], settings: { ...rbac, object_id_jwt_field: undefined }, token: jwt({ client_id: "t9", roles: ["app"] }), expect: allow({ team: "t9" }) },
  { name: "a role mapped to internal_user excuses a missing team", spec: ["5.10.3"], settings: { ...rbac, object_id_jwt_field: undefined, team_id_jwt_field: "team", user_id_jwt_field: "sub" }, token: jwt({ sub: "u1", roles: ["person"] }), expect: allow({ user: "u1" }) },

  { name: "role_permissions hold a role to its models", spec: ["5.10.4"], settings: permissions("team", { models: ["other"] }), token: app, expect: deny("role_model_not_allowed") },
  { name: "role_permissions allow a role's models, by pattern", spec: ["5.10.4"], settings: permissions("team", { models: ["gpt-*"] }), token: app, expect: allow({ team: "x" }) },
  { name: "role_permissions hold a role to its routes", spec: ["5.10.4"], settings: permissions("team", { routes: ["/embeddings"] }), token: app, expect: deny("role_route_not_allowed") },
  { name: "role_permissions allow a role's routes, by family", spec: ["5.10.4"], settings: permissions("team", { routes: ["openai_routes"] }), token: app, expect: allow({ team: "x" }) },
  { name: "role_permissions open no route that the kind may not call", spec: ["5.10.4", "5.3.2"], settings: permissions("team", { routes: ["management_routes"] }), token: app, request: post("/team/new"), expect: deny("route_not_allowed") },
  { name: "role_permissions of one role say nothing about another", spec: ["5.10.4"], settings: permissions("team", { models: ["other"] }), token: person, expect: allow({ user: "x" }) },
  { name: "role_permissions have no effect while enforce_rbac is off", spec: ["5.10.1", "5.10.4"], settings: { role_permissions: [{ role: "team", models: ["other"] }] }, token: jwt({ client_id: "t1" }), state: { teams: { t1: {} } }, expect: allow({ team: "t1" }) },
  { name: "role_permissions hold a team that needs no role", spec: ["5.10.4"], settings: { ...plain, role_permissions: [{ role: "team", models: ["other"] }] }, token: jwt({ client_id: "t1" }), state: { teams: { t1: {} } }, expect: deny("role_model_not_allowed") },
  { name: "role_permissions hold administrators to their routes", spec: ["5.10.4"], settings: permissions("proxy_admin", { routes: ["/team/*"] }), token: boss, request: get("/key/list"), expect: deny("role_route_not_allowed") },
  { name: "role_permissions may stand in general_settings", spec: ["5.10.4"], settings: rbac, general: { role_permissions: [{ role: "team", models: ["other"] }] }, token: app, expect: deny("role_model_not_allowed") },
  { name: "role_permissions of gateway_jwtauth count where both are given", spec: ["5.10.4"], settings: permissions("team", { models: ["gpt-4o"] }), general: { role_permissions: [{ role: "team", models: ["other"] }] }, token: app, expect: allow({ team: "x" }) },
  { name: "a model called * is not among a role's named models", spec: ["5.10.4"], settings: permissions("team", { models: ["gpt-4o"] }), token: app, request: chat("*"), expect: deny("role_model_not_allowed") },
];
