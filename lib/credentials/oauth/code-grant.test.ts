import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { CredentialRequest } from "../source";
import {
  askGrant,
  clientMethod,
  differingMember,
  registerClient,
  revokeTokens,
  signInAddress,
  type GrantClient,
} from "./code-grant";

const TOKEN = "https://id.example/token";
const SIGNAL = AbortSignal.any([]);

function answering(status: number, body: unknown) {
  const asked: CredentialRequest[] = [];
  const ask = async (request: CredentialRequest) => {
    asked.push(request);
    return { status, headers: {}, text: typeof body === "string" ? body : JSON.stringify(body) };
  };
  return { asked, ports: { ask } };
}

test("the page to sign in at is asked with a challenge of the verifier, and never with the verifier", () => {
  const verifier = "v".repeat(72);
  const asked = { clientId: "gateway", redirectUri: "https://g.example/return", state: "s", verifier } as const;
  const page = new URL(
    signInAddress({
      ...asked,
      authorizationUrl: "https://id.example/authorize?tenant=a&state=forged&redirect_uri=https://evil.example",
      scopes: ["read", "offline_access"],
      resource: "https://tools.example/mcp",
    }),
  );
  expect(Object.fromEntries(page.searchParams)).toEqual({
    tenant: "a",
    response_type: "code",
    client_id: "gateway",
    redirect_uri: "https://g.example/return",
    state: "s",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    scope: "read offline_access",
    resource: "https://tools.example/mcp",
    prompt: "consent",
  });
  expect(page.href).not.toContain(verifier);
  const bare = new URL(signInAddress({ ...asked, authorizationUrl: "https://id.example/authorize", scopes: [] }));
  expect([...bare.searchParams.keys()]).not.toEqual(expect.arrayContaining(["scope"]));
});

describe("a client proves itself", () => {
  const client = { tokenUrl: TOKEN, clientId: "a:b ", clientSecret: "s/%" };
  test.each<[GrantClient["method"], string | undefined, Record<string, string>]>([
    ["client_secret_basic", `Basic ${Buffer.from("a%3Ab+:s%2F%25").toString("base64")}`, { code: "c" }],
    ["client_secret_post", undefined, { code: "c", client_id: "a:b ", client_secret: "s/%" }],
    ["none", undefined, { code: "c", client_id: "a:b " }],
  ])("by %s", async (method, authorization, form) => {
    const { asked, ports } = answering(200, { access_token: "t" });
    await askGrant(ports, { ...client, method }, { code: "c", resource: undefined }, SIGNAL);
    expect(asked[0]?.headers?.["authorization"]).toBe(authorization);
    expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toEqual(form);
  });

  test("where it revokes tokens, the refresh token first", async () => {
    const { asked, ports } = answering(200, {});
    const as = { ...client, method: "client_secret_post" } as const;
    await revokeTokens(ports, as, "https://id.example/revoke", { accessToken: "t", refreshToken: "r" }, SIGNAL);
    const proof = { client_id: "a:b ", client_secret: "s/%" };
    expect(asked.map(({ url, body }) => [url, Object.fromEntries(new URLSearchParams(body))])).toEqual([
      ["https://id.example/revoke", { token: "r", token_type_hint: "refresh_token", ...proof }],
      ["https://id.example/revoke", { token: "t", token_type_hint: "access_token", ...proof }],
    ]);
    const refusing = answering(503, {});
    await expect(
      revokeTokens(refusing.ports, as, "https://id.example/revoke", { accessToken: "t" }, SIGNAL),
    ).rejects.toThrow("id.example revokes no token (503)");
    expect(refusing.asked).toHaveLength(1);
  });

  test("as its authorization server takes it", () => {
    expect(clientMethod(undefined, ["client_secret_basic"])).toBe("none");
    expect(clientMethod("s", undefined)).toBe("client_secret_basic");
    expect(clientMethod("s", ["client_secret_post", "none"])).toBe("client_secret_post");
    expect(clientMethod("s", ["client_secret_post", "client_secret_basic"])).toBe("client_secret_basic");
  });
});

test.each<[what: string, status: number, body: unknown, read: object]>([
  [
    "tokens",
    200,
    { access_token: "t", refresh_token: "r", expires_in: 60 },
    { tokens: { accessToken: "t", refreshToken: "r", lifeMs: 60_000 } },
  ],
  [
    "a life in words",
    200,
    { access_token: "t", expires_in: "60" },
    { tokens: { accessToken: "t", refreshToken: undefined, lifeMs: 60_000 } },
  ],
  ["a life without end", 200, { access_token: "t", expires_in: 1e300 }, { tokens: { lifeMs: 315_360_000_000 } }],
  ["a token that breaks a header", 200, { access_token: "t\r\nx: y" }, { tokens: undefined }],
  ["a token that needs a proof", 200, { access_token: "t", token_type: "DPoP" }, { tokens: undefined }],
  ["a refusal", 400, { error: "invalid_grant", access_token: "t" }, { error: "invalid_grant", tokens: undefined }],
  ["an error that is not a word", 400, { error: "<script>" }, { error: undefined, tokens: undefined }],
  ["no JSON", 200, "<html>", { tokens: undefined }],
])("an answer is read: %s", async (_, status, body, read) => {
  const client = { tokenUrl: TOKEN, clientId: "g", method: "none" } as const;
  expect(await askGrant(answering(status, body).ports, client, {}, SIGNAL)).toMatchObject({ status, ...read });
});

test("a client is registered for one exact address", async () => {
  const at = {
    registrationUrl: "https://id.example/register",
    tokenUrl: TOKEN,
    methods: ["none", "client_secret_post"],
  };
  const asking = { redirectUri: "https://g.example/return", scopes: ["read"], name: "Gateway" };
  const { asked, ports } = answering(201, { client_id: "c1", client_secret: "s1" });
  expect(await registerClient(ports, at, asking, SIGNAL)).toEqual({
    tokenUrl: TOKEN,
    clientId: "c1",
    clientSecret: "s1",
    method: "client_secret_post",
  });
  expect(JSON.parse(asked[0]?.body ?? "")).toMatchObject({
    redirect_uris: ["https://g.example/return"],
    application_type: "web",
    token_endpoint_auth_method: "client_secret_post",
    scope: "read",
  });
  const open = answering(201, { client_id: "c2" });
  expect(await registerClient(open.ports, at, asking, SIGNAL)).toMatchObject({
    clientSecret: undefined,
    method: "none",
  });
  await expect(registerClient(answering(403, {}).ports, at, asking, SIGNAL)).rejects.toThrow(
    "id.example registers no client (403)",
  );
});

test("an answer must have every member that is asked for", () => {
  const members = { team: { id: "T1" }, "a.b": true, n: 1 };
  expect(differingMember(members, { "team.id": "T1", "a.b": true, n: 1 })).toBeUndefined();
  const others: Readonly<Record<string, string>>[] = [
    { "team.id": "T2" },
    { "team.name": "T1" },
    { n: "1" },
    { "toString.name": "toString" },
    { constructor: "x" },
  ];
  for (const expected of others) expect(differingMember(members, expected)).toBe(Object.keys(expected)[0]);
});
