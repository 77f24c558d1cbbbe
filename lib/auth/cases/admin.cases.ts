import { allow, chat, createUser, deny, get, jwt, post, type DecisionCase } from "./case";

const admin = jwt({ scope: "gateway_proxy_admin" });
const models = { admin_allowed_routes: ["management_routes", "openai_routes"] };

const managementRoutes: DecisionCase[] = [
  ...["/team/list", "/team/info?team_id=t1", "/key/list", "/key/info", "/user/list", "/user/info?user_id=u1", "/audit/logs", "/spend/logs", "/global/spend", "/config/get", "/model/info"].map(get),
  ...["/team/new", "/team/block", "/team/unblock", "/key/generate", "/key/delete", "/user/new", "/config/validate", "/model/resolve"].map(post),
].map((request) => ({ name: `an admin JWT may call ${request.method} ${request.path}`, spec: ["5.3.1", "4.7"], token: admin, request, expect: allow({ admin: true }) }));

/** Administrators (spec 5.2, 5.3). */
export const adminCases: DecisionCase[] = [
  ...managementRoutes,
  { name: "the admin scope is gateway_proxy_admin unless another is set", spec: ["5.2.1"], token: admin, request: get("/team/list"), expect: allow({ admin: true }) },
  { name: "the admin scope among others, as a string", spec: ["5.2.1", "5.2.4"], token: jwt({ scope: "openid  gateway_proxy_admin\temail" }), request: get("/team/list"), expect: allow({ admin: true }) },
  { name: "the admin scope in a list", spec: ["5.2.1", "5.2.4"], token: jwt({ scope: ["openid", "gateway_proxy_admin"] }), request: get("/team/list"), expect: allow({ admin: true }) },
  { name: "the admin scope in scp, as some providers call it", spec: ["5.2.4"], token: jwt({ scp: "gateway_proxy_admin" }), request: get("/team/list"), expect: allow({ admin: true }) },
  { name: "the admin scope in scp as a list beside another scope", spec: ["5.2.4"], token: jwt({ scope: "openid", scp: ["gateway_proxy_admin"] }), request: get("/team/list"), expect: allow({ admin: true }) },
  { name: "a list entry with a space is one scope, not two", spec: ["5.2.4"], token: jwt({ scope: ["openid gateway_proxy_admin"] }), request: get("/team/list"), expect: deny("route_not_allowed") },
  { name: "admin_jwt_scope names another scope", spec: ["5.2.2"], settings: { admin_jwt_scope: "boss" }, token: jwt({ scope: "boss" }), request: get("/team/list"), expect: allow({ admin: true }) },
  { name: "with another admin scope, the default one is nothing", spec: ["5.2.2"], settings: { admin_jwt_scope: "boss" }, token: admin, request: get("/team/list"), expect: deny("route_not_allowed") },
  { name: "a longer scope is another scope", spec: ["5.2.1"], token: jwt({ scope: "gateway_proxy_admin2 xgateway_proxy_admin" }), request: get("/team/list"), expect: deny("route_not_allowed") },
  { name: "scopes are case-sensitive", spec: ["5.2.1"], token: jwt({ scope: "Gateway_Proxy_Admin" }), request: get("/team/list"), expect: deny("route_not_allowed") },
  { name: "a role of the admin scope's name is no scope", spec: ["5.2.1"], settings: { roles_jwt_field: "roles" }, token: jwt({ roles: ["gateway_proxy_admin"] }), request: get("/team/list"), expect: deny("route_not_allowed") },
  { name: "blocking takes an administrator", spec: ["3.3", "4.5"], token: jwt({ client_id: "t1" }), state: { teams: { t1: {} } }, request: post("/team/block"), expect: deny("route_not_allowed") },
  { name: "unblocking takes an administrator", spec: ["3.3", "4.6"], token: jwt({ client_id: "t1" }), state: { teams: { t1: {} } }, request: post("/team/unblock"), expect: deny("route_not_allowed") },
  { name: "an administrator whose own team is blocked can unblock it", spec: ["3.2", "3.3", "4.6", "5.8.1"], token: jwt({ scope: "gateway_proxy_admin", client_id: "t1" }), state: { teams: { t1: { blocked: true } } }, request: post("/team/unblock"), expect: allow({ admin: true }) },
  { name: "an administrator whose organisation is blocked can manage", spec: ["5.3.1"], settings: { org_id_jwt_field: "org" }, token: jwt({ scope: "gateway_proxy_admin", org: "o1" }), state: { organizations: { o1: { blocked: true } } }, request: get("/team/list"), expect: allow({ admin: true, organization: "o1" }) },
  { name: "by default an admin JWT calls no model", spec: ["5.3.1"], token: admin, expect: deny("route_not_allowed") },
  { name: "by default an admin JWT lists no models", spec: ["5.3.1"], token: admin, request: get("/v1/models"), expect: deny("route_not_allowed") },
  { name: "by default an admin JWT makes no embeddings", spec: ["5.3.1"], token: admin, request: { method: "POST", path: "/v1/embeddings", model: "e" }, expect: deny("route_not_allowed") },
  { name: "admin_allowed_routes may name the route for embeddings", spec: ["5.3.3"], settings: { admin_allowed_routes: ["/v1/embeddings"] }, token: admin, request: { method: "POST", path: "/v1/embeddings", model: "e" }, expect: allow({ admin: true }) },
  { name: "admin_allowed_routes may open model routes", spec: ["5.3.3"], settings: models, token: admin, expect: allow({ admin: true }) },
  { name: "admin_allowed_routes names one route in either spelling", spec: ["5.3.3"], settings: { admin_allowed_routes: ["/chat/completions"] }, token: admin, expect: allow({ admin: true }) },
  { name: "admin_allowed_routes replaces the default", spec: ["5.3.3"], settings: { admin_allowed_routes: ["/v1/chat/completions"] }, token: admin, request: get("/team/list"), expect: deny("route_not_allowed") },
  { name: "admin_allowed_routes with the spec's patterns", spec: ["5.3.3", "4.7"], settings: { admin_allowed_routes: ["/team/*", "/key/*", "/user/*"] }, token: admin, request: get("/key/list"), expect: allow({ admin: true }) },
  { name: "the spec's patterns do not open other management", spec: ["5.3.3", "4.7"], settings: { admin_allowed_routes: ["/team/*", "/key/*", "/user/*"] }, token: admin, request: get("/audit/logs"), expect: deny("route_not_allowed") },
  { name: "/v1/* for administrators is not their management", spec: ["5.3.3"], settings: { admin_allowed_routes: ["/v1/*"] }, token: admin, request: get("/team/list"), expect: deny("route_not_allowed") },
  { name: "a pattern is no prefix: /team opens nothing below it", spec: ["5.3.3"], settings: { admin_allowed_routes: ["/team"] }, token: admin, request: get("/team/list"), expect: deny("route_not_allowed") },
  { name: "spend_routes alone opens spend, and no other management", spec: ["5.3.3"], settings: { admin_allowed_routes: ["spend_routes"] }, token: admin, request: get("/team/list"), expect: deny("route_not_allowed") },
  { name: "an empty list of routes allows nothing", spec: ["5.3.3"], settings: { admin_allowed_routes: [] }, token: admin, request: get("/team/list"), expect: deny("route_not_allowed") },
  { name: "an administrator needs no team, though the claim is required", spec: ["5.2.1"], settings: { team_id_jwt_field: "team" }, token: admin, request: get("/team/list"), expect: allow({ admin: true }) },
  { name: "an administrator need not exist as a user", spec: ["5.2.1"], settings: { user_id_jwt_field: "sub" }, token: jwt({ scope: "gateway_proxy_admin", sub: "u1" }), request: get("/team/list"), expect: allow({ admin: true, user: "u1" }) },
  { name: "an administrator is added as a user where users are", spec: ["3.4"], settings: { user_id_jwt_field: "sub", user_id_upsert: true }, token: jwt({ scope: "gateway_proxy_admin", sub: "u1" }), request: get("/team/list"), expect: allow({ admin: true, user: "u1", creates: [createUser("u1")] }) },
  { name: "a blocked user is refused even with the admin scope", spec: ["5.2.1"], settings: { user_id_jwt_field: "sub" }, token: jwt({ scope: "gateway_proxy_admin", sub: "u1" }), state: { users: { u1: { blocked: true } } }, request: get("/team/list"), expect: deny("user_blocked") },
  { name: "an administrator's model call is charged to the token's team", spec: ["5.4.1"], settings: models, token: jwt({ scope: "gateway_proxy_admin", client_id: "t1" }), state: { teams: { t1: {} } }, expect: allow({ admin: true, team: "t1" }) },
  { name: "an administrator's model call is refused for a blocked team", spec: ["3.1", "5.8.2"], settings: models, token: jwt({ scope: "gateway_proxy_admin", client_id: "t1" }), state: { teams: { t1: { blocked: true } } }, expect: deny("team_blocked") },
  { name: "an administrator's model call is refused when all groups are blocked", spec: ["3.1", "5.8.2"], settings: { ...models, team_ids_jwt_field: "groups" }, token: jwt({ scope: "gateway_proxy_admin", groups: ["t1"] }), state: { teams: { t1: { blocked: true } } }, expect: deny("team_blocked") },
  { name: "an administrator's model call goes by the first open group", spec: ["5.8.2"], settings: { ...models, team_ids_jwt_field: "groups" }, token: jwt({ scope: "gateway_proxy_admin", groups: ["t1", "t2"] }), state: { teams: { t1: { blocked: true }, t2: {} } }, expect: allow({ admin: true, team: "t2" }) },
  { name: "an administrator cannot choose a blocked team by header", spec: ["3.1", "5.8.2"], settings: { ...models, team_ids_jwt_field: "groups" }, token: jwt({ scope: "gateway_proxy_admin", groups: ["t1", "t2"] }), state: { teams: { t1: { blocked: true }, t2: {} } }, request: chat(undefined, { team: "t1" }), expect: deny("team_blocked") },
  { name: "an administrator cannot charge a team that is not the token's", spec: ["5.4.1"], settings: models, token: jwt({ scope: "gateway_proxy_admin", client_id: "t1" }), state: { teams: { t1: {}, t2: {} } }, request: chat(undefined, { team: "t2" }), expect: deny("team_not_in_token") },
  { name: "an administrator's model call is held to the team's models", spec: ["5.5.3"], settings: models, token: jwt({ scope: "gateway_proxy_admin", client_id: "t1" }), state: { teams: { t1: { models: ["other"] } } }, expect: deny("team_model_not_allowed") },
  { name: "scope rules bind administrators who call models", spec: ["5.11.3"], settings: { ...models, enforce_scope_based_access: true, scope_mappings: [{ scope: "m", models: ["gpt-4o"] }] }, token: admin, expect: deny("scope_model_not_allowed") },
  { name: "an administrator with a mapped scope calls its models", spec: ["5.11.2"], settings: { ...models, enforce_scope_based_access: true, scope_mappings: [{ scope: "m", models: ["gpt-4o"] }] }, token: jwt({ scope: "gateway_proxy_admin m" }), expect: allow({ admin: true }) },
  { name: "scope rules do not touch management", spec: ["5.11.1"], settings: { enforce_scope_based_access: true }, token: admin, request: get("/team/list"), expect: allow({ admin: true }) },
  { name: "team-based access binds administrators who call models", spec: ["5.5.2"], settings: { ...models, enforce_team_based_model_access: true }, token: admin, expect: deny("team_required") },
  { name: "the e-mail domain does not bind administrators", spec: ["5.7.1"], settings: { user_email_jwt_field: "email", user_allowed_email_domain: "example.com" }, token: jwt({ scope: "gateway_proxy_admin", email: "ada@other.com" }), request: get("/team/list"), expect: allow({ admin: true }) },
];
