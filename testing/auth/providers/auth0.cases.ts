import { allow, createUser, deny, get } from "@/lib/auth/cases/case";
import type { ProviderCase } from "./provider-case";

const PROFILE = "https://auth0.com/docs/secure/tokens/access-tokens/access-token-profiles";
const RBAC = "https://auth0.com/docs/get-started/apis/enable-role-based-access-control-for-apis";
const CUSTOM = "https://auth0.com/docs/secure/tokens/json-web-tokens/create-custom-claims";
const MACHINES = "https://auth0.com/docs/get-started/authentication-and-authorization-flow/client-credentials-flow";
const ORGANIZATIONS = "https://auth0.com/docs/manage-users/organizations/using-tokens";

const ann = "auth0|507f1f77bcf86cd799439020";
const organization = "org_9ybsU1dN2dKfDkBi";
const createAnn = createUser(ann, "ann@acme.example");

export const auth0Cases: readonly ProviderCase[] = [
  {
    name: "Auth0: a claim with a namespace names the groups, and org_id the organisation",
    source: CUSTOM,
    with: "people",
    token: "person",
    state: { teams: { ml: {}, web: {} } },
    expect: allow({ team: "ml", user: ann, organization, creates: [createAnn] }),
  },
  {
    name: "Auth0: a person outside organisations has none",
    source: ORGANIZATIONS,
    with: "people",
    token: "person",
    claims: { org_id: undefined },
    state: { teams: { ml: {} } },
    expect: allow({ team: "ml", user: ann, creates: [createAnn] }),
  },
  {
    name: "Auth0: the permission of administrators makes one",
    source: RBAC,
    with: "people",
    token: "person",
    claims: { permissions: ["admin:gateway"] },
    request: get("/team/list"),
    expect: allow({ admin: true, user: ann, organization, creates: [createAnn] }),
  },
  {
    name: "Auth0: a scope called like the permission of administrators makes none",
    source: RBAC,
    with: "people",
    token: "person",
    claims: { scope: "openid admin:gateway" },
    request: get("/config/get"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "Auth0: without permissions in the token, no model is open",
    source: RBAC,
    with: "people",
    token: "person",
    claims: { permissions: undefined },
    state: { teams: { ml: {} } },
    expect: deny("scope_model_not_allowed"),
  },
  {
    name: "Auth0: a token that names only userinfo in aud is refused",
    source: PROFILE,
    with: "people",
    token: "person",
    claims: { aud: ["https://acme.eu.auth0.com/userinfo"] },
    expect: deny("invalid_audience"),
  },
  {
    name: "Auth0: an issuer without its slash is another issuer",
    source: PROFILE,
    with: "people",
    token: "person",
    claims: { iss: "https://acme.eu.auth0.com" },
    expect: deny("invalid_issuer"),
  },
  {
    name: "Auth0: an application is the team of its azp beside people and makes no user",
    source: MACHINES,
    with: "people",
    token: "application",
    state: { teams: { billing_client_id: {} } },
    expect: allow({ team: "billing_client_id" }),
  },
  {
    name: "Auth0: an application is the team of its azp where only applications call",
    source: MACHINES,
    with: "applications",
    token: "application",
    state: { teams: { billing_client_id: {} } },
    expect: allow({ team: "billing_client_id" }),
  },
  {
    name: "Auth0: a person's token does not pass for its application's",
    source: MACHINES,
    with: "applications",
    token: "person",
    state: { teams: { my_client_id: {} } },
    expect: deny("claim_not_accepted"),
  },
];
