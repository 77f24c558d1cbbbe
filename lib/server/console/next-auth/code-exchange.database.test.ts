import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeJwt, exportJWK, generateKeyPair, SignJWT, type JWTPayload } from "jose";
import { type Client, Issuer } from "openid-client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { exchangeCode } from "./code-exchange";

const ALGORITHMS = ["RS256", "RS512", "PS256", "ES256", "ES384", "EdDSA"] as const;
const CLIENT = { client_id: "console", client_secret: "a secret of the console, long enough" };

/** A provider that the test controls and whose requests it sees. */
let issuer = "";
let listed: readonly string[];
/** The algorithms of proofs of possession that discovery lists. */
let proofs: readonly string[] | undefined;
let answerToken: (response: ServerResponse) => Promise<void> | void;
let redeemed: URLSearchParams[];
const keys = new Map<string, CryptoKey>();
let jwks: object;

const server = createServer(async (request, response) => {
  const send = (value: unknown): void =>
    void response.setHeader("content-type", "application/json").end(JSON.stringify(value));
  if (request.url === "/jwks") return send(jwks);
  if (request.url === "/token") {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    redeemed.push(new URLSearchParams(body));
    return answerToken(response);
  }
  send({
    issuer,
    jwks_uri: `${issuer}/jwks`,
    token_endpoint: `${issuer}/token`,
    authorization_endpoint: `${issuer}/auth`,
    id_token_signing_alg_values_supported: listed,
    dpop_signing_alg_values_supported: proofs,
  });
});

beforeAll(async () => {
  const published = await Promise.all(
    ALGORITHMS.map(async (alg) => {
      const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
      keys.set(alg, privateKey);
      return { ...(await exportJWK(publicKey)), alg, kid: alg, use: "sig" };
    }),
  );
  jwks = { keys: published };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  listed = [...ALGORITHMS, "HS256"];
  proofs = undefined;
  redeemed = [];
});

async function idToken(alg: string, claims: JWTPayload = {}): Promise<string> {
  const key = keys.get(alg) ?? new TextEncoder().encode(CLIENT.client_secret);
  const now = Math.floor(Date.now() / 1000);
  const all = { iss: issuer, aud: "console", sub: "u1", iat: now, exp: now + 60, nonce: "n", ...claims };
  return new SignJWT(all).setProtectedHeader({ alg, kid: alg }).sign(key);
}

/** Exchanges a code the way next-auth does. Resolves to the `sub` of the ID token, or to the fault and its detail. */
async function exchange(token: string | (() => Promise<string>), params: object = {}): Promise<unknown> {
  const id_token = typeof token === "string" ? token : await token();
  answerToken = (response) =>
    void response
      .setHeader("content-type", "application/json")
      .end(JSON.stringify({ access_token: "at", token_type: "Bearer", id_token }));
  return exchangeWith(params);
}
async function exchangeWith(params: object = {}): Promise<unknown> {
  const discovered = await Issuer.discover(`${issuer}/.well-known/openid-configuration`);
  const client: Client = new discovered.Client(CLIENT);
  const context = {
    client,
    params: { code: "c", state: "s", ...params },
    checks: { state: "s", nonce: "n", code_verifier: "v".repeat(43) },
    provider: { callbackUrl: "https://gateway.example/api/auth/callback/oidc" },
  } as unknown as Parameters<typeof exchangeCode>[0];
  try {
    return decodeJwt((await exchangeCode(context)).tokens.id_token ?? "").sub;
  } catch (error) {
    return (error as { failure?: unknown }).failure ?? error;
  }
}
const refused = (detail: RegExp): object => ({ fault: "IdTokenRefused", detail: expect.stringMatching(detail) });

