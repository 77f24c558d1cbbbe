import { expect, test } from "vitest";
import type { Application } from "./application";
import { decideAuthorize, decideReturn, decideToken, printOf, type Sent, type TokenFacts } from "./decide";
import type { BegunSignIn, GivenCode, GivenRefresh } from "./sealed-parts";

const BACK = "http://127.0.0.1/back";
const TOOLS = "https://gateway.example/mcp";
const VERIFIER = "v".repeat(43);
const CHALLENGE = printOf(VERIFIER);
const application: Application = { id: "an id", name: "An app", redirects: [BACK], document: undefined };
const asked = {
  response_type: "code",
  client_id: "an id",
  redirect_uri: "http://127.0.0.1:4711/back",
  state: "xyz",
  scope: "tools openid",
  resource: TOOLS,
  code_challenge: CHALLENGE,
  code_challenge_method: "S256",
};
const isResource = (address: string) => address === TOOLS;

test("/authorize asks about what an application may want", () => {
  expect(decideAuthorize(asked, application, isResource)).toEqual({
    application: printOf("an id"),
    redirect: "http://127.0.0.1:4711/back",
    state: "xyz",
    challenge: CHALLENGE,
    scope: "tools openid",
    resource: TOOLS,
  });
  const { state: _, scope: __, resource: ___, ...least } = asked;
  expect(decideAuthorize(least, application, isResource)).toMatchObject({ scope: "", state: undefined });
});

test.each<[because: string, change: Sent, says: string]>([
  ["its address is not registered", { redirect_uri: "https://evil.example/back" }, "not registered"],
  ["its address has another path", { redirect_uri: "http://127.0.0.1:4711/other" }, "not registered"],
  ["it names no address", { redirect_uri: undefined }, "not registered"],
  ["it asks for a token", { response_type: "token" }, "code"],
  ["it has no challenge", { code_challenge: undefined }, "PKCE"],
  ["its challenge is its verifier", { code_challenge_method: "plain" }, "PKCE"],
  ["it does not say how its challenge is made", { code_challenge_method: undefined }, "PKCE"],
  ["its challenge is none", { code_challenge: "short" }, "PKCE"],
  ["its state is long", { state: "x".repeat(501) }, "state"],
  ["its scopes are none", { scope: 'a"b' }, "scopes"],
  ["it asks for another resource", { resource: "https://elsewhere.example/mcp" }, "something else"],
])("/authorize leads nowhere if of an application %s", (_because, change, says) => {
  expect(decideAuthorize({ ...asked, ...change }, application, isResource)).toEqual({
    refused: expect.stringContaining(says),
  });
});

test("/authorize leads nowhere for an application that is not known", () => {
  expect(decideAuthorize(asked, undefined, isResource)).toEqual({ refused: expect.stringContaining("not known") });
});

const begun: BegunSignIn = {
  wanted: { application: printOf("an id"), redirect: BACK, challenge: CHALLENGE, scope: "" },
  browser: printOf("a browser"),
  until: 1_000,
  issuer: "https://id.example",
  namesIssuer: true,
  verifier: "ours",
  address: "https://gateway.example",
};
const back = { code: "theirs", iss: "https://id.example" };

test("a return gives the provider's code to who has begun", () => {
  expect(decideReturn(back, { begun, browser: "a browser", now: 999 })).toEqual({ begun, code: "theirs" });
  const silent = { ...begun, namesIssuer: false };
  expect(decideReturn({ code: "theirs" }, { begun: silent, browser: "a browser", now: 999 })).toMatchObject({
    code: "theirs",
  });
});

test.each<
  [because: string, sent: Sent, facts: { begun?: BegunSignIn | undefined; browser?: string | undefined; now?: number }]
