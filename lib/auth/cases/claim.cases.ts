import { allow, deny, get, ISSUER, jwt, type DecisionCase, type JwtAuthInput } from "./case";

const t1 = { teams: { t1: {} } };
const fields = {
  user_id_jwt_field: "uid",
  org_id_jwt_field: "org",
  end_user_id_jwt_field: "customer",
  user_email_jwt_field: "mail",
  team_ids_jwt_field: "groups",
  roles_jwt_field: "roles",
  team_alias_jwt_field: "alias",
};
const good = { client_id: "t1" };

const wrongTypes: [what: string, claims: Record<string, unknown>, settings?: JwtAuthInput][] = [
  ["a team id that is an object", { client_id: { id: "t1" } }],
  ["a team id that is a list", { client_id: ["t1"] }],
  ["a team id that is a number", { client_id: 1 }],
  ["a team id that is true", { client_id: true }],
  ["a team id of control characters", { client_id: "t1\u0000" }],
  ["a team id of 300 characters", { client_id: "t".repeat(300) }],
  ["a user id that is a number", { ...good, uid: 7 }],
  ["a user id that is an object", { ...good, uid: {} }],
  ["a user id with a line break", { ...good, uid: "a\nb" }],
  ["a user id with half a character", { ...good, uid: "a\ud800" }],
  ["an organisation that is a list", { ...good, org: ["o"] }],
  ["an end user that is an object", { ...good, customer: { id: 1 } }],
  ["an e-mail that is a list", { ...good, mail: ["a@example.com"] }],
  ["groups that are an object", { ...good, groups: { a: true } }],
  ["groups with a number among them", { ...good, groups: ["a", 1] }],
  ["groups with a list among them", { ...good, groups: [["a"]] }],
  ["roles that are a number", { ...good, roles: 1 }],
  ["roles with null among them", { ...good, roles: [null] }],
  ["a scope that is a number", { ...good, scope: 1 }],
  ["a scope that is an object", { ...good, scope: { gateway_proxy_admin: true } }],
  ["a scope with an object among the list", { ...good, scope: ["a", {}] }],
  ["scp that is true", { ...good, scp: true }],
  ["an object id that is a number", { oid: 5 }, { object_id_jwt_field: "oid" }],
];

/** How claims are read (spec 2.5, 5.4, decisions: tokens). */
export const claimCases: DecisionCase[] = [
  ...wrongTypes.map(([what, claims, settings]): DecisionCase => ({ name: `${what} is an invalid token`, spec: ["5.4.1"], settings: settings ?? fields, token: jwt(claims), state: t1, expect: deny("invalid_token") })),
  { name: "claims that are null are absent", spec: ["5.4.1"], settings: fields, token: jwt({ ...good, uid: null, org: null, groups: null, roles: null, scope: null, customer: null }), state: t1, expect: allow({ team: "t1" }) },
  { name: "claims that are empty are absent", spec: ["5.4.1"], settings: fields, token: jwt({ ...good, uid: "", org: "", groups: "", roles: [], scope: "", customer: "" }), state: t1, expect: allow({ team: "t1" }) },
  { name: "a wrong type in a claim that nobody reads does no harm", spec: ["5.4.1"], token: jwt({ ...good, groups: 5, email: {}, roles: false }), state: t1, expect: allow({ team: "t1" }) },
  { name: "a path that ends in a list leads nowhere", spec: ["5.4.2"], settings: { team_id_jwt_field: "teams.0" }, token: jwt({ teams: ["t1"] }), state: t1, expect: deny("team_required") },
  { name: "a path through a string leads nowhere", spec: ["5.4.2"], settings: { team_id_jwt_field: "team.length" }, token: jwt({ team: "t1" }), state: t1, expect: deny("team_required") },
  { name: "a path to constructor.name leads nowhere", spec: ["5.4.2"], settings: { team_id_jwt_field: "constructor.name" }, token: jwt({ team: "t1" }), state: { teams: { Object: {} } }, expect: deny("team_required") },
  { name: "team ids are any text", spec: ["5.4.1"], token: jwt({ client_id: "Größe/東京 🚀*" }), state: { teams: { "Größe/東京 🚀*": {} } }, expect: allow({ team: "Größe/東京 🚀*" }) },
  { name: "an issuer of its own reads its own claims", spec: ["5.4.1"], settings: { team_id_jwt_field: "team", issuers: [{ issuer: ISSUER, jwks_url: `${ISSUER}/jwks`, team_id_jwt_field: "azp" }] }, token: jwt({ azp: "t1", team: "t2" }), state: { teams: { t1: {}, t2: {} } }, expect: allow({ team: "t1" }) },
  { name: "an issuer of its own shares the claims it does not override", spec: ["5.4.1"], settings: { team_id_jwt_field: "team", issuers: [{ issuer: ISSUER, jwks_url: `${ISSUER}/jwks`, user_id_jwt_field: "sub" }] }, token: jwt({ team: "t1" }), state: t1, expect: allow({ team: "t1" }) },
  { name: "an issuer's own team claim is required of its tokens", spec: ["5.4.1"], settings: { user_id_jwt_field: "sub", issuers: [{ issuer: ISSUER, jwks_url: `${ISSUER}/jwks`, team_id_jwt_field: "azp" }] }, token: jwt({ sub: "u1" }), state: { users: { u1: {} } }, expect: deny("team_required") },
  { name: "an issuer's own groups claim replaces the database's memberships", spec: ["5.5.2"], settings: { user_id_jwt_field: "sub", enforce_team_based_model_access: true, issuers: [{ issuer: ISSUER, jwks_url: `${ISSUER}/jwks`, team_ids_jwt_field: "groups" }] }, token: jwt({ sub: "u1" }), state: { ...t1, users: { u1: { teams: ["t1"] } } }, expect: deny("team_required") },
  { name: "an issuer's own roles claim is read", spec: ["5.10.2"], settings: { enforce_rbac: true, role_mappings: [{ role: "boss", internal_role: "proxy_admin" }], issuers: [{ issuer: ISSUER, jwks_url: `${ISSUER}/jwks`, roles_jwt_field: "r" }] }, token: jwt({ r: ["boss"] }), request: get("/team/list"), expect: allow({ admin: true }) },
  { name: "another issuer's overrides do not count", spec: ["5.4.1"], settings: { team_id_jwt_field: "team", issuers: [{ issuer: ISSUER, jwks_url: `${ISSUER}/jwks` }, { issuer: "https://other.test", jwks_url: `${ISSUER}/jwks`, team_id_jwt_field: "azp" }] }, token: jwt({ azp: "t2", team: "t1" }), state: { teams: { t1: {}, t2: {} } }, expect: allow({ team: "t1" }) },
];
