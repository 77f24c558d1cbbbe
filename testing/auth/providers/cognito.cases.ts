import { allow, createTeam, createUser, deny, get } from "@/lib/auth/cases/case";
import type { ProviderCase } from "./provider-case";

const ACCESS =
  "https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html";
const ID =
  "https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-id-token.html";
const GROUPS = "https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-user-groups.html";
const MACHINES =
  "https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-define-resource-servers.html";

const ann = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee";

export const cognitoCases: readonly ProviderCase[] = [
  {
    name: "Cognito: an access token without aud is accepted by its client_id, and its group is the team",
    source: ACCESS,
    with: "people",
    token: "person",
    state: { teams: { ml: {} } },
    expect: allow({ team: "ml", user: ann, creates: [createUser(ann)] }),
  },
  {
    name: "Cognito: an access token of an app client that is not listed is refused",
    source: ACCESS,
    with: "people",
    token: "person",
    claims: { client_id: "9strangerexample" },
    expect: deny("invalid_audience"),
  },
  {
    name: "Cognito: an ID token is refused by its mark",
    source: ID,
    with: "people",
    token: "person",
    claims: { token_use: "id", aud: "7webappexample", client_id: undefined },
    expect: deny("invalid_token"),
  },
  {
    name: "Cognito: the group of administrators makes one",
    source: GROUPS,
    with: "people",
    token: "person",
    claims: { "cognito:groups": ["gateway-admins"] },
    request: get("/team/list"),
    expect: allow({ admin: true, user: ann, creates: [createUser(ann)] }),
  },
  {
    name: "Cognito: a person in no group calls as a user",
    source: GROUPS,
    with: "people",
    token: "person",
    claims: { "cognito:groups": undefined },
    expect: allow({ user: ann, creates: [createUser(ann)] }),
  },
  {
    name: "Cognito: a token of another pool is refused",
    source: ACCESS,
    with: "people",
    token: "person",
    claims: { iss: "https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_Other" },
    expect: deny("invalid_issuer"),
  },
  {
    name: "Cognito: a listed application is the team of its client id beside people and makes no user",
    source: MACHINES,
    with: "people",
    token: "application",
    state: { teams: { "5billingexample": {} } },
    expect: allow({ team: "5billingexample" }),
  },
  {
    name: "Cognito: an application is the team of its client id where only applications call",
    source: MACHINES,
    with: "applications",
    token: "application",
    expect: allow({ team: "5billingexample", creates: [createTeam("5billingexample")] }),
  },
  {
    name: "Cognito: an application without the gateway's scope is refused",
    source: MACHINES,
    with: "applications",
    token: "application",
    claims: { scope: "other/read" },
    expect: deny("claim_not_accepted"),
  },
  {
    name: "Cognito: a person's token does not pass for an application's",
    source: MACHINES,
    with: "applications",
    token: "person",
    expect: deny("claim_not_accepted"),
  },
];
