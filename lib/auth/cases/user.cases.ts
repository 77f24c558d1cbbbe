import { allow, chat, createUser, deny, get, jwt, post, type DecisionCase } from "./case";

const users = { user_id_jwt_field: "sub" };
const email = { user_email_jwt_field: "email", user_allowed_email_domain: "example.com" };
const sam = jwt({ email: "sam@example.com" });
const user = jwt({ sub: "u1" });
const u1 = { users: { u1: {} } };

const notInDomain: [what: string, address: string][] = [
  ["another domain", "sam@other.com"],
  ["a domain that ends so", "sam@evil-example.com"],
  ["a domain that begins so", "sam@example.com.evil.com"],
  ["a sub-domain", "sam@mail.example.com"],
  ["the parent domain", "sam@com"],
  ["two addresses in one", "sam@example.com@evil.com"],
  ["the domain before the @", "example.com@evil.com"],
  ["a second @ in quotes", "\"sam@evil.com\"@example.com"],
  ["no @", "example.com"],
  ["nothing before the @", "@example.com"],
  ["a dot at the end", "sam@example.com."],
  ["a dot at the beginning", "sam@.example.com"],
  ["a space at the end", "sam@example.com "],
  ["a list of addresses", "eve@evil.com,sam@example.com sam@example.com"],
  ["a Cyrillic letter", "sam@ex\u0430mple.com"],
  ["full-width letters", "sam@\uff45xample.com"],
  ["a full-width dot", "sam@example\uff0ecom"],
  ["a soft hyphen", "sam@exam\u00adple.com"],
  ["a zero-width space", "sam@example\u200b.com"],
  ["a wildcard", "sam@*"],
];
const strangers: DecisionCase[] = notInDomain.map(([what, address]) => ({
  name: `an e-mail with ${what} is not in the domain`,
  spec: ["5.7.1"],
  settings: email,
  token: jwt({ email: address }),
  expect: deny("email_domain_not_allowed"),
}));

