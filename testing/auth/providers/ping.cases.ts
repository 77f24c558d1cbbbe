import { allow, createUser, deny, get } from "@/lib/auth/cases/case";
import type { ProviderCase } from "./provider-case";

const CLAIMS =
  "https://developer.pingidentity.com/pingone-api/foundations/authentication-concepts/access-tokens-and-id-tokens/token-claims.html";
const CUSTOM = "https://docs.pingidentity.com/pingone/applications/p1_customize_access_token.html";
const FEDERATE =
  "https://docs.pingidentity.com/pingfederate/latest/administrators_reference_guide/pf_configuring_json_token_management.html";

const ann = "c1d2e3f4-a5b6-4c7d-8e9f-0a1b2c3d4e5f";
const application = "9e8d7c6b-5a49-4382-8716-054f3e2d1c0b";
const createAnn = createUser("ann", "ann@acme.example");

export const pingCases: readonly ProviderCase[] = [
  {
    name: "PingOne: a person's group is the team",
    source: CUSTOM,
    with: "pingone",
    token: "person",
    state: { teams: { ml: {} } },
    expect: allow({ team: "ml", user: ann, creates: [createUser(ann)] }),
  },
  {
    name: "PingOne: a permission, in a claim with a dot in its name, makes an administrator",
    source: CUSTOM,
    with: "pingone",
    token: "person",
    claims: { "p1.permissions": ["gateway:admin"] },
    request: get("/team/list"),
    expect: allow({ admin: true, user: ann, creates: [createUser(ann)] }),
  },
  {
    name: "PingOne: an application without a subject is the team of its client_id",
    source: CLAIMS,
    with: "pingone",
    token: "application",
    state: { teams: { [application]: {} } },
    expect: allow({ team: application }),
  },
  {
    name: "PingOne: a token for PingOne's own API is refused",
    source: CLAIMS,
    with: "pingone",
    token: "person",
    claims: { aud: ["https://api.pingone.eu"] },
    expect: deny("invalid_audience"),
  },
  {
    name: "PingOne: a token of another environment is refused",
    source: CLAIMS,
    with: "pingone",
    token: "person",
    claims: { iss: "https://auth.pingone.eu/ffffffff-0000-4000-8000-000000000000/as" },
    expect: deny("invalid_issuer"),
  },
  {
    name: "PingFederate: a directory's group is the team of its name",
    source: FEDERATE,
    with: "pingfederate",
    token: "federate",
    state: { teams: { ml: {}, Staff: {} } },
    expect: allow({ team: "ml", user: "ann", creates: [createAnn] }),
  },
  {
    name: "PingFederate: a single group is a text and counts like a list of one",
    source: FEDERATE,
    with: "pingfederate",
    token: "federate",
    claims: { memberOf: "CN=ml,OU=Teams,DC=acme,DC=example" },
    state: { teams: { ml: {} } },
    expect: allow({ team: "ml", user: "ann", creates: [createAnn] }),
  },
  {
    name: "PingFederate: a token without the gateway's scope is refused",
    source: FEDERATE,
    with: "pingfederate",
    token: "federate",
    claims: { scope: ["openid"] },
    expect: deny("claim_not_accepted"),
  },
];
