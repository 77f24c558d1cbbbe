import { allow, chat, createTeam, createUser, deny, get, jwt, sync, type DecisionCase, type State } from "./case";

const groups = { user_id_jwt_field: "sub", team_ids_jwt_field: "groups" };
/** The settings of spec 5.5. */
const enforced = { ...groups, user_id_upsert: true, enforce_team_based_model_access: true };
const members = { user_id_jwt_field: "sub", enforce_team_based_model_access: true };
const u1 = { users: { u1: {} } };
const token = jwt({ sub: "u1", groups: ["a", "b", "c"] });
const state = (teams: State["teams"], users: State["users"] = { u1: {} }): State => ({ teams, users });

/** Teams by group, by membership and by header (spec 5.5, decisions: groups). */
export const groupCases: DecisionCase[] = [
  { name: "a user who is not there is added, and a group serves the call", spec: ["5.5.1", "5.5.4", "3.4"], settings: enforced, token, state: { teams: { b: {} } }, expect: allow({ team: "b", user: "u1", creates: [createUser("u1")] }) },
  { name: "a user who is there is not added", spec: ["5.5.1", "5.5.4"], settings: enforced, token, state: state({ b: {} }), expect: allow({ team: "b", user: "u1" }) },
  { name: "without user_id_upsert, a user who is not there is refused", spec: ["5.5.1"], settings: { ...enforced, user_id_upsert: false }, token, state: { teams: { b: {} } }, expect: deny("user_not_found") },
  { name: "at least one group must be a team", spec: ["5.5.2"], settings: enforced, token, state: u1, expect: deny("team_not_found") },
  { name: "a token without groups has no team", spec: ["5.5.2"], settings: enforced, token: jwt({ sub: "u1" }), state: u1, expect: deny("team_required") },
  { name: "an empty list of groups has no team", spec: ["5.5.2"], settings: enforced, token: jwt({ sub: "u1", groups: [] }), state: state({ a: {} }), expect: deny("team_required") },
  { name: "a group must have access to the model", spec: ["5.5.3"], settings: enforced, token, state: state({ a: { models: ["x"] }, b: { models: ["y"] } }), expect: deny("team_model_not_allowed") },
  { name: "the first group that may use the model serves the call", spec: ["5.5.3", "5.5.4"], settings: enforced, token, state: state({ a: { models: ["x"] }, b: { models: ["gpt-*"] }, c: {} }), expect: allow({ team: "b", user: "u1" }) },
  { name: "the order of the claim decides, not that of the ids", spec: ["5.5.3"], settings: enforced, token: jwt({ sub: "u1", groups: ["c", "b", "a"] }), state: state({ a: {}, b: {}, c: {} }), expect: allow({ team: "c", user: "u1" }) },
  { name: "a group named twice counts once", spec: ["5.5.3"], settings: enforced, token: jwt({ sub: "u1", groups: ["b", "b"] }), state: state({ b: {} }), expect: allow({ team: "b", user: "u1" }) },
  { name: "a single group may be a string", spec: ["5.5.2"], settings: enforced, token: jwt({ sub: "u1", groups: "b" }), state: state({ b: {} }), expect: allow({ team: "b", user: "u1" }) },
  { name: "a group's models may use patterns", spec: ["5.5.3"], settings: enforced, token, state: state({ a: { models: ["*-4o"] } }), expect: allow({ team: "a", user: "u1" }) },
  { name: "a blocked group is passed over", spec: ["5.8.2"], settings: enforced, token, state: state({ a: { blocked: true }, b: {} }), expect: allow({ team: "b", user: "u1" }) },
  { name: "all groups blocked is blocked", spec: ["5.8.2", "3.1"], settings: enforced, token, state: state({ a: { blocked: true }, c: { blocked: true } }), expect: deny("team_blocked") },
  { name: "a group whose organisation is blocked is passed over", spec: ["5.5.4"], settings: enforced, token, state: { ...state({ a: { organization: "o" }, b: {} }), organizations: { o: { blocked: true } } }, expect: allow({ team: "b", user: "u1" }) },
  { name: "groups of blocked organisations only are refused", spec: ["5.5.4"], settings: enforced, token, state: { ...state({ a: { organization: "o" } }), organizations: { o: { blocked: true } } }, expect: deny("organization_blocked") },
  { name: "a group whose organisation may not use the model is passed over", spec: ["5.5.3"], settings: enforced, token, state: { ...state({ a: { organization: "o" }, b: {} }), organizations: { o: { models: ["x"] } } }, expect: allow({ team: "b", user: "u1" }) },
  { name: "a group beats the client_id", spec: ["5.5.2"], settings: enforced, token: jwt({ sub: "u1", client_id: "app", groups: ["b"] }), state: state({ app: {}, b: {} }), expect: allow({ team: "b", user: "u1" }) },
  { name: "the client_id is no team of a user without groups", spec: ["5.5.2"], settings: enforced, token: jwt({ sub: "u1", client_id: "app" }), state: state({ app: {} }), expect: deny("team_required") },
  { name: "without enforcement, the client_id's team serves such a user", spec: ["5.2.3"], settings: groups, token: jwt({ sub: "u1", client_id: "app" }), state: state({ app: {} }), expect: allow({ team: "app", user: "u1" }) },
  { name: "without enforcement, a user without groups calls for themselves", spec: ["5.5.1"], settings: groups, token: jwt({ sub: "u1", groups: [] }), state: u1, expect: allow({ user: "u1" }) },
  { name: "without enforcement, groups that are no teams are still refused", spec: ["5.5.2"], settings: groups, token, state: u1, expect: deny("team_not_found") },
  { name: "team_id_upsert adds the first group when none is a team", spec: ["3.6", "5.5.2"], settings: { ...enforced, team_id_upsert: true }, token, state: u1, expect: allow({ team: "a", user: "u1", creates: [createTeam("a")] }) },
  { name: "team_id_upsert adds no group where one is a team", spec: ["3.6"], settings: { ...enforced, team_id_upsert: true }, token, state: state({ b: {} }), expect: allow({ team: "b", user: "u1" }) },
  { name: "team_id_upsert is no way round blocked groups", spec: ["3.6", "5.8.2"], settings: { ...enforced, team_id_upsert: true }, token, state: state({ b: { blocked: true } }), expect: deny("team_blocked") },
  { name: "enforcement says nothing about routes without a model", spec: ["5.5.3"], settings: enforced, token: jwt({ sub: "u1", groups: [] }), state: u1, request: get("/models"), expect: allow({ user: "u1" }) },
  { name: "route rules hold on the way through groups", spec: ["5.3.2"], settings: enforced, token, state: state({ a: {} }), request: get("/team/list"), expect: deny("route_not_allowed") },
  { name: "what cannot be an id among the groups names no team", spec: ["5.5.2"], settings: enforced, token: jwt({ sub: "u1", groups: ["", "x\ny", "x\u0000", "x\ud800", "g".repeat(300), "b"] }), state: state({ b: {} }), expect: allow({ team: "b", user: "u1" }) },
  { name: "groups called __proto__ and toString name no team", spec: ["5.5.2"], settings: enforced, token: jwt({ sub: "u1", groups: ["__proto__", "toString"] }), state: u1, expect: deny("team_not_found") },
  { name: "a nested claim may hold the groups", spec: ["5.4.2", "5.5.2"], settings: { ...enforced, team_ids_jwt_field: "realm.groups" }, token: jwt({ sub: "u1", realm: { groups: ["b"] } }), state: state({ b: {} }), expect: allow({ team: "b", user: "u1" }) },
  { name: "a team claim beats the groups", spec: ["5.4.1"], settings: { ...groups, team_id_jwt_field: "team" }, token: jwt({ sub: "u1", team: "b", groups: ["a"] }), state: state({ a: {}, b: {} }), expect: allow({ team: "b", user: "u1" }) },
  { name: "a blocked team claim is not replaced by a group", spec: ["5.8.2"], settings: { ...groups, team_id_jwt_field: "team" }, token: jwt({ sub: "u1", team: "b", groups: ["a"] }), state: state({ a: {}, b: { blocked: true } }), expect: deny("team_blocked") },
  { name: "groups name the team where the required claim is missing", spec: ["5.4.1", "5.5.2"], settings: { ...groups, team_id_jwt_field: "team" }, token: jwt({ sub: "u1", groups: ["a"] }), state: state({ a: {} }), expect: allow({ team: "a", user: "u1" }) },

  { name: "x-gateway-team-id chooses one of the groups", spec: ["5.5.4"], settings: enforced, token, state: state({ a: {}, b: {} }), request: chat(undefined, { team: "b" }), expect: allow({ team: "b", user: "u1" }) },
  { name: "x-gateway-team-id cannot choose a team that the token does not name", spec: ["5.5.2"], settings: enforced, token, state: state({ a: {}, d: {} }), request: chat(undefined, { team: "d" }), expect: deny("team_not_in_token") },
  { name: "x-gateway-team-id tells nobody whether a team exists", spec: ["5.5.2"], settings: enforced, token, state: state({ a: {} }), request: chat(undefined, { team: "nowhere" }), expect: deny("team_not_in_token") },
  { name: "x-gateway-team-id cannot choose a blocked team", spec: ["5.8.2"], settings: enforced, token, state: state({ a: {}, b: { blocked: true } }), request: chat(undefined, { team: "b" }), expect: deny("team_blocked") },
  { name: "the chosen group must have access to the model", spec: ["5.5.3"], settings: enforced, token, state: state({ a: {}, b: { models: ["x"] } }), request: chat(undefined, { team: "b" }), expect: deny("team_model_not_allowed") },
  { name: "the chosen group must be a team", spec: ["5.5.2"], settings: enforced, token, state: state({ a: {} }), request: chat(undefined, { team: "b" }), expect: deny("team_not_found") },
  { name: "x-gateway-team-id may repeat a single team", spec: ["5.2.3"], token: jwt({ client_id: "t1" }), state: { teams: { t1: {} } }, request: chat(undefined, { team: "t1" }), expect: allow({ team: "t1" }) },
  { name: "a token of no team chooses none", spec: ["5.2.3"], settings: { user_id_jwt_field: "sub" }, token: jwt({ sub: "u1" }), state: state({ t1: {} }), request: chat(undefined, { team: "t1" }), expect: deny("team_not_in_token") },
  { name: "x-gateway-team-id may choose a membership of the database", spec: ["5.5.2"], settings: { user_id_jwt_field: "sub" }, token: jwt({ sub: "u1" }), state: state({ t1: {} }, { u1: { teams: ["t1"] } }), request: chat(undefined, { team: "t1" }), expect: allow({ team: "t1", user: "u1" }) },

  { name: "without a groups claim, the database says the user's teams", spec: ["5.5.2", "5.5.3"], settings: members, token: jwt({ sub: "u1" }), state: state({ t1: { models: ["x"] }, t2: {} }, { u1: { teams: ["t1", "t2"] } }), expect: allow({ team: "t2", user: "u1" }) },
  { name: "a member of teams without access is refused", spec: ["5.5.3"], settings: members, token: jwt({ sub: "u1" }), state: state({ t1: { models: ["x"] } }, { u1: { teams: ["t1"] } }), expect: deny("team_model_not_allowed") },
  { name: "a member of no team is refused", spec: ["5.5.2"], settings: members, token: jwt({ sub: "u1" }), state: state({ t1: {} }), expect: deny("team_required") },
  { name: "a member of blocked teams is refused", spec: ["5.8.2"], settings: members, token: jwt({ sub: "u1" }), state: state({ t1: { blocked: true } }, { u1: { teams: ["t1"] } }), expect: deny("team_blocked") },
  { name: "with a groups claim, the database's memberships do not count", spec: ["5.5.2"], settings: enforced, token: jwt({ sub: "u1" }), state: state({ t1: {} }, { u1: { teams: ["t1"] } }), expect: deny("team_required") },
  { name: "a new user is a member of nothing", spec: ["5.5.1", "5.5.2"], settings: { ...members, user_id_upsert: true }, token: jwt({ sub: "u1" }), state: { teams: { t1: {} } }, expect: deny("team_required") },
  { name: "without enforcement, a member calls for themselves", spec: ["5.5.1"], settings: { user_id_jwt_field: "sub" }, token: jwt({ sub: "u1" }), state: state({ t1: {} }, { u1: { teams: ["t1"] } }), expect: allow({ user: "u1" }) },

  { name: "sync_user_teams joins the groups that are teams", spec: ["5.5.4"], settings: { ...groups, sync_user_teams: true }, token, state: state({ a: {}, b: {} }), expect: allow({ team: "a", user: "u1", creates: [sync("u1", ["a", "b"], [])] }) },
  { name: "sync_user_teams leaves what is no group any more", spec: ["5.5.4"], settings: { ...groups, sync_user_teams: true }, token, state: state({ a: {}, old: {} }, { u1: { teams: ["a", "old"] } }), expect: allow({ team: "a", user: "u1", creates: [sync("u1", [], ["old"])] }) },
  { name: "sync_user_teams does nothing when nothing has changed", spec: ["5.5.4"], settings: { ...groups, sync_user_teams: true }, token, state: state({ a: {} }, { u1: { teams: ["a"] } }), expect: allow({ team: "a", user: "u1" }) },
  { name: "sync_user_teams leaves all for an empty list", spec: ["5.5.4"], settings: { ...groups, sync_user_teams: true }, token: jwt({ sub: "u1", groups: [] }), state: state({ a: {} }, { u1: { teams: ["a"] } }), expect: allow({ user: "u1", creates: [sync("u1", [], ["a"])] }) },
  { name: "sync_user_teams leaves nothing when the token does not say", spec: ["5.5.4"], settings: { ...groups, sync_user_teams: true }, token: jwt({ sub: "u1" }), state: state({ a: {} }, { u1: { teams: ["a"] } }), expect: allow({ user: "u1" }) },
  { name: "sync_user_teams follows users and teams that are added", spec: ["5.5.4", "3.4", "3.6"], settings: { ...enforced, sync_user_teams: true, team_id_upsert: true }, token, expect: allow({ team: "a", user: "u1", creates: [createTeam("a"), createUser("u1"), sync("u1", ["a"], [])] }) },
];
