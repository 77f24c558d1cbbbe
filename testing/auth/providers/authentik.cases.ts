import { allow, createUser, deny, get } from "@/lib/auth/cases/case";
import type { ProviderCase } from "./provider-case";

const PROVIDER = "https://docs.goauthentik.io/add-secure-apps/providers/oauth2/";
const MACHINES = "https://docs.goauthentik.io/add-secure-apps/providers/oauth2/machine_to_machine/";
const SOURCE = "https://github.com/goauthentik/authentik/blob/main/authentik/providers/oauth2/id_token.py";

const ann = "7d1f0c2a-2f0c-4b0e-9d2b-0c8f1f3f7d55";
const createAnn = createUser(ann, "ann@acme.example");

export const authentikCases: readonly ProviderCase[] = [
  {
    name: "Authentik: a person's group is the team, and groups that do not fit the pattern are none",
    source: PROVIDER,
    with: "people",
    token: "person",
    state: { teams: { ml: {}, "authentik Admins": {} } },
    expect: allow({ team: "ml", user: ann, creates: [createAnn] }),
  },
  {
    name: "Authentik: an access token with the nonce of its login is accepted",
    source: SOURCE,
    with: "people",
    token: "person",
    claims: { nonce: "n-0S6_WzA2Mj" },
    state: { teams: { ml: {} } },
    expect: allow({ team: "ml", user: ann, creates: [createAnn] }),
  },
  {
    name: "Authentik: the group of the gateway's administrators makes one",
    source: PROVIDER,
    with: "people",
    token: "person",
    claims: { groups: ["gateway-admins"] },
    request: get("/team/list"),
    expect: allow({ admin: true, user: ann, creates: [createAnn] }),
  },
  {
    name: "Authentik: an administrator of Authentik is none of the gateway",
    source: PROVIDER,
    with: "people",
    token: "person",
    request: get("/config/get"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "Authentik: a service account in the group of its team calls for it",
    source: MACHINES,
    with: "people",
    token: "person",
    claims: {
      sub: "7",
      preferred_username: "ak-gateway-client_credentials",
      email: "",
      sid: undefined,
      groups: ["team-ml"],
    },
    state: { teams: { ml: {} }, users: { "7": {} } },
    expect: allow({ team: "ml", user: "7" }),
  },
  {
    name: "Authentik: a token of another application is refused by its issuer",
    source: PROVIDER,
    with: "people",
    token: "person",
    claims: { iss: "https://auth.acme.example/application/o/wiki/", aud: "wiki-client-id" },
    expect: deny("invalid_issuer"),
  },
];
