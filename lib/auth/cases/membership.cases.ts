import { allow, createTeam, createUser, deny, jwt, sync, type DecisionCase, type State } from "./case";

const groups = { user_id_jwt_field: "sub", team_ids_jwt_field: "groups" };
/** The settings of spec 5.5. */
const enforced = { ...groups, user_id_upsert: true, enforce_team_based_model_access: true };
const members = { user_id_jwt_field: "sub", enforce_team_based_model_access: true };
const token = jwt({ sub: "u1", groups: ["a", "b", "c"] });
const state = (teams: State["teams"], users: State["users"] = { u1: {} }): State => ({ teams, users });

/** Teams that the user is a member of in the database (spec 5.5, explain/teams). */
export const membershipCases: DecisionCase[] = [
  {
    name: "without a groups claim, the database says the user's teams",
    spec: ["5.5.2", "5.5.3"],
    settings: members,
    token: jwt({ sub: "u1" }),
    state: state({ t1: { models: ["x"] }, t2: {} }, { u1: { teams: ["t1", "t2"] } }),
    expect: allow({ team: "t2", user: "u1" }),
  },
  {
    name: "a member of teams without access is refused",
    spec: ["5.5.3"],
    settings: members,
    token: jwt({ sub: "u1" }),
    state: state({ t1: { models: ["x"] } }, { u1: { teams: ["t1"] } }),
    expect: deny("team_model_not_allowed"),
  },
  {
    name: "with enforcement, a user who is in no team is refused",
    spec: ["5.5.2"],
    settings: members,
    token: jwt({ sub: "u1" }),
    state: state({ t1: {} }),
    expect: deny("team_required"),
  },
  {
    name: "a member of blocked teams is refused",
    spec: ["5.8.2"],
    settings: members,
    token: jwt({ sub: "u1" }),
    state: state({ t1: { blocked: true } }, { u1: { teams: ["t1"] } }),
    expect: deny("team_blocked"),
  },
  {
    name: "with a groups claim, the database's memberships do not count",
    spec: ["5.5.2"],
    settings: enforced,
    token: jwt({ sub: "u1" }),
    state: state({ t1: {} }, { u1: { teams: ["t1"] } }),
    expect: deny("team_required"),
  },
  {
    name: "a new user is a member of no team",
    spec: ["5.5.1", "5.5.2"],
    settings: { ...members, user_id_upsert: true },
    token: jwt({ sub: "u1" }),
    state: { teams: { t1: {} } },
    expect: deny("team_required"),
  },
  {
    name: "without enforcement, a member of teams may call without one",
    spec: ["5.5.1"],
    settings: { user_id_jwt_field: "sub" },
    token: jwt({ sub: "u1" }),
    state: state({ t1: {} }, { u1: { teams: ["t1"] } }),
    expect: allow({ user: "u1" }),
  },
  {
    name: "sync_user_teams adds the user to the groups that are teams",
    spec: ["5.5.4"],
    settings: { ...groups, sync_user_teams: true },
    token,
    state: state({ a: {}, b: {} }),
    expect: allow({ team: "a", user: "u1", creates: [sync("u1", ["a", "b"], [])] }),
  },
  {
    name: "sync_user_teams removes the user from teams that are no longer among the groups",
    spec: ["5.5.4"],
    settings: { ...groups, sync_user_teams: true },
    token,
    state: state({ a: {}, old: {} }, { u1: { teams: ["a", "old"] } }),
    expect: allow({ team: "a", user: "u1", creates: [sync("u1", [], ["old"])] }),
  },
  {
    name: "sync_user_teams does nothing when nothing has changed",
    spec: ["5.5.4"],
    settings: { ...groups, sync_user_teams: true },
    token,
    state: state({ a: {} }, { u1: { teams: ["a"] } }),
    expect: allow({ team: "a", user: "u1" }),
  },
  {
    name: "sync_user_teams removes the user from all teams if the list of groups is empty",
    spec: ["5.5.4"],
    settings: { ...groups, sync_user_teams: true },
    token: jwt({ sub: "u1", groups: [] }),
    state: state({ a: {} }, { u1: { teams: ["a"] } }),
    expect: allow({ user: "u1", creates: [sync("u1", [], ["a"])] }),
  },
  {
    name: "sync_user_teams changes nothing if the token has no groups claim",
    spec: ["5.5.4"],
    settings: { ...groups, sync_user_teams: true },
    token: jwt({ sub: "u1" }),
    state: state({ a: {} }, { u1: { teams: ["a"] } }),
    expect: allow({ user: "u1" }),
  },
  {
    name: "sync_user_teams includes users and teams that are added by the same call",
    spec: ["5.5.4", "3.4", "3.6"],
    settings: { ...enforced, sync_user_teams: true, team_id_upsert: true },
    token,
    expect: allow({ team: "a", user: "u1", creates: [createTeam("a"), createUser("u1"), sync("u1", ["a"], [])] }),
  },
];
