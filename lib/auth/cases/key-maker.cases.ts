import { allow, chat, deny, get, type DecisionCase, type KeyInput } from "./case";
import { rbac } from "./rbac";

const u1 = { users: { u1: {} } };
const t1 = { teams: { t1: {} } };
const ofUser = { user: "u1", maker: { role: "internal_user", scopes: [] } } as const satisfies KeyInput;
const withScopes = (...scopes: string[]): KeyInput => ({ user: "u1", maker: { role: null, scopes } });
const scoped = {
  enforce_scope_based_access: true,
  scope_mappings: [{ scope: "premium", models: ["gpt-4o"] }],
};

/** Keys made by callers who are not administrators: they open no more than their maker's token does. */
export const keyMakerCases: DecisionCase[] = [
  {
    name: "a key that a user made may use the models of the user's role",
    spec: ["5.10.4"],
    settings: { ...rbac, role_permissions: [{ role: "internal_user", models: ["gpt-4o"] }] },
    token: { key: ofUser },
    state: u1,
    expect: allow({ user: "u1" }),
  },
  {
    name: "a key that a user made opens no model that the user's role does not",
    spec: ["5.10.4"],
    settings: { ...rbac, role_permissions: [{ role: "internal_user", models: ["support"] }] },
    token: { key: ofUser },
    state: u1,
    expect: deny("role_model_not_allowed"),
  },
  {
    name: "a key that a user made opens no route that the user's role does not",
    spec: ["5.10.4"],
    settings: { ...rbac, role_permissions: [{ role: "internal_user", routes: ["/embeddings"] }] },
    token: { key: ofUser },
    state: u1,
    expect: deny("role_route_not_allowed"),
  },
  {
    name: "a key that was made before enforce_rbac was on acts in the role of its owner",
    spec: ["5.10.4"],
    settings: { ...rbac, role_permissions: [{ role: "team", models: ["support"] }] },
    token: { key: { team: "t1", maker: { role: null, scopes: [] } } },
    state: t1,
    expect: deny("role_model_not_allowed"),
  },
  {
    name: "the permissions of roles do not bind a key that an administrator made",
    spec: ["5.10.4"],
    settings: { ...rbac, role_permissions: [{ role: "internal_user", models: ["support"] }] },
    token: { key: { user: "u1" } },
    state: u1,
    expect: allow({ user: "u1" }),
  },
  {
    name: "a key has the scopes of the token that made it",
    spec: ["5.11.2"],
    settings: scoped,
    token: { key: withScopes("premium") },
    state: u1,
    expect: allow({ user: "u1" }),
  },
  {
    name: "a key opens no model that none of its maker's scopes lists",
    spec: ["5.11.3"],
    settings: scoped,
    token: { key: withScopes("basic") },
    state: u1,
    expect: deny("scope_model_not_allowed"),
  },
  {
    name: "scopes do not bind a key that an administrator made",
    spec: ["5.11.3"],
    settings: scoped,
    token: { key: { user: "u1" } },
    state: u1,
    expect: allow({ user: "u1" }),
  },
  {
    name: "a key that carries the admin scope of its maker's token is not an administrator's",
    spec: ["5.2.2"],
    settings: { admin_jwt_scope: "operator", team_allowed_routes: ["management_routes"] },
    token: { key: { ...withScopes("operator"), allowedRoutes: ["management_routes"] } },
    state: u1,
    request: get("/team/list"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "with enforce_team_based_model_access a key that a user made without a team opens no model",
    spec: ["5.5.3"],
    settings: { enforce_team_based_model_access: true },
    token: { key: { user: "u1", maker: { role: null, scopes: [] } } },
    state: u1,
    expect: deny("team_required"),
  },
  {
    name: "with enforce_team_based_model_access a key that a user made for a team opens the team's models",
    spec: ["5.5.3"],
    settings: { enforce_team_based_model_access: true },
    token: { key: { user: "u1", team: "t1", maker: { role: null, scopes: [] } } },
    state: { ...u1, ...t1 },
    expect: allow({ user: "u1", team: "t1" }),
  },
  {
    name: "a key opens no route that team_allowed_routes closes to its maker",
    spec: ["5.3.3"],
    settings: { team_allowed_routes: ["/embeddings", "/key/generate"] },
    token: { key: { user: "u1", allowedRoutes: ["openai_routes"], maker: { role: null, scopes: [] } } },
    state: u1,
    request: chat(),
    expect: deny("route_not_allowed"),
  },
];
