import { getGlobalDispatcher } from "undici";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import { createSigningKey, signClaims, type SigningKey } from "@/local/provider/signing-keys";
import { publishing, startKeyServer, type KeyServer } from "@/testing/auth/key-server";
import { testSettings } from "@/testing/gateway/test-settings";
import { createTokenVerifier } from "./verify";

const HERE = "https://here.example";
const ENTRA = "https://login.test/{tid}/v2.0";
const NOW = 1_800_000_000;

let keys: { rsa: SigningKey; ec: SigningKey };
let server: KeyServer;

beforeAll(async () => {
  const [rsa, ec] = await Promise.all([createSigningKey("RS256"), createSigningKey("ES256")]);
  keys = { rsa, ec };
});
beforeEach(async () => void (server = await startKeyServer(publishing(keys.rsa, keys.ec))));
afterEach(() => server.stop());

/** "accepted", or the code and the message of the refusal. */
async function outcome(entry: object, claims: object, audiences: readonly string[], key = keys.rsa): Promise<string> {
  const settings = testSettings({
    audiences,
    jwtAuth: jwtAuth.parse({ issuers: [{ issuer: HERE, jwks_url: server.url, ...entry }] }),
  });
  const verifier = createTokenVerifier(
    () => settings,
    () => NOW * 1_000,
    getGlobalDispatcher,
  );
  try {
    await verifier.verify(await signClaims(key, { iss: HERE, exp: NOW + 60, ...claims }, { typ: "JWT" }));
    return "accepted";
  } catch (error) {
    if (error instanceof GatewayError) return `${error.code}: ${error.message}`;
    throw error;
  } finally {
    verifier.close();
  }
}

const gateway = { aud: "gateway" };
const idToken = { ...gateway, at_hash: "x" };
const NOT_MEANT = 'invalid_audience: The token is not meant for this gateway: its audience must be "gateway".';
const notTheClaim = (audience: string): string =>
  `invalid_audience: The token is not meant for this gateway: its claim "client_id" must be "${audience}".`;
const ID_TOKEN = "invalid_token: The token is an ID token, not an access token.";
const MARKED = "invalid_token: The token is an ID, refresh or logout token, not an access token.";
const mustHave = (claim: string, values: string): string =>
  `claim_not_accepted: The token must have the claim "${claim}" with ${values}.`;
const owner = { required_claims: { repository_owner: "acme" } };
const workflow = { required_claims: { job_workflow_ref: "acme/infra/.github/workflows/*" } };
const tenants = { issuer: ENTRA, required_claims: { tid: ["t-1", "t-2"] } };
const ofTenant = (tid: string): object => ({ iss: `https://login.test/${tid}/v2.0` });

type Line = readonly [title: string, entry: object, claims: object, outcome: string, audiences?: readonly string[]];

/** By default JWT_AUDIENCE is "gateway". */
const CASES: readonly Line[] = [
  ["a token of the common audience is accepted", {}, gateway, "accepted"],
  ["a token without an audience is refused", {}, {}, NOT_MEANT],
  ["audience: none takes an issuer out of JWT_AUDIENCE", { audience: "none" }, {}, "accepted"],
  [
    "a list with none in it names an audience",
    { audience: ["none"] },
    {},
    'invalid_audience: The token is not meant for this gateway: its audience must be "none".',
  ],
  [
    "audience_claim stands in for aud",
    { audience: "app", audience_claim: "client_id" },
    { client_id: "app" },
    "accepted",
  ],
  [
    "with audience_claim, aud alone is not enough",
    { audience: "app", audience_claim: "client_id" },
    { aud: "app" },
    notTheClaim("app"),
  ],
  [
    "audience_claim is compared with JWT_AUDIENCE too",
    { audience_claim: "client_id" },
    { client_id: "x" },
    notTheClaim("gateway"),
  ],
  ["a required claim with its value is accepted", owner, { ...gateway, repository_owner: "acme" }, "accepted"],
  [
    "a required claim with another value is refused",
    owner,
    { ...gateway, repository_owner: "evil" },
    mustHave("repository_owner", '"acme"'),
  ],
  ["an absent required claim is refused", owner, gateway, mustHave("repository_owner", '"acme"')],
  [
    "a pattern of a required claim matches",
    workflow,
    { ...gateway, job_workflow_ref: "acme/infra/.github/workflows/deploy.yml@refs/heads/main" },
    "accepted",
  ],
  [
    "a pattern of a required claim is anchored at its beginning",
    workflow,
    { ...gateway, job_workflow_ref: "evil/acme/infra/.github/workflows/deploy.yml" },
    mustHave("job_workflow_ref", '"acme/infra/.github/workflows/*"'),
  ],
  [
    "true is not text",
    { required_claims: { email_verified: true } },
    { ...gateway, email_verified: "true" },
    mustHave("email_verified", "true"),
  ],
  [
    "one entry of a list is enough for a required claim",
    { required_claims: { groups: ["staff", "ops"] } },
    { ...gateway, groups: ["x", "ops"] },
    "accepted",
  ],
  ["null takes an issuer out of the common required claims", { required_claims: null }, gateway, "accepted"],
  ["an ID token is refused", {}, idToken, ID_TOKEN],
  ["an ID token is accepted where its issuer may send one", { accept_id_tokens: true }, idToken, "accepted"],
  ["a marked ID token is accepted there too", { accept_id_tokens: true }, { ...gateway, token_use: "id" }, "accepted"],
  ["an ID token for another client is refused", { accept_id_tokens: true }, { ...idToken, aud: "other" }, NOT_MEANT],
  ["an ID token is refused where no audience is required", { accept_id_tokens: true }, idToken, ID_TOKEN, []],
  [
    "an ID token is compared by aud, whatever audience_claim says",
    { accept_id_tokens: true, audience_claim: "client_id" },
    { ...idToken, aud: "other", client_id: "gateway" },
    NOT_MEANT,
  ],
  ["a refresh token is never accepted", { accept_id_tokens: true }, { ...gateway, typ: "Refresh" }, MARKED],
  ["a token of a listed tenant is accepted", tenants, { ...gateway, ...ofTenant("t-2"), tid: "t-2" }, "accepted"],
  [
    "a token whose tid is another listed tenant than its issuer's is refused",
    tenants,
    { ...gateway, ...ofTenant("t-1"), tid: "t-2" },
    'claim_not_accepted: The token\'s "tid" is not the tenant of its issuer.',
  ],
  [
    "a token of a tenant without tid is refused",
    tenants,
    { ...gateway, ...ofTenant("t-1") },
    'claim_not_accepted: The token\'s "tid" is not the tenant of its issuer.',
  ],
  [
    "a token of another tenant is refused",
    tenants,
    { ...gateway, ...ofTenant("t-3"), tid: "t-3" },
    "invalid_issuer: The token's issuer is not one of the configured identity providers.",
  ],
  [
    "an algorithm that the issuer does not use is refused",
    { algorithms: ["ES256", "EdDSA"] },
    gateway,
    "invalid_token: The token's signature algorithm is not accepted from its issuer; accepted: ES256, EdDSA.",
  ],
];

