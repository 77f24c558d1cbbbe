import { allow, chat, deny, jwt, type DecisionCase } from "./case";

const apart = { end_user_scope: "team" };
const teams = { t1: {}, t2: {}, "a/b": {} };
const groups = { team_ids_jwt_field: "groups" };
const eve = chat(undefined, { user: "eve" });

/** End users that each team has for itself (`end_user_scope: team`). */
export const endUserCases: DecisionCase[] = [
  {
    name: "with end_user_scope: team an end user is one of the acting team",
    spec: ["5.4.1"],
    general: apart,
    token: jwt({ client_id: "t1" }),
    state: { teams },
    request: eve,
    expect: allow({ team: "t1", endUser: "t1/eve" }),
  },
  {
    name: "with end_user_scope: team a block of one team's end user binds that team",
    spec: ["5.4.1"],
    general: apart,
    token: jwt({ client_id: "t1" }),
    state: { teams, endUsers: { "t1/eve": { blocked: true } } },
    request: eve,
    expect: deny("end_user_blocked"),
  },
  {
    name: "with end_user_scope: team a block of one team's end user does not bind another team",
    spec: ["5.4.1"],
    general: apart,
    token: jwt({ client_id: "t2" }),
    state: { teams, endUsers: { "t1/eve": { blocked: true }, eve: { blocked: true } } },
    request: eve,
    expect: allow({ team: "t2", endUser: "t2/eve" }),
  },
  {
    name: "with end_user_scope: team the claim's end user is one of the team too",
    spec: ["5.4.1"],
    general: apart,
    settings: { ...groups, end_user_id_jwt_field: "customer" },
    token: jwt({ groups: ["gone", "t2"], customer: "eve" }),
    state: { teams, endUsers: { "t2/eve": { blocked: true } } },
    request: chat(undefined, { user: "mallory" }),
    expect: deny("end_user_blocked"),
  },
  {
    name: "with end_user_scope: team the team that a caller chooses has the end user",
    spec: ["5.4.1"],
    general: apart,
    settings: groups,
    token: jwt({ groups: ["t1", "t2"] }),
    state: { teams, endUsers: { "t2/eve": { blocked: true } } },
    request: chat(undefined, { team: "t2", user: "eve" }),
    expect: deny("end_user_blocked"),
  },
  {
    name: "with end_user_scope: team nobody names another team's end user by its id",
    spec: ["5.4.1"],
    general: apart,
    settings: { user_id_jwt_field: "sub" },
    token: jwt({ sub: "u1" }),
    state: { users: { u1: {} }, endUsers: { "t1/eve": { blocked: true } } },
    request: chat(undefined, { user: "t1/eve" }),
    expect: allow({ user: "u1", endUser: "/t1/eve" }),
  },
  {
    name: "with end_user_scope: team the end users of teams with similar ids are kept apart",
    spec: ["5.4.1"],
    general: apart,
    token: jwt({ client_id: "a/b" }),
    state: { teams, endUsers: { "a/b/eve": { blocked: true } } },
    request: eve,
    expect: allow({ team: "a/b", endUser: "a~1b/eve" }),
  },
  {
    name: "with end_user_scope: team a key names an end user of its team",
    spec: ["4.1", "5.4.1"],
    general: apart,
    token: { key: { team: "t1" } },
    state: { teams, endUsers: { "t1/eve": { blocked: true } } },
    request: eve,
    expect: deny("end_user_blocked"),
  },
];
