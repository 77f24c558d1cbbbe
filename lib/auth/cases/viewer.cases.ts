import { allow, chat, deny, get, ISSUER, jwt, post, type DecisionCase } from "./case";
import { rbac } from "./rbac";

const users = { user_id_jwt_field: "sub" };
const byScope = { ...users, admin_viewer_jwt_scope: "auditor" };
const scoped = jwt({ scope: "auditor" });
const PARTNER = "https://partner.test";
const keys = `${ISSUER}/jwks`;
const viewing = allow({ viewer: true });
const recorded = { users: { u1: { role: "proxy_admin_viewer" as const } } };

const reads: DecisionCase[] = [
  ...[
    "/team/list",
    "/team/info?team_id=t1",
    "/user/list",
    "/key/list",
    "/organization/list",
    "/customer/list",
    "/config/get",
    "/config/revisions",
    "/audit/logs",
    "/spend/logs",
    "/spend/report",
    "/spend/series",
    "/spend/journal",
    "/spend/sinks",
    "/auth/matrix",
    "/provider/keys",
    "/price/list",
    "/model/info",
    "/search?text=a",
  ].map(get),
  ...[
    "/auth/explain",
    "/auth/replay",
    "/auth/matrix/calls",
    "/auth/matrix/changes",
    "/config/validate",
    "/model/resolve",
    "/provider/keys/drill",
  ].map(post),
].map((request) => ({
  name: `a viewer may call ${request.method} ${request.path}`,
  spec: ["5.2.1"],
  settings: byScope,
  token: scoped,
  request,
  expect: viewing,
}));

const writes: DecisionCase[] = [
  "/team/new",
  "/team/update",
  "/team/block",
  "/team/member_add",
  "/user/new",
  "/key/generate",
  "/key/update",
  "/key/delete",
  "/config/revisions",
  "/config/rollback",
  "/model/new",
  "/price/new",
  "/spend/reprice",
  "/provider/keys/refresh",
].map((path) => ({
  name: `a viewer may not call POST ${path}`,
  spec: ["5.3.1"],
  settings: byScope,
  token: jwt({ sub: "u1", scope: "auditor" }),
  state: { users: { u1: {} } },
  request: post(path),
  expect: deny("route_not_allowed"),
}));

