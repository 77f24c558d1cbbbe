import { allow, createTeam, createUser, deny, get } from "@/lib/auth/cases/case";
import type { ProviderCase } from "./provider-case";

const OPENID = "https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload";
const MACHINES = "https://cloud.google.com/docs/authentication/get-id-token";
const METADATA = "https://cloud.google.com/compute/docs/instances/verifying-instance-identity";

const ann = "110169484474386276334";

export const googleCases: readonly ProviderCase[] = [
  {
    name: "Google: an ID token of a person of the Workspace is accepted for everybody's team, and the domain is the organisation",
    source: OPENID,
    with: "people",
    token: "person",
    state: { teams: { acme: {} } },
    expect: allow({
      team: "acme",
      user: ann,
      organization: "acme.example",
      creates: [createUser(ann, "ann@acme.example")],
    }),
  },
  {
    name: "Google: an ID token of a private account has no hd and is refused",
    source: OPENID,
    with: "people",
    token: "person",
    claims: { hd: undefined, email: "ann@gmail.example" },
    expect: deny("claim_not_accepted"),
  },
  {
    name: "Google: a private account with an address of the domain is refused",
    source: OPENID,
    with: "people",
    token: "person",
    claims: { hd: undefined },
    expect: deny("claim_not_accepted"),
  },
  {
    name: "Google: a person of another Workspace is refused",
    source: OPENID,
    with: "people",
    token: "person",
    claims: { hd: "evil.example", email: "eve@evil.example" },
    expect: deny("claim_not_accepted"),
  },
  {
    name: "Google: an ID token for another client is refused",
    source: OPENID,
    with: "people",
    token: "person",
    claims: { aud: "999.apps.googleusercontent.com", azp: "999.apps.googleusercontent.com" },
    expect: deny("invalid_audience"),
  },
  {
    name: "Google: the old spelling of the issuer is another issuer",
    source: OPENID,
    with: "people",
    token: "person",
    claims: { iss: "accounts.google.com", at_hash: undefined },
    expect: deny("invalid_issuer"),
  },
  {
    name: "Google: a person of the Workspace is not an administrator",
    source: OPENID,
    with: "people",
    token: "person",
    request: get("/config/get"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "Google: a service account is the team of its name",
    source: MACHINES,
    with: "service-accounts",
    token: "service-account",
    expect: allow({ team: "trainer", creates: [createTeam("trainer")] }),
  },
  {
    name: "Google: a service account of another project is refused",
    source: MACHINES,
    with: "service-accounts",
    token: "service-account",
    claims: { email: "trainer@evil.iam.gserviceaccount.com" },
    expect: deny("claim_not_accepted"),
  },
  {
    name: "Google: a token of the metadata server without its whole form has no e-mail and is refused",
    source: METADATA,
    with: "service-accounts",
    token: "service-account",
    claims: { email: undefined, email_verified: undefined },
    expect: deny("claim_not_accepted"),
  },
];
