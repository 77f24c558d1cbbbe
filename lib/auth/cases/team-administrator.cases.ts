import { allow, deny, get, jwt, post, type DecisionCase, type RequestInput } from "./case";

const users = { user_id_jwt_field: "sub" };
const groups = { ...users, team_ids_jwt_field: "groups" };
const lead = jwt({ sub: "u1" });
const state = { teams: { t1: {}, t2: {} }, users: { u1: { teams: ["t1", "t2"], administers: ["t1"] } } };
const administering = allow({ user: "u1", administers: ["t1"] });

const open: RequestInput[] = [
  ...["/team/update", "/team/member_add", "/team/member_update", "/team/member_delete"].map(post),
  ...["/key/generate", "/key/update", "/key/delete", "/key/regenerate", "/key/block"].map(post),
  ...["/team/info?team_id=t1", "/key/list", "/spend/logs?team_id=t1", "/audit/logs"].map(get),
];
const closed: RequestInput[] = [
  ...["/team/new", "/team/delete", "/team/block", "/team/unblock", "/key/unblock", "/user/new"].map(post),
  ...["/config/revisions", "/spend/reprice"].map(post),
  ...["/team/list", "/user/list", "/config/get"].map(get),
];

/** Administrators of teams: members with the role `admin` (explain/administrators). */
export const teamAdministratorCases: DecisionCase[] = [
  ...open.map((request): DecisionCase => ({
    name: `an administrator of a team may call ${request.method} ${request.path}`,
    spec: ["5.3.3"],
    settings: users,
    token: lead,
    state,
    request,
    expect: administering,
  })),
  ...closed.map((request): DecisionCase => ({
    name: `an administrator of a team may not call ${request.method} ${request.path}`,
    spec: ["5.3.3"],
    settings: users,
    token: lead,
    state,
    request,
    expect: deny("route_not_allowed"),
  })),
  {
    name: "a member without the role admin administers nothing",
    spec: ["5.3.2"],
    settings: users,
    token: lead,
    state: { ...state, users: { u1: { teams: ["t1", "t2"] } } },
    request: post("/team/member_add"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "team_allowed_routes opens to no member what is for the administrators of teams",
    spec: ["5.3.3"],
    settings: { ...users, team_allowed_routes: ["management_routes"] },
    token: lead,
    state: { ...state, users: { u1: { teams: ["t1"] } } },
    request: post("/team/update"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "with an empty team_admin_allowed_routes the administrators of teams are members like others",
    spec: ["5.3.3"],
    settings: { ...users, team_admin_allowed_routes: [] },
    token: lead,
    state,
    request: post("/team/member_add"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "team_admin_allowed_routes may name single routes",
    spec: ["5.3.3"],
    settings: { ...users, team_admin_allowed_routes: ["/team/member_add"] },
    token: lead,
    state,
    request: post("/team/member_add"),
    expect: administering,
  },
  {
    name: "where a claim lists the groups, the token must name the team that its user administers",
    spec: ["5.5.2"],
    settings: groups,
    token: jwt({ sub: "u1", groups: ["t2"] }),
    state,
    request: post("/team/member_add"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "a user administers the team that both the token's groups and the record name",
    spec: ["5.5.2"],
    settings: groups,
    token: jwt({ sub: "u1", groups: ["t1"] }),
    state,
    request: post("/team/member_add"),
    expect: allow({ user: "u1", team: "t1", administers: ["t1"] }),
  },
  {
    name: "a blocked team has no administrators",
    spec: ["5.8.2"],
    settings: users,
    token: lead,
    state: { ...state, teams: { t1: { blocked: true }, t2: {} } },
    request: post("/team/member_add"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "a team of a blocked organisation has no administrators",
    spec: ["5.8.2"],
    settings: users,
    token: lead,
    state: { ...state, teams: { t1: { organization: "o1" }, t2: {} }, organizations: { o1: { blocked: true } } },
    request: post("/team/member_add"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "a blocked user administers no team",
    spec: ["5.8.2"],
    settings: users,
    token: lead,
    state: { ...state, users: { u1: { ...state.users.u1, blocked: true } } },
    request: post("/team/member_add"),
    expect: deny("user_blocked"),
  },
  {
    name: "a virtual key of the administrator of a team administers nothing",
    spec: ["5.3.2"],
    token: { key: { user: "u1", team: "t1", allowedRoutes: ["management_routes"] } },
    state,
    request: post("/team/member_add"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "the administrator of a team calls models like any member",
    spec: ["5.5.1"],
    settings: users,
    token: lead,
    state,
    expect: allow({ user: "u1" }),
  },
  {
    name: "an administrator of the gateway needs no role in a team",
    spec: ["5.2.1"],
    settings: users,
    token: jwt({ sub: "u1", scope: "gateway_proxy_admin" }),
    state,
    request: post("/team/member_add"),
    expect: allow({ admin: true, user: "u1" }),
  },
];
