import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { publishing, startKeyServer, type KeyServer } from "@/testing/auth/key-server";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";

/** Groups are objects in the tokens of one issuer, and texts in those of the other. */
const OBJECTS = "https://objects.test";
const TEXTS = "https://texts.test";

let database: TestDatabase;
let upstream: LocalUpstream;
let servers: readonly KeyServer[];
let keys: Readonly<Record<string, { readonly key: CryptoKey; readonly jwk: JWK }>>;
let gateway: InProcessGateway;

beforeAll(async () => {
  [database, upstream] = await Promise.all([startTestDatabase(), startUpstream({ log: false })]);
  const pairs = await Promise.all([OBJECTS, TEXTS].map(() => generateKeyPair("ES256", { extractable: true })));
  const made = await Promise.all(
    pairs.map(async ({ privateKey, publicKey }, index) => ({
      key: privateKey,
      jwk: { ...(await exportJWK(publicKey)), kid: `key-${index}`, alg: "ES256" },
    })),
  );
  servers = await Promise.all(made.map(({ jwk }) => startKeyServer(publishing(jwk))));
  keys = Object.fromEntries(made.map((one, index) => [index === 0 ? OBJECTS : TEXTS, one]));
  gateway = await startInProcessGateway(database.url, {
    config: {
      general_settings: {
        enable_jwt_auth: true,
        gateway_jwtauth: {
          issuers: [
            { issuer: OBJECTS, jwks_url: servers[0]?.url, audience: "gateway", team_ids_jwt_field: "groups[].id" },
            { issuer: TEXTS, jwks_url: servers[1]?.url, audience: "gateway", team_ids_jwt_field: "groups" },
          ],
        },
      },
      model_list: [{ model_name: "*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } }],
    },
  });
  for (const id of ["ml", "caf\u00e9"]) {
    const headers = { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" };
    const answer = await gateway.send("/team/new", {
      method: "POST",
      headers,
      body: JSON.stringify({ team_id: id }),
    });
    expect(answer.status).toBe(200);
  }
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([upstream?.stop(), database?.stop(), ...(servers ?? []).map((server) => server.stop())]);
});

/** What a call with these claims gets. `signedBy`: the issuer whose key signs. */
async function outcome(issuer: string, claims: Record<string, unknown>, signedBy = issuer): Promise<string> {
  const signer = keys[signedBy];
  if (!signer) throw new Error(`no key of ${signedBy}`);
  const bearer = await new SignJWT({ aud: "gateway", iss: issuer, jti: crypto.randomUUID(), ...claims })
    .setProtectedHeader({ alg: "ES256", kid: signer.jwk.kid ?? "", typ: "at+jwt" })
    .setExpirationTime("5m")
    .sign(signer.key);
  const answer = await gateway.send("/v1/chat/completions", {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "gpt-4o", messages: [{ role: "user", content: "hello" }] }),
  });
  if (answer.ok) return "served";
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  return `${error.code}: ${error.message}`;
}

const objects = (...ids: unknown[]): object => ({ groups: ids.map((id) => ({ id, name: "a group" })) });
const NO_TEAM = /^team_not_found: /;

const CASES: readonly (readonly [what: string, issuer: string, claims: object, outcome: string | RegExp])[] = [
  ["groups that are objects", OBJECTS, objects("ml"), "served"],
  ["the same group several times", OBJECTS, objects("ml", "ml", "nobody", "ml"), "served"],
  ["groups without an id beside one with an id", OBJECTS, { groups: [{}, { id: null }, { id: "ml" }] }, "served"],
  ["no groups", OBJECTS, { groups: [] }, /^team_required: /],
  [
    "groups that are texts where objects are read",
    OBJECTS,
    { groups: ["ml"] },
    'invalid_token: The claim "groups[].id" must be a list of strings, but "groups[]" has a string.',
  ],
  [
    "groups that are objects where texts are read",
    TEXTS,
    objects("ml"),
    'invalid_token: The claim "groups" must be a list of strings, but its element 1 is an object.',
  ],
  ["groups that cannot be ids beside one that is a team", TEXTS, { groups: ["a\0b", "\ud800", "", "ml"] }, "served"],
  ["a group as the team's id is spelt", TEXTS, { groups: ["caf\u00e9"] }, "served"],
  ["a group that looks like a team's id, in other characters", TEXTS, { groups: ["cafe\u0301"] }, NO_TEAM],
  ["a group with an invisible character", TEXTS, { groups: ["\u200bml", "ml\u202e"] }, NO_TEAM],
  ["fifty groups that are not teams", TEXTS, { groups: Array.from({ length: 50 }, (_, id) => `${id}`) }, NO_TEAM],
  [
    "an audience among a thousand",
    TEXTS,
    { groups: ["ml"], aud: [...Array(999).keys(), "gateway"].map(String) },
    "served",
  ],
];

test("each odd token gets what its claims say", async () => {
  for (const [what, issuer, claims, expected] of CASES) {
    const said = `${what}: ${await outcome(issuer, { ...claims })}`;
    if (typeof expected === "string") expect(said).toBe(`${what}: ${expected}`);
    else expect(said.slice(what.length + 2), what).toMatch(expected);
  }
});

test("an issuer that differs by a slash is another issuer, and no key of one issuer signs for another", async () => {
  expect(await outcome(`${TEXTS}/`, { groups: ["ml"] }, TEXTS)).toMatch(/^invalid_issuer: /);
  expect(await outcome(TEXTS, { groups: ["ml"] }, OBJECTS)).toMatch(/^unknown_key: /);
});
