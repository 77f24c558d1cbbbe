import { allow, createTeam, createUser, deny, get } from "@/lib/auth/cases/case";
import type { ProviderCase } from "./provider-case";

const CLAIMS = "https://learn.microsoft.com/en-us/entra/identity-platform/access-token-claims-reference";
const ROLES = "https://learn.microsoft.com/en-us/entra/identity-platform/howto-add-app-roles-in-apps";
const GROUPS = "https://learn.microsoft.com/en-us/security/zero-trust/develop/configure-tokens-group-claims-app-roles";
const OVERAGE = `${CLAIMS}#groups-overage-claim`;
const IDENTITIES = "https://learn.microsoft.com/en-us/entra/identity/managed-identities-azure-resources/overview";
const TENANTS = "https://learn.microsoft.com/en-us/entra/identity-platform/howto-convert-app-to-be-multi-tenant";

const tid = "11111111-1111-4111-8111-111111111111";
const secondTenant = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa";
const otherGroup = "45454545-4545-4545-8545-454545454545";
const oid = "55555555-5555-4555-8555-555555555555";
const application = "66666666-6666-4666-8666-666666666666";
const identity = "88888888-8888-4888-8888-888888888888";
const createAnn = createUser(oid, "ann@acme.example");

export const entraCases: readonly ProviderCase[] = [
  {
    name: "Entra ID: a group's id is mapped to a team, and the tenant is the organisation",
    source: GROUPS,
    with: "people",
    token: "person",
    state: { teams: { ml: {} } },
    expect: allow({ team: "ml", user: oid, organization: tid, creates: [createAnn] }),
  },
  {
    name: "Entra ID: a group without a mapping is the team of its id",
    source: GROUPS,
    with: "people",
    token: "person",
    claims: { groups: [otherGroup] },
    state: { teams: { [otherGroup]: {} } },
    expect: allow({ team: otherGroup, user: oid, organization: tid, creates: [createAnn] }),
  },
  {
    name: "Entra ID: a group that is not a team is refused",
    source: GROUPS,
    with: "people",
    token: "person",
    expect: deny("team_not_found"),
  },
  {
    name: "Entra ID: the app role of administrators makes one",
    source: ROLES,
    with: "people",
    token: "person",
    claims: { roles: ["Gateway.Admin"] },
    request: get("/team/list"),
    expect: allow({ admin: true, user: oid, organization: tid, creates: [createAnn] }),
  },
  {
    name: "Entra ID: the app role of callers makes no administrator",
    source: ROLES,
    with: "people",
    token: "person",
    request: get("/config/get"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "Entra ID: an app role of another name opens no model",
    source: ROLES,
    with: "people",
    token: "person",
    claims: { roles: ["Other.Role"] },
    state: { teams: { ml: {} } },
    expect: deny("scope_model_not_allowed"),
  },
  {
    name: "Entra ID: a scope in scp does not count where app roles are the scopes",
    source: CLAIMS,
    with: "people",
    token: "person",
    claims: { roles: undefined, scp: "Gateway.Admin Gateway.Call" },
    state: { teams: { ml: {} } },
    expect: deny("scope_model_not_allowed"),
  },
  {
    name: "Entra ID: a token that leaves out its groups because they are too many is refused",
    source: OVERAGE,
    with: "people",
    token: "person",
    claims: {
      groups: undefined,
      _claim_names: { groups: "src1" },
      _claim_sources: { src1: { endpoint: `https://graph.microsoft.com/v1.0/users/${oid}/getMemberObjects` } },
    },
    expect: deny("group_overage"),
  },
  {
    name: "Entra ID: the other sign of too many groups, hasgroups, is refused too",
    source: OVERAGE,
    with: "people",
    token: "person",
    claims: { groups: undefined, hasgroups: true },
    expect: deny("group_overage"),
  },
  {
    name: "Entra ID: an application with idtyp is the team of its azp beside people and makes no user",
    source: "https://learn.microsoft.com/en-us/entra/identity-platform/optional-claims-reference",
    with: "people",
    token: "application",
    claims: { idtyp: "app" },
    state: { teams: { [application]: {} } },
    expect: allow({ team: application, organization: tid }),
  },
  {
    name: "Entra ID: a token for Microsoft Graph is refused by its audience",
    source: CLAIMS,
    with: "people",
    token: "person",
    claims: { aud: "00000003-0000-0000-c000-000000000000" },
    expect: deny("invalid_audience"),
  },
  {
    name: "Entra ID: a token of version 1 is refused by its issuer where only version 2 is configured",
    source: CLAIMS,
    with: "people",
    token: "managed-identity",
    expect: deny("invalid_issuer"),
  },
  {
    name: "Entra ID: an ID token of the console's login is not a bearer token",
    source: "https://learn.microsoft.com/en-us/entra/identity-platform/id-token-claims-reference",
    with: "people",
    token: "person",
    claims: { nonce: "12345", scp: undefined },
    expect: deny("invalid_token"),
  },
  {
    name: "Entra ID: an application of version 2 is the team of its azp",
    source: CLAIMS,
    with: "applications",
    token: "application",
    expect: allow({ team: application, creates: [createTeam(application)] }),
  },
  {
    name: "Entra ID: a managed identity with a token of version 1 is the team of its appid",
    source: IDENTITIES,
    with: "applications",
    token: "managed-identity",
    state: { teams: { [identity]: {} } },
    expect: allow({ team: identity }),
  },
  {
    name: "Entra ID: an application without an app role is refused",
    source: ROLES,
    with: "applications",
    token: "application",
    claims: { roles: undefined },
    expect: deny("claim_not_accepted"),
  },
  {
    name: "Entra ID: a token of version 1 with the audience of version 2 is refused",
    source: CLAIMS,
    with: "applications",
    token: "managed-identity",
    claims: { aud: "22222222-2222-4222-8222-222222222222" },
    expect: deny("invalid_audience"),
  },
  {
    name: "Entra ID: a person of the second listed tenant is accepted, and the tenant is the organisation",
    source: TENANTS,
    with: "tenants",
    token: "person",
    claims: { iss: `https://login.microsoftonline.com/${secondTenant}/v2.0`, tid: secondTenant },
    expect: allow({ user: oid, organization: secondTenant, creates: [createUser(oid)] }),
  },
  {
    name: "Entra ID: a tenant that is not listed is refused",
    source: TENANTS,
    with: "tenants",
    token: "person",
    claims: {
      iss: "https://login.microsoftonline.com/bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb/v2.0",
      tid: "bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb",
    },
    expect: deny("invalid_issuer"),
  },
  {
    name: "Entra ID: a tid that is not the tenant of the issuer is refused",
    source: TENANTS,
    with: "tenants",
    token: "person",
    claims: { tid: secondTenant },
    expect: deny("claim_not_accepted"),
  },
];
