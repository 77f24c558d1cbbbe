import { allow, chat, deny, get, jwt, type DecisionCase } from "./case";

const groups = { user_id_jwt_field: "oid", team_ids_jwt_field: "groups" };
const overage = { oid: "u1", _claim_names: { groups: "src1" } };
const state = { users: { u1: { teams: ["t1"] } }, teams: { t1: {} } };

/** Tokens of Entra ID that leave out their groups because they are too many (spec 5.5). */
export const groupOverageCases: DecisionCase[] = [
  {
    name: "a token that leaves out its groups is refused",
    spec: ["5.5.2"],
    settings: groups,
    token: jwt(overage),
    state,
    expect: deny("group_overage"),
  },
  {
    name: "a token that only marks that it has groups is refused",
    spec: ["5.5.2"],
    settings: groups,
    token: jwt({ oid: "u1", hasgroups: true }),
    state,
    expect: deny("group_overage"),
  },
  {
    name: "a team chosen among groups that the token leaves out is refused",
    spec: ["5.5.2"],
    settings: groups,
    token: jwt(overage),
    state,
    request: chat(undefined, { team: "t1" }),
    expect: deny("group_overage"),
  },
  {
    name: "with group_overage: ignore, the caller is in no group",
    spec: ["5.4.1"],
    settings: { ...groups, group_overage: "ignore" },
    token: jwt(overage),
    state,
    expect: allow({ user: "u1" }),
  },
  {
    name: "a token that names its team otherwise may leave out its groups",
    spec: ["5.4.1"],
    settings: { ...groups, team_id_jwt_field: "team" },
    token: jwt({ ...overage, team: "t1" }),
    state,
    expect: allow({ team: "t1", user: "u1" }),
  },
  {
    name: "groups that nobody reads may be left out",
    spec: ["5.4.1"],
    settings: { user_id_jwt_field: "oid" },
    token: jwt(overage),
    state,
    expect: allow({ user: "u1" }),
  },
  {
    name: "an administrator needs no groups on management routes",
    spec: ["5.3.1"],
    settings: groups,
    token: jwt({ ...overage, scope: "gateway_proxy_admin" }),
    state,
    request: get("/team/list"),
    expect: allow({ admin: true, user: "u1" }),
  },
];
