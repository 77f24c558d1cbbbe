import { allow, deny, get, jwt, post, type DecisionCase } from "./case";

const admin = jwt({ scope: "gateway_proxy_admin" });
const models = { admin_allowed_routes: ["management_routes", "openai_routes"] };

const managementRoutes: DecisionCase[] = [
  ...[
    "/team/list",
    "/team/info?team_id=t1",
    "/key/list",
    "/key/info",
    "/user/list",
    "/user/info?user_id=u1",
    "/audit/logs",
    "/spend/logs",
    "/global/spend",
    "/config/get",
    "/model/info",
  ].map(get),
  ...[
    "/team/new",
    "/team/block",
    "/team/unblock",
    "/key/generate",
    "/key/delete",
    "/user/new",
    "/config/validate",
    "/model/resolve",
  ].map(post),
].map((request) => ({
  name: `an admin JWT may call ${request.method} ${request.path}`,
  spec: ["5.3.1", "4.7"],
  token: admin,
  request,
  expect: allow({ admin: true }),
}));

/** The routes that an administrator's token may call (spec 5.3). */
export const adminRouteCases: DecisionCase[] = [
  ...managementRoutes,
  {
    name: "by default an admin JWT may not list models",
    spec: ["5.3.1"],
    token: admin,
    request: get("/v1/models"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "by default an admin JWT may not make embeddings",
    spec: ["5.3.1"],
    token: admin,
    request: { method: "POST", path: "/v1/embeddings", model: "e" },
    expect: deny("route_not_allowed"),
  },
  {
    name: "admin_allowed_routes may name the route for embeddings",
    spec: ["5.3.3"],
    settings: { admin_allowed_routes: ["/v1/embeddings"] },
    token: admin,
    request: { method: "POST", path: "/v1/embeddings", model: "e" },
    expect: allow({ admin: true }),
  },
  {
    name: "admin_allowed_routes may open model routes",
    spec: ["5.3.3"],
    settings: models,
    token: admin,
    expect: allow({ admin: true }),
  },
  {
    name: "admin_allowed_routes may name a route with or without /v1",
    spec: ["5.3.3"],
    settings: { admin_allowed_routes: ["/chat/completions"] },
    token: admin,
    expect: allow({ admin: true }),
  },
  {
    name: "admin_allowed_routes replaces the default",
    spec: ["5.3.3"],
    settings: { admin_allowed_routes: ["/v1/chat/completions"] },
    token: admin,
    request: get("/team/list"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "admin_allowed_routes takes the specification's patterns",
    spec: ["5.3.3", "4.7"],
    settings: { admin_allowed_routes: ["/team/*", "/key/*", "/user/*"] },
    token: admin,
    request: get("/key/list"),
    expect: allow({ admin: true }),
  },
  {
    name: "the specification's patterns do not open other management routes",
    spec: ["5.3.3", "4.7"],
    settings: { admin_allowed_routes: ["/team/*", "/key/*", "/user/*"] },
    token: admin,
    request: get("/audit/logs"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "/v1/* in admin_allowed_routes opens no management route",
    spec: ["5.3.3"],
    settings: { admin_allowed_routes: ["/v1/*"] },
    token: admin,
    request: get("/team/list"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "an exact route in admin_allowed_routes is not a prefix: /team opens nothing below it",
    spec: ["5.3.3"],
    settings: { admin_allowed_routes: ["/team"] },
    token: admin,
    request: get("/team/list"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "spend_routes alone opens the spend routes and no other management route",
    spec: ["5.3.3"],
    settings: { admin_allowed_routes: ["spend_routes"] },
    token: admin,
    request: get("/team/list"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "an empty admin_allowed_routes allows nothing",
    spec: ["5.3.3"],
    settings: { admin_allowed_routes: [] },
    token: admin,
    request: get("/team/list"),
    expect: deny("route_not_allowed"),
  },
];
