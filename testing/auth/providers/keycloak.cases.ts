import { allow, chat, createUser, deny, get } from "@/lib/auth/cases/case";
import type { ProviderCase } from "./provider-case";

const ADMIN = "https://www.keycloak.org/docs/latest/server_admin/";
const ROLES = `${ADMIN}#assigning-permissions-using-roles-and-groups`;
const MAPPERS = `${ADMIN}#_protocol-mappers`;
const SCOPES = `${ADMIN}#_client_scopes`;
const SERVICE_ACCOUNTS = `${ADMIN}#_service_accounts`;
const ORGANIZATIONS = `${ADMIN}#_managing_organizations`;

const ann = "f3b0c2d4-5e6f-4a1b-8c2d-3e4f5a6b7c8d";
const serviceAccount = "0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e4f";
const createAnn = createUser(ann, "ann@acme.example");
const adminScope = "openid email profile gateway_proxy_admin";
const ml = { teams: { ml: {} } };

export const keycloakCases: readonly ProviderCase[] = [
  {
    name: "Keycloak: a group below /teams/ is the team, and a list of one organisation the organisation",
    source: MAPPERS,
    with: "realm",
    token: "person",
    state: ml,
    expect: allow({ team: "ml", user: ann, organization: "acme", creates: [createAnn] }),
  },
  {
    name: "Keycloak: an organisation with its id is an object and counts by its name",
    source: ORGANIZATIONS,
    with: "realm",
    token: "person",
    claims: { organization: { acme: { id: "42c3e46f-2477-44d7-a85b-d3b43f6b31fa" } } },
    state: ml,
    expect: allow({ team: "ml", user: ann, organization: "acme", creates: [createAnn] }),
  },
  {
    name: "Keycloak: a member of several organisations must choose one",
    source: ORGANIZATIONS,
    with: "realm",
    token: "person",
    claims: { organization: ["acme", "initech"] },
    state: ml,
    expect: deny("organization_required"),
  },
  {
    name: "Keycloak: a member of several organisations chooses one with the header",
    source: ORGANIZATIONS,
    with: "realm",
    token: "person",
    claims: { organization: ["acme", "initech"] },
    state: ml,
    request: chat("gpt-4o", { organization: "initech" }),
    expect: allow({ team: "ml", user: ann, organization: "initech", creates: [createAnn] }),
  },
  {
    name: "Keycloak: the admin scope with the realm role makes an administrator",
    source: SCOPES,
    with: "realm",
    token: "person",
    claims: { scope: adminScope, realm_access: { roles: ["gateway-admin"] } },
    request: get("/team/list"),
    expect: allow({ admin: true, user: ann, organization: "acme", creates: [createAnn] }),
  },
  {
    name: "Keycloak: the role may also be one of a client with dots and dashes in its name",
    source: ROLES,
    with: "realm",
    token: "person",
    claims: { scope: adminScope, resource_access: { "my.client-app": { roles: ["gateway-admin"] } } },
    request: get("/team/list"),
    expect: allow({ admin: true, user: ann, organization: "acme", creates: [createAnn] }),
  },
  {
    name: "Keycloak: the admin scope that anybody can ask for makes nobody an administrator without the role",
    source: SCOPES,
    with: "realm",
    token: "person",
    claims: { scope: adminScope },
    request: get("/config/get"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "Keycloak: a token with Keycloak's own audience is refused",
    source: `${ADMIN}#_audience`,
    with: "realm",
    token: "person",
    claims: { aud: "account" },
    expect: deny("invalid_audience"),
  },
  {
    name: "Keycloak: an ID token is refused by its mark",
    source: ADMIN,
    with: "realm",
    token: "person",
    claims: { typ: "ID", at_hash: "HK6E_P6Dh8Y93mRNtsDB1Q" },
    expect: deny("invalid_token"),
  },
  {
    name: "Keycloak: a refresh token is refused by its mark",
    source: ADMIN,
    with: "realm",
    token: "person",
    claims: { typ: "Refresh" },
    expect: deny("invalid_token"),
  },
  {
    name: "Keycloak: a token of another realm is refused",
    source: ADMIN,
    with: "realm",
    token: "person",
    claims: { iss: "https://login.acme.example/realms/partner" },
    expect: deny("invalid_issuer"),
  },
  {
    name: "Keycloak: a group outside /teams/ names no team, and the person calls as a user",
    source: MAPPERS,
    with: "realm",
    token: "person",
    claims: { groups: ["/all"] },
    state: { teams: { "/all": {}, all: {} } },
    expect: allow({ user: ann, organization: "acme", creates: [createAnn] }),
  },
  {
    name: "Keycloak: a project's token is the team of its client_id and makes no user",
    source: SERVICE_ACCOUNTS,
    with: "realm",
    token: "project",
    state: { teams: { "team-billing": {} } },
    expect: allow({ team: "team-billing" }),
  },
  {
    name: "Keycloak: a project whose service account was blocked as a user is refused",
    source: SERVICE_ACCOUNTS,
    with: "realm",
    token: "project",
    state: { teams: { "team-billing": {} }, users: { [serviceAccount]: { blocked: true } } },
    expect: deny("user_blocked"),
  },
  {
    name: "Keycloak: a member of a group below a team's group calls for that team",
    source: ROLES,
    with: "subgroups",
    token: "person",
    claims: { groups: ["/teams/ml/juniors"] },
    state: { teams: { ml: {}, everybody: {} } },
    expect: allow({ team: "ml", user: ann, creates: [createUser(ann)] }),
  },
  {
    name: "Keycloak: somebody without a team's group calls for the team of everybody",
    source: ROLES,
    with: "subgroups",
    token: "person",
    claims: { groups: ["/all"] },
    state: { teams: { ml: {}, everybody: {} } },
    expect: allow({ team: "everybody", user: ann, creates: [createUser(ann)] }),
  },
  {
    name: "Keycloak: a member of a blocked team is refused and not served by the team of everybody",
    source: ROLES,
    with: "subgroups",
    token: "person",
    state: { teams: { ml: { blocked: true }, everybody: {} } },
    expect: deny("team_blocked"),
  },
  {
    name: "Keycloak: a client's role is mapped to a user, who need not exist",
    source: ROLES,
    with: "roles",
    token: "person",
    expect: allow({ user: ann }),
  },
  {
    name: "Keycloak: a client's role opens only its models",
    source: ROLES,
    with: "roles",
    token: "person",
    request: chat("o3"),
    expect: deny("role_model_not_allowed"),
  },
  {
    name: "Keycloak: somebody without the client's role is refused",
    source: ROLES,
    with: "roles",
    token: "person",
    claims: { resource_access: { account: { roles: ["view-profile"] } } },
    state: { users: { [ann]: {} } },
    expect: deny("role_required"),
  },
];
