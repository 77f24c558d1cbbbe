import { getGlobalDispatcher } from "undici";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { jwtAuth, type Settings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import { answering, hanging, publishing, startKeyServer, type KeyServer } from "@/testing/auth/key-server";
import { createSigningKey, signClaims, type SigningKey } from "@/local/provider/signing-keys";
import { testSettings } from "@/testing/gateway/test-settings";
import { createTokenVerifier, type TokenVerifier } from "./verify";

const HERE = "https://here.example";
const THERE = "https://there.example";

let keys: { a: SigningKey; b: SigningKey; ec: SigningKey; ed: SigningKey };
let here: KeyServer;
let there: KeyServer;
let verifier: TokenVerifier;
let settings: Settings;
let seconds: number;

beforeAll(async () => {
  const [a, b, ec, ed] = await Promise.all([
    createSigningKey("RS256"),
    createSigningKey("RS256"),
    createSigningKey("ES256"),
    createSigningKey("EdDSA"),
  ]);
  keys = { a, b, ec, ed };
});
beforeEach(async () => {
  seconds = 1_800_000_000;
  [here, there] = await Promise.all([startKeyServer(publishing(keys.a)), startKeyServer(publishing(keys.b))]);
  settings = testSettings({ publicKeyUrls: [here.url, there.url] });
  verifier = createTokenVerifier(
    () => settings,
    () => seconds * 1_000,
    getGlobalDispatcher,
  );
});
afterEach(async () => {
  verifier.close();
  await Promise.all([here.stop(), there.stop()]);
});

let serial = 0;
/** Signs a token that was never seen before. */
const sign = (
  key: SigningKey,
  claims: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
): Promise<string> => signClaims(key, { iss: HERE, exp: seconds + 100_000, jti: String(++serial), ...claims }, header);

async function outcome(token: string | Promise<string>): Promise<string> {
  try {
    await verifier.verify(await token);
    return "accepted";
  } catch (error) {
    if (error instanceof GatewayError) return error.code;
    throw error;
  }
}
const use = (overrides: Partial<Settings>): void => void (settings = testSettings(overrides));
const configured = (issuer: string, server: KeyServer, audience?: string | string[]) => ({
  issuer,
  jwks_url: server.url,
  audience,
});

test("tokens of each of two providers are accepted", async () => {
  expect([await outcome(sign(keys.a)), await outcome(sign(keys.b, { iss: THERE }))]).toEqual(["accepted", "accepted"]);
});

test("tokens of one provider do not cause fetches of the other's keys", async () => {
  await outcome(sign(keys.b));
  const before = [here.fetches, there.fetches];
  for (let round = 0; round < 20; round++) {
    seconds += 10;
    expect(await outcome(sign(keys.a))).toBe("accepted");
  }
  expect([here.fetches, there.fetches]).toEqual(before);
});

test("a kid that two providers use is tried with both keys", async () => {
  there.answer = publishing({ ...keys.b, kid: keys.a.kid });
  expect(await outcome(sign(keys.a))).toBe("accepted");
  expect(await outcome(sign(keys.b, {}, { kid: keys.a.kid }))).toBe("accepted");
});

test("a token without a kid is tried with each fitting key", async () => {
  here.answer = publishing(keys.a, keys.ec, keys.ed, keys.b);
  for (const key of Object.values(keys)) expect(await outcome(sign(key, {}, { kid: undefined }))).toBe("accepted");
  expect(await outcome(sign(await createSigningKey("ES256"), {}, { kid: undefined }))).toBe("invalid_signature");
});

test("keys without a kid serve tokens whose kid no key has", async () => {
  here.answer = publishing({ ...keys.a, kid: undefined }, { ...keys.b, kid: undefined });
  expect(await outcome(sign(keys.b, {}, { kid: "x" }))).toBe("accepted");
});

test("once issuers are known, a token is only checked against its own issuer's keys", async () => {
  use({ jwtAuth: jwtAuth.parse({ issuers: [configured(HERE, here), configured(THERE, there)] }) });
  expect(await outcome(sign(keys.a, { iss: HERE }))).toBe("accepted");
  expect(await outcome(sign(keys.a, { iss: THERE }))).toBe("unknown_key");
  expect(await outcome(sign(keys.a, { iss: THERE }, { kid: keys.b.kid }))).toBe("invalid_signature");
  expect(await outcome(sign(keys.a, { iss: "https://nobody.example" }))).toBe("invalid_issuer");
});

test("where every issuer is configured, a token of another one is refused at once, whether or not a provider answers", async () => {
  here.answer = hanging;
  there.answer = answering("down", 500);
  use({ jwtAuth: jwtAuth.parse({ issuers: [configured(HERE, here), configured(THERE, there)] }) });
  expect(await outcome(sign(keys.a, { iss: `${HERE}/` }))).toBe("invalid_issuer");
  expect(await outcome(sign(keys.a, { iss: undefined }))).toBe("invalid_issuer");
  expect([here.fetches, there.fetches]).toEqual([0, 0]);
  expect(await outcome(sign(keys.b, { iss: THERE }))).toBe("auth_provider_unavailable");
});

test("a token of an issuer that JWT_ISSUER does not name is refused without fetching keys", async () => {
  use({ publicKeyUrls: [here.url, there.url], issuers: [HERE] });
  expect(await outcome(sign(keys.b, { iss: THERE }))).toBe("invalid_issuer");
  expect([here.fetches, there.fetches]).toEqual([0, 0]);
  expect(await outcome(sign(keys.a))).toBe("accepted");
  here.answer = publishing(keys.ec);
  for (let round = 0; round < 5; round++) expect(await outcome(sign(keys.b, { iss: THERE }))).toBe("invalid_issuer");
  expect(await outcome(sign(keys.ec))).toBe("accepted");
});

test("once all discovery documents are read, a token of another issuer is refused even while the provider is down", async () => {
  const set = await startKeyServer(publishing(keys.a));
  here.answer = answering({ issuer: HERE, jwks_uri: set.url });
  use({ publicKeyUrls: [here.url] });
  expect(await outcome(sign(keys.a))).toBe("accepted");
  await Promise.all([here.stop(), set.stop()]);
  seconds += 100_000;
  expect(await outcome(sign(keys.a, { iss: THERE }))).toBe("invalid_issuer");
  expect(await outcome(sign(keys.a))).toBe("auth_provider_unavailable");
});

test("a token that is bound to its sender is refused unless allow_sender_constrained_tokens is on", async () => {
  const bound = { cnf: { jkt: "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I" } };
  expect(await outcome(sign(keys.a, bound))).toBe("invalid_token");
  expect(await outcome(sign(keys.a, { cnf: null }))).toBe("accepted");
  use({ publicKeyUrls: [here.url], jwtAuth: jwtAuth.parse({ allow_sender_constrained_tokens: true }) });
  expect(await outcome(sign(keys.a, bound))).toBe("accepted");
});

test("each issuer has its own audience, or else the common one", async () => {
  use({
    audiences: ["common"],
    jwtAuth: jwtAuth.parse({ issuers: [configured(HERE, here, ["x", "y"]), configured(THERE, there)] }),
  });
  expect([await outcome(sign(keys.a, { aud: "y" })), await outcome(sign(keys.a, { aud: "common" }))]).toEqual([
    "accepted",
    "invalid_audience",
  ]);
  expect([
    await outcome(sign(keys.b, { iss: THERE, aud: ["common"] })),
    await outcome(sign(keys.b, { iss: THERE, aud: "x" })),
  ]).toEqual(["accepted", "invalid_audience"]);
});

test("a discovery document does not turn its provider into one that the operator has configured", async () => {
  const imposter = await startKeyServer(publishing(keys.b));
  there.answer = answering({ issuer: HERE, jwks_uri: imposter.url });
  use({ publicKeyUrls: [there.url], jwtAuth: jwtAuth.parse({ issuers: [configured(HERE, here)] }) });
  expect(await outcome(sign(keys.b, { iss: "https://nobody.example" }))).not.toBe("accepted");
  expect(await outcome(sign(keys.b))).toBe("unknown_key");
  expect(await outcome(sign(keys.a))).toBe("accepted");
  await imposter.stop();
});

test("JWT_ISSUER also binds providers whose issuer comes from a discovery document", async () => {
  const set = await startKeyServer(publishing(keys.a));
  here.answer = answering({ issuer: HERE, jwks_uri: set.url });
  use({ publicKeyUrls: [here.url], issuers: [THERE] });
  expect(await outcome(sign(keys.a))).toBe("invalid_issuer");
  use({ publicKeyUrls: [here.url], issuers: [THERE, HERE] });
  expect(await outcome(sign(keys.a))).toBe("accepted");
  await set.stop();
});

test("a dead provider delays no token of the live one, not even the first, whether or not the issuer is known", async () => {
  there.answer = hanging;
  expect(await outcome(sign(keys.a))).toBe("accepted");
  // A token that waited for the dead provider would be answered once that is given up.
  expect(there.abandoned).toBe(0);
  seconds += 700;
  expect(await outcome(sign(keys.a))).toBe("accepted");
  here.answer = publishing(keys.ec);
  expect(await outcome(sign(keys.ec))).toBe("accepted");
  expect(there.abandoned).toBe(0);
  use({ jwtAuth: jwtAuth.parse({ issuers: [configured(HERE, here), configured(THERE, there)] }) });
  expect(await outcome(sign(keys.ec))).toBe("accepted");
  // The change of the settings has given up one question.
  expect(there.abandoned).toBeLessThanOrEqual(1);
});

test("a dead provider delays no refusal of the live one either", async () => {
  there.answer = hanging;
  expect(await outcome(sign(keys.a, { exp: seconds - 60 }))).toBe("token_expired");
  expect(there.abandoned).toBe(0);
});

test("tokens that only a dead provider could prove get 503, not 401", async () => {
  there.answer = answering("down", 500);
  expect(await outcome(sign(keys.b))).toBe("auth_provider_unavailable");
  expect(await outcome(sign(keys.a))).toBe("accepted");
});

test("tokens get 503 if the only provider has been dead from the beginning", async () => {
  here.answer = there.answer = answering("down", 500);
  expect(await outcome(sign(keys.a))).toBe("auth_provider_unavailable");
});

test("a flood of random kids causes one fetch per cooldown at each provider", async () => {
  await outcome(sign(keys.a));
  const [before, beforeThere] = [here.fetches, there.fetches];
  const flood = async () =>
    Promise.all(Array.from({ length: 100 }, async () => outcome(sign(keys.a, {}, { kid: crypto.randomUUID() }))));
  expect(new Set([...(await flood()), ...(await flood())])).toEqual(new Set(["unknown_key"]));
  expect(here.fetches - before).toBe(1);
  expect(there.fetches - beforeThere).toBeLessThanOrEqual(2);
  here.answer = publishing(keys.b);
  seconds += 5;
  expect(await outcome(sign(keys.b))).toBe("accepted");
});

test("a flood of bad signatures causes no more than one fetch per cooldown", async () => {
  await outcome(sign(keys.a));
  const before = here.fetches;
  for (let round = 0; round < 20; round++)
    expect(await outcome(sign(keys.b, {}, { kid: keys.a.kid }))).toBe("invalid_signature");
  expect(here.fetches - before).toBe(1);
});

test("a different key under the same kid is noticed", async () => {
  use({ publicKeyUrls: [here.url] });
  await outcome(sign(keys.a));
  here.answer = publishing({ ...keys.b, kid: keys.a.kid });
  expect(await outcome(sign(keys.b, {}, { kid: keys.a.kid }))).toBe("accepted");
});

test("a token whose key was withdrawn is forgotten as soon as that is known", async () => {
  use({ publicKeyUrls: [here.url] });
  const token = await sign(keys.a);
  expect(await outcome(token)).toBe("accepted");
  here.answer = publishing(keys.b);
  expect([await outcome(token), await outcome(sign(keys.b)), await outcome(token)]).toEqual([
    "accepted",
    "accepted",
    "unknown_key",
  ]);
});

test("remembered tokens keep their provider's keys fresh and never outlive them", async () => {
  use({ publicKeyUrls: [here.url] });
  const token = await sign(keys.a);
  await outcome(token);
  seconds += 500;
  const asked = here.asked();
  expect(await outcome(token)).toBe("accepted");
  await asked;
  await expect.poll(() => verifier.providers[0]?.source.fetchedAt).toBe(seconds * 1_000);
  here.answer = publishing(keys.b);
  seconds += 600;
  expect(await outcome(token)).toBe("unknown_key");
});

test("a remembered token is not verified again until it expires, to the second", async () => {
  const token = await sign(keys.a, { exp: seconds + 60 });
  await outcome(token);
  await outcome(token);
  expect(verifier.providers[0]?.source.keys[0]?.tokensSeen).toBe(1);
  expect(verifier.recentKeys()).toHaveLength(1);
  seconds += 60 + 4;
  expect(await outcome(token)).toBe("accepted");
  seconds += 1;
  expect(await outcome(token)).toBe("token_expired");
  expect(verifier.recentKeys()).toHaveLength(0);
});

test("recall returns a proven token while it is valid, and nothing else", async () => {
  const token = await sign(keys.a, { exp: seconds + 60 });
  expect(verifier.recall(token)).toBeUndefined();
  const proven = await verifier.verify(token);
  expect(verifier.recall(token)).toBe(proven);
  for (const other of ["", "sk-key", token.slice(0, -1), `${token}=`]) expect(verifier.recall(other)).toBeUndefined();
  const connection = {};
  for (const known of [token, token, `${token}=`, token, "", token])
    expect(verifier.recall(known, connection)).toBe(known === token ? proven : undefined);
  seconds += 60;
  expect(verifier.recall(token)).toBeUndefined();
});

test("other settings make remembered tokens be verified again", async () => {
  const token = await sign(keys.a);
  await outcome(token);
  use({ publicKeyUrls: [here.url], audiences: ["gateway"] });
  expect(verifier.recall(token)).toBeUndefined();
  expect(await outcome(token)).toBe("invalid_audience");
  use({ publicKeyUrls: [there.url] });
  expect(await outcome(token)).toBe("unknown_key");
  use({});
  expect(await outcome(token)).toBe("auth_provider_unavailable");
});
