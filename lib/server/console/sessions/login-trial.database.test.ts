import { decodeJwt } from "jose";
import type { z } from "zod";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type LocalProvider, startProvider } from "@/local/provider/provider";
import { verifyBearer } from "@/lib/gateway/request/authenticate";
import { answersForConsole } from "@/lib/server/console/answers";
import { masterKeyFingerprint } from "@/lib/server/console/session";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { askOperation } from "@/testing/gateway/ask-operation";
import { composeTestServices, MASTER_KEY, SESSION_SECRET } from "@/testing/gateway/test-services";
import { returnFromProvider, signInAtProvider } from "@/testing/auth/sign-in-at-provider";
import { PATIENCE_MS } from "@/testing/patience.mjs";
import type { Contract } from "@/lib/wire/contract";
import { loginContracts } from "@/lib/wire/contracts/sign-in/login";

type Node = Awaited<ReturnType<typeof composeTestServices>>;

const GATEWAY = "http://127.0.0.1:9";
let database: TestDatabase;
let provider: LocalProvider;
let nodes: [Node, Node];
let others: Node[] = [];

const node = (config: object = {}, variables: Record<string, string> = {}) =>
  composeTestServices({ databaseUrl: database.url, config, variables: { NEXTAUTH_URL: GATEWAY, ...variables } });

beforeAll(async () => {
  [database, provider] = await Promise.all([
    startTestDatabase(),
    startProvider({ consoleRedirectUris: [`${GATEWAY}/api/auth/callback/oidc`] }),
  ]);
  nodes = await Promise.all([node(), node()]);
});
beforeEach(async () => {
  for (const other of others.splice(0)) await other.close();
  provider.intercept = undefined;
  await askOperation(nodes[0].services, loginContracts.delete);
});
afterAll(async () => {
  for (const one of [...(nodes ?? []), ...others]) await one.close();
  await provider?.stop();
  await database?.stop();
});

const ask = <Output extends z.ZodType>(
  contract: Contract<"administrators", z.ZodType, Output>,
  input: unknown = {},
  at = nodes[0],
) => askOperation(at.services, contract, input);
const client = () => ({
  issuer: provider.issuer,
  client_id: provider.consoleClient.clientId,
  client_secret: provider.consoleClient.clientSecret as string | null,
});
const consoleOf = ({ services, sessions }: Node) => answersForConsole(services, sessions, SESSION_SECRET);

async function masterKeySession(at: Node): Promise<string> {
  const begun = await at.sessions.begin({
    kind: "master-key",
    address: undefined,
    fingerprint: masterKeyFingerprint(MASTER_KEY),
  });
  return begun.kind === "begun" ? begun.secret : "";
}

/** Begins a test at one node and ends it at the other, as behind a load balancer. */
async function tried(over: Partial<ReturnType<typeof client>> = {}, username = "admin") {
  const begun = await ask(loginContracts.try, { ...client(), ...over });
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  const back = await returnFromProvider(provider, begun.body.address, username);
  const answer = {
    trialId: begun.body.trial_id,
    code: back.searchParams.get("code") ?? undefined,
    error: back.searchParams.get("error") ?? undefined,
    description: back.searchParams.get("error_description") ?? undefined,
  };
  expect(back.searchParams.get("state")).toBe(`trial.${answer.trialId}`);
  const isKnown = await consoleOf(nodes[1]).finishTrial(answer, await masterKeySession(nodes[1]));
  expect(isKnown).toBe(true);
  return { answer, state: (await ask(loginContracts.trial, { trial_id: answer.trialId })).body };
}

/** Whether somebody who logs in administers the gateway; undefined: they cannot log in. */
async function administers(at: Node, username: string): Promise<boolean | undefined> {
  const { logins } = await consoleOf(at).settings();
  if (!logins.some(({ id }) => id === "oidc")) return undefined;
  const { accessToken, idToken, scope, ...rest } = await signInAtProvider(provider, username);
  const tokens = { accessToken, grantedScope: undefined, idToken: decodeJwt(idToken) };
  const begun = await at.sessions.begin({ kind: "oidc", address: undefined, login: "oidc", tokens, idToken, ...rest });
  if (begun.kind !== "begun") throw new Error(JSON.stringify(begun));
  const session = await at.sessions.open(begun.secret);
  if (!session) throw new Error("there is no session");
  const { decision } = await consoleOf(at).decide(session.token, "/team/list");
  return decision.allow && decision.principal.admin;
}

