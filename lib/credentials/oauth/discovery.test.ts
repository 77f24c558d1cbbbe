import { describe, expect, test } from "vitest";
import type { CredentialRequest } from "../source";
import { codeOf, discoverServer } from "./discovery";

const SERVER = "https://tools.example/team/mcp";
const ISSUER = "https://id.example/tenant";
const RESOURCE_AT = "https://tools.example/.well-known/oauth-protected-resource/team/mcp";
const ISSUER_AT = "https://id.example/.well-known/oauth-authorization-server/tenant";
const RESOURCE = { resource: SERVER, authorization_servers: [ISSUER], scopes_supported: ["read", "write"] };
const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  registration_endpoint: `${ISSUER}/register`,
  revocation_endpoint: `${ISSUER}/revoke`,
  code_challenge_methods_supported: ["S256"],
  scopes_supported: ["offline_access"],
  authorization_response_iss_parameter_supported: true,
};

/** A web with these documents; every other address is 404. */
async function discover(documents: Readonly<Record<string, object>>, challenge?: string, server = SERVER) {
  const asked: string[] = [];
  const ask = async ({ method, url }: CredentialRequest) => {
    asked.push(url);
    if (method === "POST") return { status: 401, headers: { "www-authenticate": challenge }, text: "" };
    const document = documents[url];
    return { status: document ? 200 : 404, headers: {}, text: document ? JSON.stringify(document) : "" };
  };
  const found = await discoverServer({ ask }, server, AbortSignal.any([])).catch((error: Error) => error.message);
  return { found, asked };
}

describe("the authorization server of a protected server", () => {
  test("is found by the server's metadata and its own", async () => {
    const { found, asked } = await discover({ [RESOURCE_AT]: RESOURCE, [ISSUER_AT]: METADATA });
    expect(found).toEqual({
      issuer: ISSUER,
      authorizationUrl: `${ISSUER}/authorize`,
      tokenUrl: `${ISSUER}/token`,
      registrationUrl: `${ISSUER}/register`,
      revocationUrl: `${ISSUER}/revoke`,
      methods: undefined,
      scopes: ["read", "write"],
      resource: SERVER,
      hasOfflineAccess: true,
      namesIssuer: true,
    });
    expect(asked).toEqual([SERVER, RESOURCE_AT, ISSUER_AT]);
  });

  test("revokes tokens at no address over plain http, and is found nevertheless", async () => {
    const metadata = { ...METADATA, revocation_endpoint: "http://id.example/revoke" };
    const { found } = await discover({ [RESOURCE_AT]: RESOURCE, [ISSUER_AT]: metadata });
    expect(found).toMatchObject({ issuer: ISSUER, revocationUrl: undefined });
  });

  test("is found where the challenge says, with the scopes that it says", async () => {
    const at = "https://tools.example/meta";
    const challenge = `Bearer error="invalid_token", resource_metadata="${at}", scope="one two"`;
    const { found } = await discover({ [at]: RESOURCE, [ISSUER_AT]: METADATA }, challenge);
    expect(found).toMatchObject({ issuer: ISSUER, scopes: ["one", "two"] });
  });

  test.each(["https://tools.example", "https://tools.example/", "https://tools.example/team", SERVER])(
    "knows the server as %s, as its metadata say",
    async (resource) => {
      const documents = { [RESOURCE_AT]: { ...RESOURCE, resource }, [ISSUER_AT]: METADATA };
      expect((await discover(documents)).found).toMatchObject({ resource });
    },
  );

  test("is found by OpenID Connect's metadata too, before and behind the path", async () => {
    for (const at of [
      "https://id.example/.well-known/openid-configuration/tenant",
      `${ISSUER}/.well-known/openid-configuration`,
    ])
      expect((await discover({ [RESOURCE_AT]: RESOURCE, [at]: METADATA })).found).toMatchObject({ issuer: ISSUER });
  });

  test("is the server's own origin where it has no metadata of its own", async () => {
    const own = { ...METADATA, issuer: "https://tools.example" };
    const at = "https://tools.example/.well-known/oauth-authorization-server";
    expect((await discover({ [at]: own })).found).toMatchObject({
      issuer: "https://tools.example",
      scopes: [],
      resource: undefined,
    });
  });

  test.each<[attack: string, documents: Readonly<Record<string, object>>, says: string]>([
    [
      "metadata of another server",
      { [RESOURCE_AT]: { ...RESOURCE, resource: "https://evil.example/mcp" } },
      "another resource",
    ],
    ["metadata of a neighbour's path", { [RESOURCE_AT]: { ...RESOURCE, resource: `${SERVER}2` } }, "another resource"],
    ...["https://tools.example:8443", "http://tools.example", "https://tools.example#a", "https://u@tools.example"].map(
      (resource): [string, Readonly<Record<string, object>>, string] => [
        `a resource that is called ${resource}`,
        { [RESOURCE_AT]: { ...RESOURCE, resource } },
        "another resource",
      ],
    ),
    [
      "an issuer that speaks for another",
      { [RESOURCE_AT]: RESOURCE, [ISSUER_AT]: { ...METADATA, issuer: "https://other.example" } },
      "another one",
    ],
    [
      "a token endpoint over plain http",
      { [RESOURCE_AT]: RESOURCE, [ISSUER_AT]: { ...METADATA, token_endpoint: "http://id.example/token" } },
      "not https",
    ],
    [
      "a page that is a script",
      { [RESOURCE_AT]: RESOURCE, [ISSUER_AT]: { ...METADATA, authorization_endpoint: "javascript:alert(1)" } },
      "not https",
    ],
    [
      "an issuer over plain http",
      { [RESOURCE_AT]: { ...RESOURCE, authorization_servers: ["http://id.example"] } },
      "not https",
    ],
    [
      "no PKCE",
      { [RESOURCE_AT]: RESOURCE, [ISSUER_AT]: { ...METADATA, code_challenge_methods_supported: ["plain"] } },
      "PKCE",
    ],
    ["no metadata at all", {}, "has no metadata"],
  ])("is refused: %s", async (_, documents, says) => {
    expect((await discover(documents)).found).toContain(says);
  });

  test("is not asked for at an address in the challenge that is not https", async () => {
    const { found, asked } = await discover({}, 'Bearer resource_metadata="http://169.254.169.254/latest"');
    expect(found).toContain("not https");
    expect(asked).toEqual([SERVER]);
  });
});

test("a code counts only from the authorization server that was asked", () => {
  const expected = { issuer: ISSUER, namesIssuer: true };
  expect(codeOf({ code: "c", iss: ISSUER }, expected)).toBe("c");
  expect(codeOf({ code: "c" }, { ...expected, namesIssuer: false })).toBe("c");
  for (const answer of [
    { code: "c" },
    { code: "c", iss: `${ISSUER}/` },
    { error: "access_denied", iss: "https://evil.example" },
  ])
    expect(() => codeOf(answer, expected)).toThrow("is not one of the authorization server that was asked");
  expect(() => codeOf({ code: "c", iss: "https://evil.example" }, { ...expected, namesIssuer: false })).toThrow(
    "not one of",
  );
  expect(() => codeOf({ error: "access_denied", iss: ISSUER }, expected)).toThrow(
    "refused the sign-in (access_denied)",
  );
  expect(() => codeOf({ error: "<b>no</b>", iss: ISSUER }, expected)).toThrow(/refused the sign-in$/);
  expect(() => codeOf({ iss: ISSUER }, expected)).toThrow("has no code");
});
