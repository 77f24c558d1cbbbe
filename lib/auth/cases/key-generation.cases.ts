import { allow, deny, get, jwt, post, type DecisionCase } from "./case";

const users = { user_id_jwt_field: "sub" };
const groups = { ...users, team_ids_jwt_field: "groups" };
const personal = { personal_key_generation: { allowed_user_roles: ["internal_user"] } };
const ofTeam = (...roles: string[]) => ({ team_key_generation: { allowed_team_member_roles: roles } });
const state = {
  teams: { t1: {}, t2: {} },
  users: { u1: { teams: ["t1"] }, lead: { teams: ["t1"], administers: ["t1"] } },
};
const generate = post("/key/generate");
const caller = jwt({ sub: "u1" });

const cases: Omit<DecisionCase, "spec">[] = [
  {
    name: "without key_generation_settings a user makes no key",
    settings: users,
    token: caller,
    request: generate,
    expect: deny("route_not_allowed"),
  },
  {
    name: "an empty key_generation_settings lets nobody make keys, whatever the route list",
    settings: { ...users, key_generation_settings: {}, team_allowed_routes: ["/key/generate"] },
    token: caller,
    request: generate,
    expect: deny("route_not_allowed"),
  },
  ...[generate, post("/key/delete"), post("/key/regenerate"), get("/key/list")].map((request) => ({
    name: `a user whose role may make personal keys may call ${request.method} ${request.path}`,
    settings: { ...users, key_generation_settings: personal },
    token: caller,
    request,
    expect: allow({ user: "u1" }),
  })),
  {
    name: "who makes keys of their own blocks and changes none",
    settings: { ...users, key_generation_settings: personal },
    token: caller,
    request: post("/key/update"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "a token that names no user makes no personal key",
    settings: { key_generation_settings: personal },
    token: jwt({ client_id: "t1" }),
    request: generate,
    expect: deny("route_not_allowed"),
  },
  {
    name: "the role of an administrator in the list opens nothing to users",
    settings: {
      ...users,
      key_generation_settings: { personal_key_generation: { allowed_user_roles: ["proxy_admin"] } },
    },
    token: caller,
    request: generate,
    expect: deny("route_not_allowed"),
  },
  {
    name: "a member of a team makes its keys where the role user may",
    settings: { ...users, key_generation_settings: ofTeam("user") },
    token: caller,
    request: generate,
    expect: allow({ user: "u1" }),
  },
  {
    name: "a member makes no keys of a team where only the role admin may",
    settings: { ...users, key_generation_settings: ofTeam("admin") },
    token: caller,
    request: generate,
    expect: deny("route_not_allowed"),
  },
  {
    name: "an administrator of a team makes its keys where the role admin may",
    settings: { ...users, key_generation_settings: ofTeam("admin") },
    token: jwt({ sub: "lead" }),
    request: generate,
    expect: allow({ user: "lead", administers: ["t1"] }),
  },
  {
    name: "an administrator of a team makes no keys where the settings name nobody",
    settings: { ...users, key_generation_settings: {} },
    token: jwt({ sub: "lead" }),
    request: generate,
    expect: deny("route_not_allowed"),
  },
  {
    name: "where a claim lists the groups, a membership in the database makes no keys",
    settings: { ...groups, key_generation_settings: ofTeam("user") },
    token: jwt({ sub: "u1", groups: [] }),
    request: generate,
    expect: deny("route_not_allowed"),
  },
  {
    name: "where a claim lists the groups, the token's team makes keys",
    settings: { ...groups, key_generation_settings: ofTeam("user") },
    token: jwt({ sub: "u1", groups: ["t2"] }),
    request: generate,
    expect: allow({ user: "u1", team: "t2" }),
  },
  {
    name: "a member of a blocked team makes no keys of it",
    settings: { ...users, key_generation_settings: ofTeam("user") },
    token: caller,
    state: { ...state, teams: { t1: { blocked: true } } },
    request: generate,
    expect: deny("route_not_allowed"),
  },
  {
    name: "a virtual key makes no keys, whatever the settings",
    settings: { key_generation_settings: { ...personal, ...ofTeam("user") } },
    token: { key: { user: "u1", team: "t1" } },
    request: generate,
    expect: deny("key_route_not_allowed"),
  },
  {
    name: "an administrator makes keys, whatever the settings",
    settings: { ...users, key_generation_settings: {} },
    token: jwt({ sub: "boss", scope: "gateway_proxy_admin" }),
    request: generate,
    expect: allow({ admin: true, user: "boss" }),
  },
];

/** Keys that callers make for themselves (explain/keys-and-tokens). */
export const keyGenerationCases: DecisionCase[] = cases.map((one) => ({ state, ...one, spec: ["5.3.2"] }));