test("a company's login goes from its issuer to administrators on every node, without a file and a restart", async () => {
  expect((await ask(loginContracts.show)).body).toMatchObject({
    source: "none",
    redirect_address: `${GATEWAY}/api/auth/callback/oidc`,
    master_key: true,
    stored: null,
  });
  expect((await ask(loginContracts.discover, { issuer: `${provider.discoveryUrl}` })).body).toMatchObject({
    issuer: provider.issuer,
    label: "127.0.0.1",
    scopes: ["openid", "profile", "email"],
  });
  const { answer, state } = await tried();
  expect(state).toMatchObject({
    state: "done",
    claims: { iss: provider.issuer, email: "ada@example.com", roles: ["gateway-admin"] },
    suggested: { claim: "roles", values: ["gateway-admin"] },
  });
  // Nothing is in force before it is saved.
  expect(await administers(nodes[0], "admin")).toBeUndefined();
  const saved = await ask(loginContracts.save, { trial_id: answer.trialId, administrators: state.suggested });
  expect(saved.body).toMatchObject({ source: "database", because: null, stored: { client_secret: "…cret" } });
  expect(JSON.stringify(saved.body)).not.toContain(provider.consoleClient.clientSecret);
  await expect.poll(() => nodes[1].services.settings.login().source, { timeout: PATIENCE_MS }).toBe("database");
  for (const one of nodes) {
    expect(await administers(one, "admin")).toBe(true);
    expect(await administers(one, "sam")).toBe(false);
  }
  const { rows } = await nodes[0].services.database.pool.query(
    "SELECT action FROM audit_events WHERE entity_type = 'login' ORDER BY id DESC LIMIT 2",
  );
  expect(rows).toEqual([{ action: "login.create" }, { action: "login.test" }]);
  expect((await ask(loginContracts.delete)).body).toMatchObject({ source: "none", stored: null });
  await expect.poll(() => administers(nodes[1], "admin"), { timeout: PATIENCE_MS }).toBeUndefined();
});

test("no bearer token of its people makes an administrator, and their tokens call nothing", async () => {
  const { answer, state } = await tried();
  await ask(loginContracts.save, { trial_id: answer.trialId, administrators: state.suggested });
  const token = await provider.issueToken({ sub: "x", aud: provider.consoleClient.clientId, roles: ["gateway-admin"] });
  const { services } = nodes[0];
  await expect(verifyBearer(services, `Bearer ${token}`)).rejects.toMatchObject({ code: "invalid_key" });
});

test("the environment and the file win, and the answer says so", async () => {
  const { answer, state } = await tried();
  await ask(loginContracts.save, { trial_id: answer.trialId, administrators: state.suggested });
  const ofEnvironment = await node({}, { OIDC_ISSUER: "https://id.example", OIDC_CLIENT_ID: "console" });
  const login = { name: "company", issuer: provider.issuer, client_id: "another" };
  const ofFile = await node({ general_settings: { enable_jwt_auth: false, console_login: [login] } });
  others = [ofEnvironment, ofFile];
  expect((await ask(loginContracts.show, {}, ofEnvironment)).body).toMatchObject({
    source: "environment",
    in_environment: "https://id.example",
    because: expect.stringContaining("OIDC_ISSUER is set"),
    stored: { issuer: provider.issuer },
  });
  expect((await ask(loginContracts.show, {}, ofFile)).body).toMatchObject({
    source: "file",
    in_file: [{ name: "company", issuer: provider.issuer }],
    because: expect.stringContaining('under the name "company"'),
  });
});

test.each<[title: string, issuer: () => string, says: RegExp]>([
  ["no address", () => "login.example.com", /Write the issuer as an address/],
  [
    "a host that answers nothing",
    () => "http://127.0.0.1:9/realms/main",
    /cannot reach http:\/\/127\.0\.0\.1:9.*ECONNREFUSED/,
  ],
  ["another path of the provider", () => `${provider.issuer}/jwks`, /answered 404 instead of a discovery document/],
  ["the metadata of a cloud", () => "http://169.254.169.254", /link-local/],
  ["plain http to a public host", () => "http://id.example.com", /plain http/],
])("an issuer that is wrong is told in a sentence: %s", async (_title, issuer, says) => {
  const refused = await ask(loginContracts.discover, { issuer: issuer() });
  expect(refused.status).toBe(400);
  expect(refused.body.error).toMatchObject({ code: "invalid_request", param: "issuer" });
  expect(refused.body.error.message).toMatch(says);
});

test("a discovery document that names another issuer is refused", async () => {
  provider.intercept = (request, response) => {
    if (!request.url?.startsWith("/.well-known")) return false;
    response.end(JSON.stringify({ issuer: "https://other.example" }));
    return true;
  };
  expect((await ask(loginContracts.discover, { issuer: provider.issuer })).body.error.message).toMatch(
    /names another issuer/,
  );
});