/** Read-only administrators (explain/administrators). */
export const viewerCases: DecisionCase[] = [
  ...reads,
  ...writes,
  {
    name: "without admin_viewer_jwt_scope no scope makes a viewer",
    spec: ["5.2.1"],
    token: scoped,
    request: get("/team/list"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "an administrator who is also a viewer is an administrator",
    spec: ["5.2.1"],
    settings: byScope,
    token: jwt({ scope: "auditor gateway_proxy_admin" }),
    request: get("/team/list"),
    expect: allow({ admin: true }),
  },
  {
    name: "the role in a user's record makes a viewer",
    spec: ["5.2.1"],
    settings: users,
    token: jwt({ sub: "u1" }),
    state: recorded,
    request: get("/audit/logs"),
    expect: allow({ viewer: true, user: "u1" }),
  },
  {
    name: "a user without a role in the record is not a viewer",
    spec: ["5.2.1"],
    settings: users,
    token: jwt({ sub: "u1" }),
    state: { users: { u1: {}, u2: { role: "proxy_admin_viewer" } } },
    request: get("/audit/logs"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "a blocked user is not a viewer either",
    spec: ["5.8.2"],
    settings: users,
    token: jwt({ sub: "u1" }),
    state: { users: { u1: { role: "proxy_admin_viewer", blocked: true } } },
    request: get("/audit/logs"),
    expect: deny("user_blocked"),
  },
  {
    name: "a viewer may look at everything while their team is blocked",
    spec: ["5.8.2"],
    settings: byScope,
    token: jwt({ client_id: "t1", scope: "auditor" }),
    state: { teams: { t1: { blocked: true } } },
    request: get("/team/list"),
    expect: viewing,
  },
  {
    name: "a role mapped to proxy_admin_viewer makes a viewer",
    spec: ["5.10.3"],
    settings: { ...rbac, role_mappings: [{ role: "auditor", internal_role: "proxy_admin_viewer" }] },
    token: jwt({ roles: ["auditor"] }),
    request: get("/team/list"),
    expect: viewing,
  },
  {
    name: "a role mapped to proxy_admin_viewer makes a viewer beside a role mapped to internal_user",
    spec: ["5.10.3"],
    settings: {
      ...rbac,
      ...users,
      role_mappings: [
        { role: "person", internal_role: "internal_user" },
        { role: "auditor", internal_role: "proxy_admin_viewer" },
      ],
    },
    token: jwt({ sub: "u1", roles: ["person", "auditor"] }),
    request: get("/team/list"),
    expect: allow({ viewer: true, user: "u1" }),
  },
  {
    name: "a role mapped to proxy_admin_viewer does not count without enforce_rbac",
    spec: ["5.10.1"],
    settings: {
      ...rbac,
      enforce_rbac: false,
      role_mappings: [{ role: "auditor", internal_role: "proxy_admin_viewer" }],
    },
    token: jwt({ client_id: "t1", roles: ["auditor"] }),
    state: { teams: { t1: {} } },
    request: get("/team/list"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "a role mapped to proxy_admin_viewer alone opens no model",
    spec: ["5.10.3"],
    settings: { ...rbac, role_mappings: [{ role: "auditor", internal_role: "proxy_admin_viewer" }] },
    token: jwt({ roles: ["auditor"] }),
    expect: deny("role_not_mapped"),
  },
  {
    name: "the viewer scope alone opens no model",
    spec: ["5.3.2"],
    settings: byScope,
    token: scoped,
    expect: deny("team_required"),
  },
  {
    name: "a viewer who is a user calls models as that user",
    spec: ["5.5.1"],
    settings: users,
    token: jwt({ sub: "u1" }),
    state: recorded,
    expect: allow({ user: "u1" }),
  },
  {
    name: "a viewer's own models bind them like any user",
    spec: ["5.5.3"],
    settings: users,
    token: jwt({ sub: "u1" }),
    state: { users: { u1: { role: "proxy_admin_viewer", models: ["gpt-4o-mini"] } } },
    request: chat("gpt-4o"),
    expect: deny("user_model_not_allowed"),
  },
  {
    name: "a virtual key of a viewer reads no more than other keys",
    spec: ["5.3.2"],
    token: { key: { user: "u1", allowedRoutes: ["management_routes"] } },
    state: recorded,
    request: get("/team/list"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "a viewer reads only routes of admin_allowed_routes",
    spec: ["5.3.3"],
    settings: { ...byScope, admin_allowed_routes: ["/team/*"] },
    token: jwt({ client_id: "t1", scope: "auditor" }),
    state: { teams: { t1: {} } },
    request: get("/audit/logs"),
    expect: deny("route_not_allowed"),
  },
  ...[
    {
      what: "the viewer scope",
      settings: byScope,
      claims: { sub: "u1", scope: "auditor" },
      state: { users: { u1: {} } },
    },
    { what: "the role in a user's record", settings: users, claims: { sub: "u1" }, state: recorded },
  ].map(({ what, settings, claims, state }): DecisionCase => ({
    name: `${what} makes no viewer of the token of an issuer that may not make administrators`,
    spec: ["5.2.1"],
    settings: {
      ...settings,
      issuers: [
        { issuer: ISSUER, jwks_url: keys, allow_admin: true },
        { issuer: PARTNER, jwks_url: keys },
      ],
    },
    token: jwt({ iss: PARTNER, ...claims }),
    state,
    request: get("/team/list"),
    expect: deny("route_not_allowed"),
  })),
];
