import { allow, chat, deny, jwt, type DecisionCase, type State } from "./case";

const groups = { user_id_jwt_field: "sub", team_ids_jwt_field: "groups" };
/** The settings of spec 5.5. */
const enforced = { ...groups, user_id_upsert: true, enforce_team_based_model_access: true };
const token = jwt({ sub: "u1", groups: ["a", "b", "c"] });
const state = (teams: State["teams"], users: State["users"] = { u1: {} }): State => ({ teams, users });

/** Teams chosen with x-gateway-team-id (explain/teams). */
export const chosenTeamCases: DecisionCase[] = [
  {
    name: "x-gateway-team-id chooses one of the groups",
    spec: ["5.5.4"],
    settings: enforced,
    token,
    state: state({ a: {}, b: {} }),
    request: chat(undefined, { team: "b" }),
    expect: allow({ team: "b", user: "u1" }),
  },
  {
    name: "x-gateway-team-id cannot choose a team that the token does not name",
    spec: ["5.5.2"],
    settings: enforced,
    token,
    state: state({ a: {}, d: {} }),
    request: chat(undefined, { team: "d" }),
    expect: deny("team_not_in_token"),
  },
  {
    name: "x-gateway-team-id does not reveal whether a team exists",
    spec: ["5.5.2"],
    settings: enforced,
    token,
    state: state({ a: {} }),
    request: chat(undefined, { team: "nowhere" }),
    expect: deny("team_not_in_token"),
  },
  {
    name: "x-gateway-team-id cannot choose a blocked team",
    spec: ["5.8.2"],
    settings: enforced,
    token,
    state: state({ a: {}, b: { blocked: true } }),
    request: chat(undefined, { team: "b" }),
    expect: deny("team_blocked"),
  },
  {
    name: "the chosen group must have access to the model",
    spec: ["5.5.3"],
    settings: enforced,
    token,
    state: state({ a: {}, b: { models: ["x"] } }),
    request: chat(undefined, { team: "b" }),
    expect: deny("team_model_not_allowed"),
  },
  {
    name: "the chosen group must be a team",
    spec: ["5.5.2"],
    settings: enforced,
    token,
    state: state({ a: {} }),
    request: chat(undefined, { team: "b" }),
    expect: deny("team_not_found"),
  },
  {
    name: "x-gateway-team-id may repeat a single team",
    spec: ["5.2.3"],
    token: jwt({ client_id: "t1" }),
    state: { teams: { t1: {} } },
    request: chat(undefined, { team: "t1" }),
    expect: allow({ team: "t1" }),
  },
  {
    name: "a token without teams cannot choose a team",
    spec: ["5.2.3"],
    settings: { user_id_jwt_field: "sub" },
    token: jwt({ sub: "u1" }),
    state: state({ t1: {} }),
    request: chat(undefined, { team: "t1" }),
    expect: deny("team_not_in_token"),
  },
  {
    name: "x-gateway-team-id may choose a team that the user is a member of in the database",
    spec: ["5.5.2"],
    settings: { user_id_jwt_field: "sub" },
    token: jwt({ sub: "u1" }),
    state: state({ t1: {} }, { u1: { teams: ["t1"] } }),
    request: chat(undefined, { team: "t1" }),
    expect: allow({ team: "t1", user: "u1" }),
  },
];