const lines = CASES.map(([title, entry, claims, expected, audiences = ["gateway"]]) => ({
  title,
  entry,
  claims,
  expected,
  audiences,
}));

test.each(lines)("$title", async ({ entry, claims, expected, audiences }) => {
  expect(await outcome(entry, claims, audiences)).toBe(expected);
});

test("an algorithm that the issuer names is accepted", async () => {
  expect(await outcome({ algorithms: ["ES256"] }, gateway, ["gateway"], keys.ec)).toBe("accepted");
});

const SUMS = "https://llm.example/sums/mcp";
const meant = () => ["https://llm.example", SUMS];
test.each<[title: string, entry: object, claims: object, first: string, tools: string]>([
  ["a token for the gateway opens both", {}, gateway, "accepted", "accepted"],
  ["a token for the address asked opens tools alone", {}, { aud: SUMS }, "refused", "accepted"],
  ["so does one for the gateway's own address", {}, { aud: ["https://llm.example"] }, "refused", "accepted"],
  ["so does one with mcp_audience", { mcp_audience: "tools" }, { aud: "tools" }, "refused", "accepted"],
  ["so does one that names it in audience_claim", { audience_claim: "for" }, { for: SUMS }, "refused", "accepted"],
  ["one for another address opens nothing", {}, { aud: `${SUMS}/x` }, "refused", "refused"],
  ["one without an audience opens nothing", {}, {}, "refused", "refused"],
  ["an expired one opens nothing", {}, { aud: SUMS, exp: NOW - 60 }, "refused", "refused"],
])("where tools are asked for, %s", async (_, entry, claims, elsewhere, atTools) => {
  const settings = testSettings({
    audiences: ["gateway"],
    jwtAuth: jwtAuth.parse({ issuers: [{ issuer: HERE, jwks_url: server.url, ...entry }] }),
  });
  const verifier = createTokenVerifier(
    () => settings,
    () => NOW * 1_000,
    getGlobalDispatcher,
  );
  const token = await signClaims(keys.rsa, { iss: HERE, exp: NOW + 60, ...claims }, { typ: "JWT" });
  const tried = async (...how: Parameters<typeof verifier.verify> extends [string, ...infer Rest] ? Rest : never) =>
    verifier.verify(token, ...how).then(
      () => "accepted",
      () => "refused",
    );
  expect(await tried()).toBe(elsewhere);
  expect(await tried(undefined, meant)).toBe(atTools);
  // What is remembered of it opens no more than it does itself.
  expect(await tried()).toBe(elsewhere);
  expect(verifier.recall(token) !== undefined).toBe(elsewhere === "accepted");
  expect(verifier.recall(token, undefined, meant) !== undefined).toBe(atTools === "accepted");
  const ofOthers = verifier.recall(token, undefined, () => ["https://llm.example/notes/mcp"]);
  expect(ofOthers !== undefined).toBe(elsewhere === "accepted" || "mcp_audience" in entry);
  verifier.close();
});

test("where tools are asked for, a token's signature is verified once, whatever it is for", async () => {
  const settings = testSettings({
    audiences: ["gateway"],
    jwtAuth: jwtAuth.parse({ issuers: [{ issuer: HERE, jwks_url: server.url }] }),
  });
  const verifier = createTokenVerifier(
    () => settings,
    () => NOW * 1_000,
    getGlobalDispatcher,
  );
  const sign = (aud: string) => signClaims(keys.rsa, { iss: HERE, exp: NOW + 60, aud }, { typ: "JWT" });
  await verifier.verify(await sign("gateway"));
  const proofs = verifier.providers[0]!.source.keys.map((key) => vi.spyOn(key, "hasSigned"));
  const verified = () => proofs.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  await expect(verifier.verify(await sign("other"), undefined, meant)).rejects.toThrow("not meant for this gateway");
  expect(verified()).toBe(1);
  const token = await sign(SUMS);
  await verifier.verify(token, undefined, meant);
  await verifier.verify(token, undefined, meant);
  expect(verified()).toBe(2);
  // A use that refuses it does not make the others verify it again.
  await expect(verifier.verify(token)).rejects.toThrow("not meant for this gateway");
  expect(verifier.recall(token, undefined, meant)).toBeDefined();
  verifier.close();
});
