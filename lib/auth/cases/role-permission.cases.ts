import type { RoleMapping } from "@/lib/config/schema";
import { allow, chat, deny, get, jwt, post, type DecisionCase } from "./case";
import { app, boss, person, rbac } from "./rbac";
const plain = { enforce_rbac: true };
const permissions = (role: RoleMapping["internal_role"], more: { models?: string[]; routes?: string[] }) => ({
  ...rbac,
  role_permissions: [{ role, ...more }],
});

/** The models and routes of a role (spec 5.10.4). */
export const rolePermissionCases: DecisionCase[] = [
  {
    name: "role_permissions restrict a role to its models",
    spec: ["5.10.4"],
    settings: permissions("team", { models: ["other"] }),
    token: app,
    expect: deny("role_model_not_allowed"),
  },
  {
    name: "role_permissions allow a role's models, by pattern",
    spec: ["5.10.4"],
    settings: permissions("team", { models: ["gpt-*"] }),
    token: app,
    expect: allow({ team: "x" }),
  },
  {
    name: "role_permissions restrict a role to its routes",
    spec: ["5.10.4"],
    settings: permissions("team", { routes: ["/embeddings"] }),
    token: app,
    expect: deny("role_route_not_allowed"),
  },
  {
    name: "role_permissions allow a role's routes, by family",
    spec: ["5.10.4"],
    settings: permissions("team", { routes: ["openai_routes"] }),
    token: app,
    expect: allow({ team: "x" }),
  },
  {
    name: "role_permissions open no route that the caller's kind may not call",
    spec: ["5.10.4", "5.3.2"],
    settings: permissions("team", { routes: ["management_routes"] }),
    token: app,
    request: post("/team/new"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "role_permissions of one role do not apply to another",
    spec: ["5.10.4"],
    settings: permissions("team", { models: ["other"] }),
    token: person,
    expect: allow({ user: "x" }),
  },
  {
    name: "role_permissions have no effect while enforce_rbac is off",
    spec: ["5.10.1", "5.10.4"],
    settings: { role_permissions: [{ role: "team", models: ["other"] }] },
    token: jwt({ client_id: "t1" }),
    state: { teams: { t1: {} } },
    expect: allow({ team: "t1" }),
  },
  {
    name: "role_permissions apply to a team that needs no mapped role",
    spec: ["5.10.4"],
    settings: { ...plain, role_permissions: [{ role: "team", models: ["other"] }] },
    token: jwt({ client_id: "t1" }),
    state: { teams: { t1: {} } },
    expect: deny("role_model_not_allowed"),
  },
  {
    name: "role_permissions restrict administrators to their routes",
    spec: ["5.10.4"],
    settings: permissions("proxy_admin", { routes: ["/team/*"] }),
    token: boss,
    request: get("/key/list"),
    expect: deny("role_route_not_allowed"),
  },
  {
    name: "role_permissions may stand in general_settings",
    spec: ["5.10.4"],
    settings: rbac,
    general: { role_permissions: [{ role: "team", models: ["other"] }] },
    token: app,
    expect: deny("role_model_not_allowed"),
  },
  {
    name: "role_permissions of gateway_jwtauth win over those of general_settings",
    spec: ["5.10.4"],
    settings: permissions("team", { models: ["gpt-4o"] }),
    general: { role_permissions: [{ role: "team", models: ["other"] }] },
    token: app,
    expect: allow({ team: "x" }),
  },
  {
    name: "a model called * is not among a role's named models",
    spec: ["5.10.4"],
    settings: permissions("team", { models: ["gpt-4o"] }),
    token: app,
    request: chat("*"),
    expect: deny("role_model_not_allowed"),
  },
];