test("a wrong secret, an account that says no, and a provider that is gone are each a sentence, and nothing is saved", async () => {
  const { answer, state } = await tried({ client_secret: "wrong" });
  expect(state.state).toBe("failed");
  expect(state.message).toMatch(/does not accept the client id and secret \(invalid_client/);
  const refused = await ask(loginContracts.save, {
    trial_id: answer.trialId,
    administrators: { claim: "sub", values: ["x"] },
  });
  expect([refused.status, refused.body.error.param]).toEqual([400, "trial_id"]);

  const begun = await ask(loginContracts.try, client());
  const cancelled = { trialId: begun.body.trial_id, code: undefined, error: "access_denied", description: "no" };
  await consoleOf(nodes[0]).finishTrial(cancelled, await masterKeySession(nodes[0]));
  expect((await ask(loginContracts.trial, { trial_id: begun.body.trial_id })).body.message).toBe(
    "The login was refused or cancelled at the provider: access_denied (no).",
  );

  const late = await ask(loginContracts.try, client());
  const back = await returnFromProvider(provider, late.body.address, "admin");
  provider.intercept = (_request, response) => {
    response.destroy();
    return true;
  };
  const code = back.searchParams.get("code") ?? undefined;
  const away = { trialId: late.body.trial_id, code, error: undefined, description: undefined };
  await consoleOf(nodes[0]).finishTrial(away, await masterKeySession(nodes[0]));
  expect((await ask(loginContracts.trial, { trial_id: late.body.trial_id })).body.message).toMatch(/cannot reach http/);
});

test("a closed window leaves the test waiting, and another browser cannot end it", async () => {
  const begun = await ask(loginContracts.try, client());
  const id = begun.body.trial_id;
  const back = await returnFromProvider(provider, begun.body.address, "admin");
  const code = back.searchParams.get("code") ?? undefined;
  const answer = { trialId: id, code, error: undefined, description: undefined };
  expect(await consoleOf(nodes[0]).finishTrial(answer, undefined)).toBe(false);
  expect(await consoleOf(nodes[0]).finishTrial(answer, "another-secret")).toBe(false);
  expect((await ask(loginContracts.trial, { trial_id: id })).body).toMatchObject({ state: "waiting", claims: null });
  expect(
    (await ask(loginContracts.save, { trial_id: id, administrators: { claim: "sub", values: ["x"] } })).status,
  ).toBe(400);
  expect(await consoleOf(nodes[0]).finishTrial(answer, await masterKeySession(nodes[0]))).toBe(true);
  // Once over, it cannot be ended again with another answer.
  expect(await consoleOf(nodes[0]).finishTrial(answer, await masterKeySession(nodes[0]))).toBe(false);
  expect((await ask(loginContracts.trial, { trial_id: "another" })).status).toBe(404);
});

test("of two answers at once, as of a page that is loaded twice, one is redeemed and neither fails the test", async () => {
  const begun = await ask(loginContracts.try, client());
  const trialId = begun.body.trial_id;
  const back = await returnFromProvider(provider, begun.body.address, "admin");
  const answer = {
    trialId,
    code: back.searchParams.get("code") ?? undefined,
    error: undefined,
    description: undefined,
  };
  const sessions = await Promise.all(nodes.map(masterKeySession));
  const known = await Promise.all(nodes.map((one, index) => consoleOf(one).finishTrial(answer, sessions[index])));
  expect(known.filter(Boolean)).toHaveLength(1);
  expect((await ask(loginContracts.trial, { trial_id: trialId })).body).toMatchObject({ state: "done" });
});

test("a claim that would make no administrator of the tested account is refused, unless it is forced", async () => {
  const { answer } = await tried();
  const administrators = { claim: "groups", values: ["owners"] };
  const refused = await ask(loginContracts.save, { trial_id: answer.trialId, administrators });
  expect([refused.status, refused.body.error.code]).toEqual([409, "would_lock_out"]);
  expect(refused.body.error.message).toContain('Its claim "groups" has none of "owners".');
  expect((await ask(loginContracts.show)).body.stored).toBeNull();
  const forced = await ask(loginContracts.save, { trial_id: answer.trialId, administrators, force: true });
  expect(forced.body).toMatchObject({ source: "database", stored: { administrators } });
  expect(await administers(nodes[0], "admin")).toBe(false);
});

test("the secret that is kept serves another test of the same client, and no other client", async () => {
  const first = await tried();
  await ask(loginContracts.save, { trial_id: first.answer.trialId, administrators: first.state.suggested });
  const { issuer, client_id } = client();
  expect((await ask(loginContracts.try, { issuer, client_id })).status).toBe(200);
  const other = await ask(loginContracts.try, { issuer, client_id: "another" });
  expect([other.status, other.body.error.param]).toEqual([400, "client_secret"]);
});

test("the last way in is not removed", async () => {
  const { answer, state } = await tried();
  await ask(loginContracts.save, { trial_id: answer.trialId, administrators: state.suggested });
  const closed = await node({ general_settings: { console_master_key_login: false } });
  others = [closed];
  const refused = await ask(loginContracts.delete, {}, closed);
  expect([refused.status, refused.body.error.code]).toEqual([409, "would_lock_out"]);
  expect((await ask(loginContracts.show)).body.stored).not.toBeNull();
});
