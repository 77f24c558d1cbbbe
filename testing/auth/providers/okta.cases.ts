import { allow, createTeam, createUser, deny, get } from "@/lib/auth/cases/case";
import type { ProviderCase } from "./provider-case";

const TOKENS = "https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/#access-token";
const GROUPS = "https://developer.okta.com/docs/guides/customize-tokens-groups-claim/main/";
const MACHINES = "https://developer.okta.com/docs/guides/implement-grant-type/clientcreds/main/";

const ann = "00uid4BxXw6I6TV4m0g3";
const createAnn = createUser(ann, "ann@acme.example");

export const oktaCases: readonly ProviderCase[] = [
  {
    name: "Okta: the first of a person's groups that is a team pays, and the uid is the user",
    source: GROUPS,
    with: "people",
    token: "person",
    state: { teams: { web: {} } },
    expect: allow({ team: "web", user: ann, creates: [createAnn] }),
  },
  {
    name: "Okta: a filter that lets Everyone through gives that group no team",
    source: GROUPS,
    with: "people",
    token: "person",
    claims: { groups: ["Everyone", "gateway-ml"] },
    state: { teams: { Everyone: {}, ml: {} } },
    expect: allow({ team: "ml", user: ann, creates: [createAnn] }),
  },
  {
    name: "Okta: the group of administrators makes one",
    source: GROUPS,
    with: "people",
    token: "person",
    claims: { groups: ["gateway-admins"] },
    request: get("/team/list"),
    expect: allow({ admin: true, user: ann, creates: [createAnn] }),
  },
  {
    name: "Okta: a token without the gateway's scope is refused",
    source: TOKENS,
    with: "people",
    token: "person",
    claims: { scp: ["openid", "profile"] },
    expect: deny("claim_not_accepted"),
  },
  {
    name: "Okta: a token of the org authorization server is refused by its issuer",
    source: TOKENS,
    with: "people",
    token: "person",
    claims: { iss: "https://acme.okta.com", aud: "https://acme.okta.com" },
    expect: deny("invalid_issuer"),
  },
  {
    name: "Okta: an issuer with a slash at its end is another issuer",
    source: TOKENS,
    with: "people",
    token: "person",
    claims: { iss: "https://acme.okta.com/oauth2/default/" },
    expect: deny("invalid_issuer"),
  },
  {
    name: "Okta: an application is the team of its cid",
    source: MACHINES,
    with: "applications",
    token: "application",
    expect: allow({ team: "0oa2billing9Zc4kJ0h8", creates: [createTeam("0oa2billing9Zc4kJ0h8")] }),
  },
  {
    name: "Okta: the audience of the default server is refused where the gateway has its own",
    source: MACHINES,
    with: "applications",
    token: "application",
    claims: { aud: "api://default" },
    expect: deny("invalid_audience"),
  },
];
