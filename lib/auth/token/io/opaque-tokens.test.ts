import type { IncomingMessage, RequestListener } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { getGlobalDispatcher } from "undici";
import { jwtAuth, type Settings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import { answering, startKeyServer, type KeyServer } from "@/testing/auth/key-server";
import { testSettings } from "@/testing/gateway/test-settings";
import { createOpaqueTokens, type LineCondition, type OpaqueTokens } from "./opaque-tokens";
import { createProviderLine } from "./provider-line";

const ISSUER = "https://issuer.test";

let provider: KeyServer;
let seconds: number;
let settings: Settings;
let tokens: OpaqueTokens;
let conditions: LineCondition[];

beforeEach(async () => {
  seconds = 1_800_000_000;
  conditions = [];
  provider = await startKeyServer(answering({ active: false }));
  use({ introspection: { url: provider.url, client_id: "gate way", client_secret: "s&cret" } });
  const now = (): number => seconds * 1_000;
  tokens = createOpaqueTokens({
    settings: () => settings,
    now,
    line: createProviderLine(getGlobalDispatcher, now),
    observe: (condition) => void conditions.push(condition),
  });
});
afterEach(() => provider.stop());

function use(fields: Record<string, unknown>, more: Partial<Settings> = {}): void {
  const issuers = [{ issuer: ISSUER, jwks_url: "https://keys.test/jwks", ...fields }];
  settings = testSettings({ jwtAuth: jwtAuth.parse({ issuers }), ...more });
}
const active = (claims: Record<string, unknown> = {}): RequestListener =>
  answering({ active: true, sub: "ann", exp: seconds + 3_600, token_type: "Bearer", ...claims });

async function outcome(token: string, meant?: () => string[]): Promise<string> {
  try {
    return (await tokens.verify(token, meant)) === undefined ? "nobody takes it" : "accepted";
  } catch (error) {
    if (error instanceof GatewayError) return error.code;
    throw error;
  }
}
async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

test("the provider is asked with client credentials, and its claims become the token's", async () => {
  let asked: { authorization: string | undefined; body: string } | undefined;
  provider.answer = (request, response) => {
    void textOf(request).then((body) => {
      asked = { authorization: request.headers.authorization, body };
      active()(request, response);
    });
  };
  expect(await tokens.verify("tok_1")).toEqual({
    kind: "jwt",
    via: "bearer",
    issuer: ISSUER,
    answeredBy: "introspection",
    claims: { iss: ISSUER, sub: "ann", exp: seconds + 3_600, token_type: "Bearer" },
  });
  expect(asked).toEqual({
    authorization: `Basic ${Buffer.from("gate+way:s%26cret").toString("base64")}`,
    body: "token=tok_1&token_type_hint=access_token",
  });
});

test.each<[because: string, claims: Record<string, unknown>, code: string]>([
  ["has expired", { exp: 1 }, "token_expired"],
  ["never expires", { exp: undefined }, "invalid_token"],
  ["is not valid yet", { nbf: 4_000_000_000 }, "token_not_yet_valid"],
  ["comes from the future", { iat: 4_000_000_000 }, "token_not_yet_valid"],
  ["is another issuer's", { iss: "https://other.test" }, "invalid_issuer"],
  ["is meant for somebody else", { aud: "other" }, "invalid_audience"],
  ["names no audience", { aud: undefined }, "invalid_audience"],
  ["is bound to its sender", { cnf: { jkt: "x" } }, "invalid_token"],
  ["is bound to its sender by its type", { token_type: "DPoP" }, "invalid_token"],
  ["is a refresh token", { typ: "Refresh" }, "invalid_token"],
  ["is a refresh token of Hydra", { token_use: "refresh_token" }, "invalid_token"],
  ["has a malformed claim", { exp: "soon" }, "invalid_token"],
  ["is in order", {}, "accepted"],
])("an active token that %s is judged as a JWT would be", async (_because, claims, code) => {
  use({ introspection: { url: provider.url, client_id: "g", client_secret: "s" } }, { audiences: ["gateway"] });
  provider.answer = active({ aud: ["gateway"], ...claims });
  expect(await outcome("tok_1")).toBe(code);
});

const SUMS = "https://llm.example/sums/mcp";
test.each<[title: string, entry: object, claims: Record<string, unknown>, elsewhere: string, atTools: string]>([
  ["of the gateway opens both", {}, { aud: "gateway" }, "accepted", "accepted"],
  ["for the address asked opens tools alone", {}, { aud: ["x", SUMS] }, "invalid_audience", "accepted"],
  ["with mcp_audience opens tools alone", { mcp_audience: "tools" }, { aud: "tools" }, "invalid_audience", "accepted"],
  [
    "that names it in audience_claim does too",
    { audience_claim: "for" },
    { for: SUMS },
    "invalid_audience",
    "accepted",
  ],
  [
    "with it in aud does not, if another claim counts",
    { audience_claim: "for" },
    { aud: SUMS },
    ...twice("invalid_audience"),
  ],
  ["for another address opens nothing", {}, { aud: `${SUMS}/x` }, ...twice("invalid_audience")],
  ["without an audience opens nothing", {}, {}, ...twice("invalid_audience")],
  ["that has expired opens nothing", {}, { aud: SUMS, exp: 1 }, ...twice("token_expired")],
])("where tools are asked for, a token %s, by one question", async (_, entry, claims, elsewhere, atTools) => {
  const introspection = { url: provider.url, client_id: "g", client_secret: "s" };
  const meant = () => ["https://llm.example", SUMS];
  for (const isFirst of [true, false]) {
    use({ introspection, ...entry }, { audiences: ["gateway"] });
    provider.answer = active(claims);
    const token = `tok_${isFirst}`;
    const before = provider.fetches;
    if (isFirst) expect(await outcome(token, meant)).toBe(atTools);
    expect(await outcome(token)).toBe(elsewhere);
    expect(await outcome(token, meant)).toBe(atTools);
    expect(await outcome(token)).toBe(elsewhere);
    expect(provider.fetches - before).toBe(1);
  }
});
function twice(code: string): [string, string] {
  return [code, code];
}

test("a token that is refused here and good for tools is good for no longer than itself", async () => {
  use({ introspection: { url: provider.url, client_id: "g", client_secret: "s" } }, { audiences: ["gateway"] });
  provider.answer = active({ aud: SUMS, exp: seconds + 5 });
  expect(await outcome("tok_1")).toBe("invalid_audience");
  expect(await outcome("tok_1", () => [SUMS])).toBe("accepted");
  seconds += 11;
  expect(await outcome("tok_1", () => [SUMS])).toBe("token_expired");
});

test("an accepted token is remembered for a minute, and never past its end", async () => {
  provider.answer = active({ exp: seconds + 90 });
  const steps = [0, 59, 2, 28, 2];
  const fetches: number[] = [];
  for (const step of steps) {
    seconds += step;
    await outcome("tok_1");
    fetches.push(provider.fetches);
  }
  // At 90 seconds the token has ended, so the provider is asked again although it was asked 29 seconds before.
  expect(fetches).toEqual([1, 1, 2, 2, 3]);
  expect(tokens.recall("tok_1")).toBeUndefined();
});

test("a refusal is remembered for ten seconds", async () => {
  for (const step of [0, 9, 2]) {
    seconds += step;
    expect(await outcome("tok_1")).toBe("invalid_token");
  }
  expect(provider.fetches).toBe(2);
});

test("a remembered token is forgotten when the settings change", async () => {
  provider.answer = active();
  await outcome("tok_1");
  expect(tokens.recall("tok_1")).toBeDefined();
  use({});
  expect(tokens.recall("tok_1")).toBeUndefined();
  expect(await outcome("tok_1")).toBe("nobody takes it");
});

test("calls with the same token share one question", async () => {
  provider.answer = active();
  expect(await Promise.all(Array.from({ length: 20 }, () => outcome("tok_1")))).toEqual(Array(20).fill("accepted"));
  expect(provider.fetches).toBe(1);
});

test("a provider is asked about at most 16 tokens at once", async () => {
  let open = 0;
  let most = 0;
  const release: (() => void)[] = [];
  provider.answer = (request, response) => {
    most = Math.max(most, ++open);
    release.push(() => {
      open--;
      active()(request, response);
    });
    if (release.length >= 16) for (const go of release.splice(0)) setImmediate(go);
  };
  const all = Promise.all(Array.from({ length: 32 }, (_, index) => outcome(`tok_${index}`)));
  expect(new Set(await all)).toEqual(new Set(["accepted"]));
  expect(most).toBe(16);
});

test("a provider that cannot be asked refuses the token, says so once, and is asked again", async () => {
  provider.answer = answering({ error: "invalid_client" }, 401);
  expect([await outcome("tok_1"), await outcome("tok_1")]).toEqual([
    "auth_provider_unavailable",
    "auth_provider_unavailable",
  ]);
  provider.answer = active();
  expect(await outcome("tok_1")).toBe("accepted");
  expect(conditions).toEqual([
    { issuer: ISSUER, error: 'it answers 401 to the client credentials of "introspection"' },
    { issuer: ISSUER, error: undefined },
  ]);
});

test("redirects and endless answers are not followed", async () => {
  provider.answer = answering("", 302, { location: provider.url });
  expect(await outcome("tok_1")).toBe("auth_provider_unavailable");
  provider.answer = answering(`{"active":true,"x":"${"x".repeat(300_000)}"}`);
  expect(await outcome("tok_2")).toBe("auth_provider_unavailable");
});

test("userinfo alone proves a token without an end, but never one whose audience is required", async () => {
  provider.answer = (request, response) =>
    answering(request.headers.authorization === "Bearer tok_1" ? { sub: "ann" } : {}, 200)(request, response);
  use({ userinfo: provider.url });
  expect(await tokens.verify("tok_1")).toMatchObject({ answeredBy: "userinfo", claims: { sub: "ann" } });
  use({ userinfo: provider.url, audience: "gateway" });
  expect(await outcome("tok_1")).toBe("invalid_audience");
});

test("the addresses come from the discovery document, which is read once", async () => {
  const base = new URL(provider.url).origin;
  let documents = 0;
  provider.answer = (request, response) => {
    const isDocument = request.url === "/.well-known/openid-configuration";
    if (isDocument) documents++;
    const document = { issuer: base, introspection_endpoint: `${base}/introspect`, userinfo_endpoint: `${base}/me` };
    if (isDocument) return answering(document)(request, response);
    return request.url === "/me"
      ? answering({ sub: "ann", email: "a@b.c" })(request, response)
      : active()(request, response);
  };
  use({ issuer: base, introspection: { client_id: "g", client_secret: "s" }, userinfo: true });
  expect((await tokens.verify("tok_1"))?.claims).toMatchObject({ sub: "ann", email: "a@b.c", iss: base });
  expect((await tokens.verify("tok_2"))?.claims).toMatchObject({ email: "a@b.c" });
  expect(documents).toBe(1);
});