>([
  ["nothing was begun", back, { begun: undefined }],
  ["it took too long", back, { now: 1_001 }],
  ["the browser is another one", back, { browser: "another" }],
  ["the browser has no mark", back, { browser: undefined }],
  ["the answer is another provider's", { ...back, iss: "https://evil.example" }, {}],
  ["the answer names no provider", { code: "theirs" }, {}],
])("a return leads nowhere if %s", (_because, sent, facts) => {
  expect(decideReturn(sent, { begun, browser: "a browser", now: 999, ...facts })).toEqual({
    refused: expect.any(String),
  });
});

test.each<[sent: Sent, error: string]>([
  [{ error: "access_denied" }, "access_denied"],
  [{ error: "<script>" }, "server_error"],
  [{}, "server_error"],
  [{ code: "" }, "server_error"],
  [{ code: "theirs", error: "access_denied" }, "access_denied"],
])("an application is told of the answer %j: %s", (sent, error) => {
  const iss = "https://id.example";
  expect(decideReturn({ ...sent, iss }, { begun, browser: "a browser", now: 1 })).toEqual({ begun, error });
});

const code: GivenCode = {
  application: printOf("an id"),
  redirect: BACK,
  challenge: CHALLENGE,
  resource: TOOLS,
  until: 1_000,
  issuer: "https://id.example",
  code: "theirs",
  verifier: "ours",
  address: "https://gateway.example",
};
const refresh: GivenRefresh = {
  application: printOf("an id"),
  issuer: "https://id.example",
  token: "t",
  resource: TOOLS,
};
const facts: TokenFacts = { isKnown: true, code, refresh, now: 999 };
const exchange = {
  grant_type: "authorization_code",
  client_id: "an id",
  redirect_uri: BACK,
  code_verifier: VERIFIER,
  resource: TOOLS,
};
const renew = { grant_type: "refresh_token", client_id: "an id" };

test("/token exchanges a code and renews", () => {
  expect(decideToken(exchange, facts)).toEqual({ kind: "code", given: code });
  expect(decideToken(renew, facts)).toEqual({ kind: "refresh", given: refresh });
});

test.each<[because: string, sent: Sent, facts: Partial<TokenFacts>, error: string]>([
  ["the grant is another one", { ...exchange, grant_type: "password" }, {}, "unsupported_grant_type"],
  ["the grant is missing", { ...exchange, grant_type: undefined }, {}, "unsupported_grant_type"],
  ["no application is named", { ...exchange, client_id: undefined }, {}, "invalid_request"],
  ["the application is not known", exchange, { isKnown: false }, "invalid_client"],
  ["the code is none of the gateway's", exchange, { code: undefined }, "invalid_grant"],
  ["the code is another application's", { ...exchange, client_id: "another" }, {}, "invalid_grant"],
  ["the code is old", exchange, { now: 1_001 }, "invalid_grant"],
  ["the address is another one", { ...exchange, redirect_uri: "http://127.0.0.1:1/back" }, {}, "invalid_grant"],
  ["the address is missing", { ...exchange, redirect_uri: undefined }, {}, "invalid_grant"],
  ["the verifier is another one", { ...exchange, code_verifier: "w".repeat(43) }, {}, "invalid_grant"],
  ["the verifier is the challenge", { ...exchange, code_verifier: CHALLENGE }, {}, "invalid_grant"],
  ["the verifier is missing", { ...exchange, code_verifier: undefined }, {}, "invalid_grant"],
  ["the resource is another one", { ...exchange, resource: "https://gateway.example/other/mcp" }, {}, "invalid_target"],
  ["the refresh token is none of the gateway's", renew, { refresh: undefined }, "invalid_grant"],
  ["the refresh token is another application's", { ...renew, client_id: "another" }, {}, "invalid_grant"],
  ["what is renewed is for another resource", { ...renew, resource: "https://x.example" }, {}, "invalid_target"],
])("/token asks no provider if %s", (_because, sent, change, error) => {
  expect(decideToken(sent, { ...facts, ...change })).toEqual({ error, text: expect.any(String) });
});
