import { allow, createUser, deny, jwt, type DecisionCase } from "./case";

const people = { user_id_jwt_field: "preferred_username" };
const machine = jwt({ sub: "abc@clients", azp: "abc", gty: "client-credentials", preferred_username: "machine-abc" });
const person = jwt({ sub: "auth0|1", azp: "abc", preferred_username: "ann" });
const team = { teams: { abc: {} } };

/** Service accounts beside people in one configuration (spec 5.2). */
export const serviceAccountCases: DecisionCase[] = [
  {
    name: "a service account acts for the team of its client and needs no user",
    spec: ["5.2.3"],
    settings: people,
    token: machine,
    state: team,
    expect: allow({ team: "abc" }),
  },
  {
    name: "a service account of Okta acts for the team of its cid",
    spec: ["5.2.3"],
    settings: people,
    token: jwt({ sub: "0oabc", cid: "0oabc" }),
    state: { teams: { "0oabc": {} } },
    expect: allow({ team: "0oabc" }),
  },
  {
    name: "a service account of Entra ID acts for the team of its appid",
    spec: ["5.2.3"],
    settings: people,
    token: jwt({ sub: "object-id", appid: "abc", idtyp: "app", azp: "" }),
    state: team,
    expect: allow({ team: "abc" }),
  },
  {
    name: "a person's cid and appid name no team",
    spec: ["5.2.3"],
    settings: people,
    token: jwt({ sub: "auth0|1", cid: "abc", appid: "abc", preferred_username: "ann" }),
    state: { ...team, users: { ann: {} } },
    expect: allow({ user: "ann" }),
  },
  {
    name: "a person's azp names no team",
    spec: ["5.2.3"],
    settings: people,
    token: person,
    state: { ...team, users: { ann: {} } },
    expect: allow({ user: "ann" }),
  },
  {
    name: "with user_id_upsert, a service account creates no user",
    spec: ["3.4"],
    settings: { ...people, user_id_upsert: true },
    token: machine,
    state: team,
    expect: allow({ team: "abc" }),
  },
  {
    name: "with user_id_upsert, a person is created in the same configuration",
    spec: ["3.4"],
    settings: { ...people, user_id_upsert: true },
    token: person,
    state: team,
    expect: allow({ user: "ann", creates: [createUser("ann")] }),
  },
  {
    name: "with team-based access, a service account acts for the team of its client",
    spec: ["5.5.1"],
    settings: { ...people, enforce_team_based_model_access: true },
    token: machine,
    state: team,
    expect: allow({ team: "abc" }),
  },
  {
    name: "with team-based access, a person's client names no team",
    spec: ["5.5.1"],
    settings: { ...people, enforce_team_based_model_access: true },
    token: jwt({ sub: "auth0|1", client_id: "abc", preferred_username: "ann" }),
    state: { ...team, users: { ann: {} } },
    expect: deny("team_required"),
  },
  {
    name: "a service account whose team does not exist is refused",
    spec: ["5.2.3"],
    settings: { ...people, user_id_upsert: true },
    token: machine,
    expect: deny("team_not_found"),
  },
  {
    name: "a service account whom an administrator has made a user is that user",
    spec: ["5.4.1"],
    settings: people,
    token: machine,
    state: { users: { "machine-abc": {} } },
    expect: allow({ user: "machine-abc" }),
  },
  {
    name: "a blocked user of a service account is refused",
    spec: ["5.4.1"],
    settings: people,
    token: machine,
    state: { ...team, users: { "machine-abc": { blocked: true } } },
    expect: deny("user_blocked"),
  },
  {
    name: "with a list of markers of its own, only those tell a service account",
    spec: ["5.2.3"],
    settings: { ...people, service_accounts: [{ claim: "sub", value: "system:*" }] },
    token: machine,
    state: team,
    expect: deny("user_not_found"),
  },
];