describe("the exchange of a login's code", () => {
  test.each(ALGORITHMS)("an ID token signed with %s is accepted", async (alg) => {
    expect(await exchange(() => idToken(alg))).toBe("u1");
    expect(Object.fromEntries(redeemed[0]!)).toMatchObject({
      grant_type: "authorization_code",
      code: "c",
      code_verifier: "v".repeat(43),
      redirect_uri: "https://gateway.example/api/auth/callback/oidc",
    });
  });

  test("an ID token signed with the client's secret is refused, since whoever knows the secret could have made it", async () => {
    expect(await exchange(() => idToken("HS256"))).toEqual(refused(/HS256/));
  });

  test("an ID token without a signature is refused", async () => {
    const [, payload] = (await idToken("RS256")).split(".");
    const header = Buffer.from('{"alg":"none"}').toString("base64url");
    expect(await exchange(`${header}.${payload}.`)).toEqual(refused(/none/));
  });

  test("an ID token signed with an algorithm that discovery does not list is refused", async () => {
    listed = ["RS256"];
    expect(await exchange(() => idToken("ES256"))).toEqual(refused(/ES256.*does not list/));
  });

  test.each([
    ["for another client", { aud: "another" }, /aud/],
    ["by another issuer", { iss: "https://evil.example" }, /iss/],
    ["with another nonce", { nonce: "another" }, /nonce/],
    ["without a nonce", { nonce: undefined }, /nonce/],
    ["that has expired", { exp: 1 }, /expired/],
  ])("an ID token %s is refused", async (_what, claims, detail) => {
    expect(await exchange(() => idToken("ES256", claims))).toEqual(refused(detail));
  });

  test("an ID token with a changed signature is refused", async () => {
    const token = await idToken("ES256");
    expect(await exchange(`${token.slice(0, -8)}AAAAAAAA`)).toEqual(refused(/signature/));
  });

  test("an answer with the issuer of another provider is refused", async () => {
    expect(await exchange(() => idToken("ES256"), { iss: "https://evil.example" })).toEqual(refused(/iss mismatch/));
  });

  test.each([[{ state: "another" }], [{ state: undefined }]])(
    "the code of a login that somebody else began is not used: %j",
    async (params) => {
      expect(await exchange(() => idToken("ES256"), params)).toEqual({ fault: "CookiesLost", detail: undefined });
      expect(redeemed).toEqual([]);
    },
  );

  test.each([
    [401, { error: "invalid_client", error_description: "Invalid client credentials" }, "ClientRefused"],
    [400, { error: "invalid_grant", error_description: "Code not valid" }, "ProviderRefused"],
  ])("a refusal of the token endpoint is shown with its own detail", async (status, body, fault) => {
    answerToken = (response) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    expect(await exchangeWith()).toEqual({ fault, detail: `${body.error} (${body.error_description})` });
  });

  test.each([
    [400, { error: "invalid_grant", error_description: "DPoP proof JWT not provided" }],
    [400, { error: "invalid_request", error_description: "DPoP proof is missing" }], // Keycloak
    [400, { error: "use_dpop_nonce" }], // RFC 9449 §8
  ])("a token endpoint that asks for a proof of possession is reported as such: %i %j", async (status, body) => {
    answerToken = (response) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    expect(await exchangeWith()).toMatchObject({ fault: "TokensBound", detail: expect.stringContaining(body.error) });
  });

  test("a refusal without a reason, by a provider that can bind tokens, says that this may be why", async () => {
    proofs = ["ES256"];
    // What oidc-provider answers where a proof is missing.
    const body = { error: "invalid_grant", error_description: "grant request is invalid" };
    answerToken = (response) =>
      void response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(body));
    expect(await exchangeWith()).toEqual({
      fault: "ExchangeRefused",
      detail: "invalid_grant (grant request is invalid)",
    });
  });

  test("tokens that are bound to a key are not used", async () => {
    const id_token = await idToken("ES256");
    answerToken = (response) =>
      void response
        .setHeader("content-type", "application/json")
        .end(JSON.stringify({ access_token: "at", token_type: "DPoP", id_token }));
    expect(await exchangeWith()).toMatchObject({ fault: "TokensBound", detail: expect.stringContaining("DPoP") });
  });

  test.each([
    ["breaks off", (response: ServerResponse) => void response.destroy()],
    ["is broken", (response: ServerResponse) => void response.writeHead(502).end("Bad Gateway")],
  ])("a token endpoint that %s is reported as one that cannot be reached", async (_what, answer) => {
    answerToken = answer;
    expect(await exchangeWith()).toMatchObject({ fault: "ProviderUnreachable" });
  });
});