/** Users, by id and by e-mail (spec 3, 5.4, 5.7). */
export const userCases: DecisionCase[] = [
  ...strangers,
  { name: "a user who exists calls", spec: ["5.4.1"], settings: users, token: user, state: u1, expect: allow({ user: "u1" }) },
  { name: "a user who does not exist is refused", spec: ["5.5.1"], settings: users, token: user, expect: deny("user_not_found") },
  { name: "user_id_upsert adds the user", spec: ["3.4", "3.5"], settings: { ...users, user_id_upsert: true }, token: user, expect: allow({ user: "u1", creates: [createUser("u1")] }) },
  { name: "user_id_upsert leaves a user who exists alone", spec: ["3.4"], settings: { ...users, user_id_upsert: true }, token: user, state: u1, expect: allow({ user: "u1" }) },
  { name: "user_id_upsert adds nobody without an id", spec: ["3.4", "3.5"], settings: { user_id_upsert: true }, token: user, expect: deny("team_required") },
  { name: "user_id_upsert adds the e-mail beside the id", spec: ["3.4"], settings: { ...users, user_email_jwt_field: "email", user_id_upsert: true }, token: jwt({ sub: "u1", email: "a@b.c" }), expect: allow({ user: "u1", creates: [createUser("u1", "a@b.c")] }) },
  { name: "a blocked user is refused", spec: ["5.4.1"], settings: users, token: user, state: { users: { u1: { blocked: true } } }, expect: deny("user_blocked") },
  { name: "a blocked user is refused info routes too", spec: ["5.4.1"], settings: users, token: user, state: { users: { u1: { blocked: true } } }, request: get("/user/info?user_id=u1"), expect: deny("user_blocked") },
  { name: "a blocked user is refused through a team too", spec: ["5.4.1"], settings: users, token: jwt({ sub: "u1", client_id: "t1" }), state: { users: { u1: { blocked: true } }, teams: { t1: {} } }, expect: deny("user_blocked") },
  { name: "a user who calls for themselves is held to their models", spec: ["5.4.1"], settings: users, token: user, state: { users: { u1: { models: ["other"] } } }, expect: deny("user_model_not_allowed") },
  { name: "a user's models may be patterns", spec: ["5.4.1"], settings: users, token: user, state: { users: { u1: { models: ["*4o"] } } }, expect: allow({ user: "u1" }) },
  { name: "a user has the team's routes and no others", spec: ["5.3.2"], settings: users, token: user, state: u1, request: post("/key/generate"), expect: deny("route_not_allowed") },
  { name: "the routes of users may be widened", spec: ["5.3.3"], settings: { ...users, team_allowed_routes: ["/key/*"] }, token: user, state: u1, request: get("/key/list"), expect: allow({ user: "u1" }) },
  { name: "any claim may hold the user id", spec: ["5.4.2"], settings: { user_id_jwt_field: "custom.uid" }, token: jwt({ custom: { uid: "u1" } }), state: u1, expect: allow({ user: "u1" }) },
  { name: "a user called __proto__ is a user like any other", spec: ["5.4.2"], settings: users, token: jwt({ sub: "__proto__" }), expect: deny("user_not_found") },
  { name: "sub names no user where no claim is configured", spec: ["5.4.1"], token: user, state: u1, expect: deny("team_required") },

  { name: "org_id_jwt_field names the organisation", spec: ["5.4.1"], settings: { ...users, org_id_jwt_field: "org" }, token: jwt({ sub: "u1", org: "o1" }), state: { ...u1, organizations: { o1: {} } }, expect: allow({ user: "u1", organization: "o1" }) },
  { name: "an organisation need not be in the database", spec: ["5.4.1"], settings: { ...users, org_id_jwt_field: "org" }, token: jwt({ sub: "u1", org: "o9" }), state: u1, expect: allow({ user: "u1", organization: "o9" }) },
  { name: "an organisation alone entitles nobody", spec: ["5.4.1"], settings: { org_id_jwt_field: "org" }, token: jwt({ org: "o1" }), state: { organizations: { o1: {} } }, expect: deny("team_required") },
  { name: "a blocked organisation is refused", spec: ["5.4.1"], settings: { ...users, org_id_jwt_field: "org" }, token: jwt({ sub: "u1", org: "o1" }), state: { ...u1, organizations: { o1: { blocked: true } } }, expect: deny("organization_blocked") },
  { name: "an organisation's models hold its users", spec: ["5.4.1"], settings: { ...users, org_id_jwt_field: "org" }, token: jwt({ sub: "u1", org: "o1" }), state: { ...u1, organizations: { o1: { models: ["other"] } } }, expect: deny("organization_model_not_allowed") },
  { name: "the token's organisation pays, and the team's has a say too", spec: ["5.4.1"], settings: { org_id_jwt_field: "org" }, token: jwt({ client_id: "t1", org: "o1" }), state: { teams: { t1: { organization: "o2" } }, organizations: { o1: {}, o2: { models: ["other"] } } }, expect: deny("organization_model_not_allowed") },
  { name: "another organisation in the token is no way round the team's block", spec: ["5.4.1"], settings: { org_id_jwt_field: "org" }, token: jwt({ client_id: "t1", org: "o1" }), state: { teams: { t1: { organization: "o2" } }, organizations: { o2: { blocked: true } } }, expect: deny("organization_blocked") },
  { name: "end_user_id_jwt_field names the end user", spec: ["5.4.1"], settings: { end_user_id_jwt_field: "customer" }, token: jwt({ client_id: "t1", customer: "eve" }), state: { teams: { t1: {} } }, expect: allow({ team: "t1", endUser: "eve" }) },
  { name: "the token's end user beats the body's", spec: ["5.4.1"], settings: { end_user_id_jwt_field: "customer" }, token: jwt({ client_id: "t1", customer: "eve" }), state: { teams: { t1: {} } }, request: chat(undefined, { user: "mallory" }), expect: allow({ team: "t1", endUser: "eve" }) },
  { name: "the body may name the end user", spec: ["5.4.1"], token: jwt({ client_id: "t1" }), state: { teams: { t1: {} } }, request: chat(undefined, { user: "eve" }), expect: allow({ team: "t1", endUser: "eve" }) },
  { name: "a blocked end user is refused", spec: ["5.4.1"], settings: { end_user_id_jwt_field: "customer" }, token: jwt({ client_id: "t1", customer: "eve" }), state: { teams: { t1: {} }, endUsers: { eve: { blocked: true } } }, expect: deny("end_user_blocked") },
  { name: "the body is no way round a blocked end user of the token", spec: ["5.4.1"], settings: { end_user_id_jwt_field: "customer" }, token: jwt({ client_id: "t1", customer: "eve" }), state: { teams: { t1: {} }, endUsers: { eve: { blocked: true } } }, request: chat(undefined, { user: "bob" }), expect: deny("end_user_blocked") },
  { name: "an end user alone entitles nobody", spec: ["5.4.1"], settings: { end_user_id_jwt_field: "customer" }, token: jwt({ customer: "eve" }), expect: deny("team_required") },

  { name: "a user in the domain calls, though not in the database", spec: ["5.7.1", "3.5"], settings: email, token: sam, expect: allow({ user: "sam@example.com" }) },
  { name: "the domain is compared without case", spec: ["5.7.1"], settings: email, token: jwt({ email: "sam@EXAMPLE.com" }), expect: allow({ user: "sam@EXAMPLE.com" }) },
  { name: "the domain may be configured in any case and with an @", spec: ["5.7.1"], settings: { ...email, user_allowed_email_domain: "@Example.COM" }, token: sam, expect: allow({ user: "sam@example.com" }) },
  { name: "a Kelvin sign is no k", spec: ["5.7.1"], settings: { ...email, user_allowed_email_domain: "king.com" }, token: jwt({ email: "sam@\u212aing.com" }), expect: deny("email_domain_not_allowed") },
  { name: "an e-mail that the provider has not verified is refused", spec: ["5.7.1"], settings: email, token: jwt({ email: "sam@example.com", email_verified: false }), expect: deny("email_domain_not_allowed") },
  { name: "so is one that it says so about in a string", spec: ["5.7.1"], settings: email, token: jwt({ email: "sam@example.com", email_verified: "false" }), expect: deny("email_domain_not_allowed") },
  { name: "a verified e-mail is good", spec: ["5.7.1"], settings: email, token: jwt({ email: "sam@example.com", email_verified: true }), expect: allow({ user: "sam@example.com" }) },
  { name: "with user_id_upsert, a valid user is added", spec: ["5.7.2", "3.4", "3.5"], settings: { ...email, user_id_upsert: true }, token: sam, expect: allow({ user: "sam@example.com", creates: [createUser("sam@example.com", "sam@example.com")] }) },
  { name: "with user_id_upsert, a stranger is not", spec: ["5.7.2", "3.5"], settings: { ...email, user_id_upsert: true }, token: jwt({ email: "sam@other.com" }), expect: deny("email_domain_not_allowed") },
  { name: "a user id is the user where the token has both", spec: ["5.7.1"], settings: { ...users, ...email }, token: jwt({ sub: "u1", email: "sam@example.com" }), expect: allow({ user: "u1" }) },
  { name: "a blocked user of the domain is refused", spec: ["5.7.1"], settings: email, token: sam, state: { users: { "sam@example.com": { blocked: true } } }, expect: deny("user_blocked") },
  { name: "a user of the domain is held to their models", spec: ["5.7.1"], settings: email, token: sam, state: { users: { "sam@example.com": { models: ["other"] } } }, expect: deny("user_model_not_allowed") },
  { name: "a team's token without an e-mail is not asked for one", spec: ["5.7.1"], settings: email, token: jwt({ client_id: "t1" }), state: { teams: { t1: {} } }, expect: allow({ team: "t1" }) },
  { name: "a team's token with a stranger's e-mail is refused", spec: ["5.7.1"], settings: email, token: jwt({ client_id: "t1", email: "eve@evil.com" }), state: { teams: { t1: {} } }, expect: deny("email_domain_not_allowed") },
  { name: "a user of the domain manages nothing", spec: ["5.7.1", "5.3.2"], settings: email, token: sam, request: get("/team/list"), expect: deny("route_not_allowed") },
  { name: "an e-mail lets nobody in while no domain is set", spec: ["5.7.1"], settings: { user_email_jwt_field: "email" }, token: sam, expect: deny("team_required") },
  { name: "a domain lets nobody in while no e-mail claim is set", spec: ["5.7.1"], settings: { user_allowed_email_domain: "example.com" }, token: sam, expect: deny("team_required") },
  { name: "a user of the domain is refused models where teams are needed", spec: ["5.7.1", "5.5.2"], settings: { ...email, enforce_team_based_model_access: true }, token: sam, expect: deny("team_required") },
];
