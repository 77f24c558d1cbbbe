import {
  allow,
  chat,
  createTeam,
  createUser,
  deny,
  get,
  ISSUER,
  jwt,
  type DecisionCase,
  type JwtAuthInput,
} from "./case";
import { rbac } from "./rbac";

const PARTNER = "https://partner.test";
/** The address of the keys that sign every token of a case. */
const keys = `${ISSUER}/jwks`;

/** Settings with our own issuer and a partner's, whose entry may have more. */
function two(partner: object, common: JwtAuthInput = {}): JwtAuthInput {
  return {
    ...common,
    issuers: [
      { issuer: ISSUER, jwks_url: keys, allow_admin: true, user_id_upsert: true, team_id_upsert: true },
      { issuer: PARTNER, jwks_url: keys, ...partner },
    ],
  };
}

const ofPartner = { iss: PARTNER };
const scope = "gateway_proxy_admin";
const users = { user_id_jwt_field: "sub" };
const upserts = { ...users, user_id_upsert: true, team_id_upsert: true };

/** What an issuer may vouch for beside others: administrators, teams and users (explain/issuers). */
export const issuerCases: DecisionCase[] = [
  {
    name: "the admin scope of an issuer that may make administrators makes one",
    spec: ["5.2.1"],
    settings: two({}),
    token: jwt({ scope }),
    request: get("/team/list"),
    expect: allow({ admin: true }),
  },
  {
    name: "the admin scope of a second issuer makes no administrator",
    spec: ["5.2.1"],
    settings: two({}),
    token: jwt({ ...ofPartner, scope }),
    request: get("/team/list"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "the admin scope of a second issuer does not open the configuration by team_allowed_routes",
    spec: ["5.2.1", "5.3.3"],
    settings: two({}, { team_allowed_routes: ["management_routes"] }),
    token: jwt({ ...ofPartner, scope, client_id: "t1" }),
    state: { teams: { t1: {} } },
    request: get("/config/get"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "a token with the admin scope of a second issuer is still its team's",
    spec: ["5.2.1", "5.2.3"],
    settings: two({}),
    token: jwt({ ...ofPartner, scope, client_id: "t1" }),
    state: { teams: { t1: {} } },
    expect: allow({ team: "t1" }),
  },
  {
    name: "with allow_admin, a second issuer makes administrators",
    spec: ["5.2.1"],
    settings: two({ allow_admin: true }),
    token: jwt({ ...ofPartner, scope }),
    request: get("/team/list"),
    expect: allow({ admin: true }),
  },
  {
    name: "an issuer that may make administrators of the console makes none of a bearer token",
    spec: ["5.2.1"],
    settings: two({ allow_admin: "console" }),
    token: jwt({ ...ofPartner, scope }),
    request: get("/team/list"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "the only issuer makes administrators without being told",
    spec: ["5.2.1"],
    settings: { issuers: [{ issuer: ISSUER, jwks_url: keys }] },
    token: jwt({ scope }),
    request: get("/team/list"),
    expect: allow({ admin: true }),
  },
  {
    name: "the only issuer makes no administrators with allow_admin: false",
    spec: ["5.2.1"],
    settings: { issuers: [{ issuer: ISSUER, jwks_url: keys, allow_admin: false }] },
    token: jwt({ scope }),
    request: get("/team/list"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "an issuer beside JWT_PUBLIC_KEY_URL makes no administrators without being told",
    spec: ["5.2.1"],
    settings: { issuers: [{ issuer: PARTNER, jwks_url: `${keys}?of=partner` }] },
    token: jwt({ ...ofPartner, scope }),
    request: get("/team/list"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "the provider in JWT_PUBLIC_KEY_URL makes administrators beside an entry of issuers",
    spec: ["5.2.1"],
    settings: { issuers: [{ issuer: PARTNER, jwks_url: `${keys}?of=partner` }] },
    token: jwt({ scope }),
    request: get("/team/list"),
    expect: allow({ admin: true }),
  },
  {
    name: "a role mapped to proxy_admin makes an administrator for an issuer that may make them",
    spec: ["5.10.3"],
    settings: two({}, rbac),
    token: jwt({ oid: "x", roles: ["boss"] }),
    request: get("/team/list"),
    expect: allow({ admin: true, user: "x", creates: [createUser("x")] }),
  },
  {
    name: "a role mapped to proxy_admin is not mapped for a second issuer",
    spec: ["5.10.3"],
    settings: two({}, rbac),
    token: jwt({ ...ofPartner, oid: "x", roles: ["boss"] }),
    request: get("/team/list"),
    expect: deny("role_not_mapped"),
  },
  {
    name: "another role of a second issuer counts beside its role of administrators",
    spec: ["5.10.3"],
    settings: two({}, { ...rbac, role_mappings: [...rbac.role_mappings].reverse() }),
    token: jwt({ ...ofPartner, oid: "x", roles: ["boss", "person"] }),
    expect: allow({ user: "x" }),
  },
  {
    name: "the upsert flags of gateway_jwtauth do not apply to a second issuer's teams",
    spec: ["3.6"],
    settings: two({}, upserts),
    token: jwt({ ...ofPartner, client_id: "t1" }),
    expect: deny("team_not_found"),
  },
  {
    name: "the upsert flags of gateway_jwtauth do not apply to a second issuer's users",
    spec: ["3.4"],
    settings: two({}, upserts),
    token: jwt({ ...ofPartner, sub: "u1" }),
    expect: deny("user_not_found"),
  },
  {
    name: "the upsert flags of gateway_jwtauth do not apply to a second issuer's groups",
    spec: ["3.6", "5.5.2"],
    settings: two({}, { ...upserts, team_ids_jwt_field: "groups" }),
    token: jwt({ ...ofPartner, groups: ["a"] }),
    expect: deny("team_not_found"),
  },
  {
    name: "a second issuer's own upsert flags add its teams and users",
    spec: ["3.4", "3.6"],
    settings: two({ user_id_upsert: true, team_id_upsert: true }, users),
    token: jwt({ ...ofPartner, sub: "u1", client_id: "t1" }),
    expect: allow({ team: "t1", user: "u1", creates: [createTeam("t1"), createUser("u1")] }),
  },
  {
    name: "an issuer's own upsert flag does not apply to the others",
    spec: ["3.6"],
    settings: {
      issuers: [
        { issuer: ISSUER, jwks_url: keys },
        { issuer: PARTNER, jwks_url: keys, team_id_upsert: true },
      ],
    },
    token: jwt({ client_id: "t1" }),
    expect: deny("team_not_found"),
  },
  {
    name: "the only issuer adds teams as gateway_jwtauth says",
    spec: ["3.6"],
    settings: { team_id_upsert: true, issuers: [{ issuer: ISSUER, jwks_url: keys }] },
    token: jwt({ client_id: "t1" }),
    expect: allow({ team: "t1", creates: [createTeam("t1")] }),
  },
  {
    name: "the only issuer adds no teams if its entry says so",
    spec: ["3.6"],
    settings: { team_id_upsert: true, issuers: [{ issuer: ISSUER, jwks_url: keys, team_id_upsert: false }] },
    token: jwt({ client_id: "t1" }),
    expect: deny("team_not_found"),
  },
  {
    name: "an issuer's own scope makes its administrators, and the common one makes none of its tokens",
    spec: ["5.2.1"],
    settings: two({ allow_admin: true, admin_jwt_scope: "partner_admin" }),
    token: jwt({ ...ofPartner, scope }),
    request: get("/team/list"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "an issuer may unset the common team claim, so that client_id counts again",
    spec: ["5.2.3"],
    settings: two({ team_id_jwt_field: null }, { team_id_jwt_field: "team" }),
    token: jwt({ ...ofPartner, client_id: "t1" }),
    state: { teams: { t1: {} } },
    expect: allow({ team: "t1" }),
  },
  {
    name: "an issuer's own routes bind its teams",
    spec: ["5.3.3"],
    settings: two({ team_allowed_routes: ["/embeddings"] }),
    token: jwt({ ...ofPartner, client_id: "t1" }),
    state: { teams: { t1: {} } },
    expect: deny("route_not_allowed"),
  },
  {
    name: "an issuer's own e-mail domain admits its users",
    spec: ["5.7.1"],
    settings: two(
      { user_allowed_email_domain: "partner.test", user_id_upsert: true },
      { user_email_jwt_field: "email", user_allowed_email_domain: "example.com" },
    ),
    token: jwt({ ...ofPartner, email: "sam@partner.test" }),
    expect: allow({ user: "sam@partner.test", creates: [createUser("sam@partner.test", "sam@partner.test")] }),
  },
  {
    name: "with an id prefix, a token names the team behind the prefix and not the team without it",
    spec: ["5.2.3"],
    settings: two({ id_prefix: "partner:" }),
    token: jwt({ ...ofPartner, client_id: "t1" }),
    state: { teams: { t1: {} } },
    expect: deny("team_not_found"),
  },
  {
    name: "with an id prefix, the records have the ids with their prefix",
    spec: ["3.4", "3.6"],
    settings: two({ id_prefix: "partner:", user_id_upsert: true, team_id_upsert: true }, users),
    token: jwt({ ...ofPartner, sub: "u1", client_id: "t1" }),
    expect: allow({
      team: "partner:t1",
      user: "partner:u1",
      creates: [createTeam("partner:t1"), createUser("partner:u1")],
    }),
  },
  {
    name: "a token of an issuer without a prefix cannot name an id behind the prefix of another one",
    spec: ["5.2.3"],
    settings: two({ id_prefix: "partner:" }),
    token: jwt({ client_id: "partner:t1" }),
    state: { teams: { "partner:t1": {} } },
    expect: deny("invalid_token"),
  },
  {
    name: "the body of an issuer without a prefix names no end user behind the prefix of another one",
    spec: ["5.4.1"],
    settings: two({ id_prefix: "partner:" }),
    token: jwt({ client_id: "t1" }),
    state: { teams: { t1: {} } },
    request: chat(undefined, { user: "partner:eve" }),
    expect: deny("end_user_not_allowed"),
  },
  {
    name: "the body of an issuer with a prefix names its own end users without it",
    spec: ["5.4.1"],
    settings: two({ id_prefix: "partner:" }),
    token: jwt({ ...ofPartner, client_id: "t1" }),
    state: { teams: { "partner:t1": {} } },
    request: chat(undefined, { user: "eve" }),
    expect: allow({ team: "partner:t1", endUser: "partner:eve" }),
  },
  {
    name: "a key that a token of another issuer made names no end user behind a prefix",
    spec: ["5.4.1"],
    settings: two({ id_prefix: "partner:" }),
    token: { key: { team: "t1", maker: { role: null, scopes: [], issuer: ISSUER } } },
    state: { teams: { t1: {} } },
    request: chat(undefined, { user: "partner:eve" }),
    expect: deny("end_user_not_allowed"),
  },
  {
    name: "a key that an administrator made names end users of every issuer",
    spec: ["5.4.1"],
    settings: two({ id_prefix: "partner:" }),
    token: { key: { team: "t1" } },
    state: { teams: { t1: {} } },
    request: chat(undefined, { user: "partner:eve" }),
    expect: allow({ team: "t1", endUser: "partner:eve" }),
  },
];
