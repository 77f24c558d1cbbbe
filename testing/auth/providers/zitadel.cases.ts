import { allow, createUser, deny, get } from "@/lib/auth/cases/case";
import type { ProviderCase } from "./provider-case";

const CLAIMS = "https://zitadel.com/docs/apis/openidoauth/claims";
const ROLES = "https://zitadel.com/docs/guides/integrate/retrieve-user-roles";
const SCOPES = "https://zitadel.com/docs/apis/openidoauth/scopes";

const roles = "urn:zitadel:iam:org:project:246813579022222222:roles";
const organization = "246813579066666666";
const ann = "246813579055555555";
const granted = { [organization]: "acme.acme-abc123.zitadel.cloud" };

export const zitadelCases: readonly ProviderCase[] = [
  {
    name: "Zitadel: a role that is a member of the object is the team, and the resource owner the organisation",
    source: ROLES,
    with: "people",
    token: "person",
    state: { teams: { ml: {} } },
    expect: allow({ team: "ml", user: ann, organization, creates: [createUser(ann)] }),
  },
  {
    name: "Zitadel: the role of administrators makes one",
    source: ROLES,
    with: "people",
    token: "person",
    claims: { [roles]: { "gateway-admin": granted } },
    request: get("/team/list"),
    expect: allow({ admin: true, user: ann, organization, creates: [createUser(ann)] }),
  },
  {
    name: "Zitadel: a role of another project makes no administrator",
    source: CLAIMS,
    with: "people",
    token: "person",
    claims: { "urn:zitadel:iam:org:project:roles": { "gateway-admin": granted } },
    request: get("/config/get"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "Zitadel: without the scope of the project's audience, the token is refused",
    source: SCOPES,
    with: "people",
    token: "person",
    claims: { aud: ["246813579011111111"] },
    expect: deny("invalid_audience"),
  },
  {
    name: "Zitadel: without the roles, a person calls as a user and for no team",
    source: SCOPES,
    with: "people",
    token: "person",
    claims: { [roles]: undefined },
    expect: allow({ user: ann, organization, creates: [createUser(ann)] }),
  },
];
