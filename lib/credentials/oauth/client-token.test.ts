import { expect, test } from "vitest";
import type { CredentialPorts, CredentialRequest } from "../source";
import { clientTokens, type OAuthClient } from "./client-token";

const NOW = 1_000_000;
const client: OAuthClient = {
  tokenUrl: "https://id.example/token",
  clientId: "gateway",
  clientSecret: "s3cret&=",
  scopes: ["read", "write"],
  audience: undefined,
};

/** Ports that note what is asked and answer with `body`. */
function bench(body: unknown, status = 200) {
  const asked: CredentialRequest[] = [];
  const none = () => Promise.reject(new Error("not asked"));
  const ports: CredentialPorts = {
    now: () => NOW,
    variable: () => undefined,
    readFile: none,
    askMachine: none,
    ask: (request) => {
      asked.push(request);
      return Promise.resolve({ status, headers: {}, text: typeof body === "string" ? body : JSON.stringify(body) });
    },
  };
  const fetch = (changes: Partial<OAuthClient> = {}) =>
    clientTokens({ ...client, ...changes }).fetch(ports, AbortSignal.any([]));
  return { asked, fetch };
}

test("a client's token is asked for in a form, and ends when the answer says", async () => {
  const { asked, fetch } = bench({ access_token: "t-1", token_type: "Bearer", expires_in: 600 });
  expect(await fetch({ audience: "https://tickets.example" })).toEqual({ value: "t-1", endsAt: NOW + 600_000 });
  expect(asked[0]).toMatchObject({ method: "POST", url: client.tokenUrl });
  expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toEqual({
    grant_type: "client_credentials",
    client_id: "gateway",
    client_secret: "s3cret&=",
    scope: "read write",
    audience: "https://tickets.example",
  });
});

test("a token without a stated end has none, and no scope is sent where none is set", async () => {
  const { asked, fetch } = bench({ access_token: "t-1" });
  expect(await fetch({ scopes: [] })).toEqual({ value: "t-1", endsAt: undefined });
  expect(new URLSearchParams(asked[0]?.body).has("scope")).toBe(false);
});

test.each<[title: string, body: unknown, status: number, message: string]>([
  [
    "a refusal says its word alone",
    { error: "invalid_client", error_description: "s3cret&=" },
    401,
    "401, invalid_client",
  ],
  ["a refusal without one says its status", "<html>", 503, "it is refused (503)"],
  ["an answer without a token", { token_type: "Bearer" }, 200, "no access_token"],
  ["a token that breaks a header", { access_token: "a\r\nb" }, 200, "no access_token that a header can carry"],
  ["a token of another kind", { access_token: "a", token_type: "DPoP" }, 200, "type other than Bearer"],
])("%s", async (_, body, status, message) => {
  const failed = bench(body, status).fetch();
  await expect(failed).rejects.toThrow(message);
  await expect(failed).rejects.not.toThrow("s3cret");
});

test("clients that differ in anything have tokens of their own", () => {
  const keys = [
    {},
    { clientId: "b" },
    { clientSecret: "c" },
    { scopes: ["read"] },
    { audience: "d" },
    { tokenUrl: "https://e.example" },
  ];
  const all = keys.map((changes) => clientTokens({ ...client, ...changes }).key);
  expect(new Set(all).size).toBe(keys.length);
  expect(all.join()).not.toContain("s3cret");
});
