import { describe, expect, test } from "vitest";
import { CredentialError, type CredentialAnswer, type CredentialPorts, type CredentialRequest } from "../source";
import { entraTokens, isSafeAuthority, type EntraIdentity } from "./entra";

const NOW = 1_000_000;
const SCOPE = "https://cognitiveservices.azure.com/.default";
const nobody: EntraIdentity = {
  tenantId: undefined,
  clientId: undefined,
  clientSecret: undefined,
  scope: SCOPE,
  authorityHost: undefined,
};
const token = { access_token: "entra-token", expires_in: 3600, token_type: "Bearer" };

/** Ports that note what is asked, by which way, and answer with `body`. */
function bench(variables: Record<string, string> = {}, body: unknown = token, status = 200) {
  const asked: (CredentialRequest & { readonly way: "ask" | "askMachine" })[] = [];
  const answer: CredentialAnswer = {
    status,
    headers: {},
    text: typeof body === "string" ? body : JSON.stringify(body),
  };
  const ask = (way: "ask" | "askMachine") => (request: CredentialRequest) => {
    asked.push({ ...request, way });
    return Promise.resolve(answer);
  };
  const ports: CredentialPorts = {
    now: () => NOW,
    variable: (name) => variables[name],
    readFile: (path) =>
      path === "/var/run/token"
        ? Promise.resolve("federated-token\n")
        : Promise.reject(new CredentialError("no such file")),
    ask: ask("ask"),
    askMachine: ask("askMachine"),
  };
  return {
    asked,
    fetch: (identity: Partial<EntraIdentity>) =>
      entraTokens({ ...nobody, ...identity }).fetch(ports, AbortSignal.any([])),
  };
}
const client = { tenantId: "contoso.example", clientId: "app-1", clientSecret: "s3cret&=" };

describe("a token of Entra ID", () => {
  test("is asked for by a client's secret, in a form, and ends when the answer says", async () => {
    const { asked, fetch } = bench();
    expect(await fetch(client)).toEqual({ value: "entra-token", endsAt: NOW + 3_600_000 });
    const [one] = asked;
    expect([one?.way, one?.url]).toEqual([
      "ask",
      "https://login.microsoftonline.com/contoso.example/oauth2/v2.0/token",
    ]);
    expect(Object.fromEntries(new URLSearchParams(one?.body))).toEqual({
      grant_type: "client_credentials",
      client_id: "app-1",
      client_secret: "s3cret&=",
      scope: SCOPE,
    });
  });
  test.each([
    [{ authorityHost: "https://login.microsoftonline.us/" }, {}, "https://login.microsoftonline.us/"],
    [{}, { AZURE_AUTHORITY_HOST: "https://login.chinacloudapi.cn" }, "https://login.chinacloudapi.cn/"],
    [{ authorityHost: "http://127.0.0.1:9" }, { AZURE_AUTHORITY_HOST: "https://x.example" }, "http://127.0.0.1:9/"],
  ])("is asked for where %j and %j say", async (identity, variables, start) => {
    const { asked, fetch } = bench(variables);
    await fetch({ ...client, ...identity });
    expect(asked[0]?.url).toBe(`${start}contoso.example/oauth2/v2.0/token`);
  });
  test("is asked for by the token in AZURE_FEDERATED_TOKEN_FILE, which is read each time", async () => {
    const { asked, fetch } = bench({
      AZURE_FEDERATED_TOKEN_FILE: "/var/run/token",
      AZURE_TENANT_ID: "t-1",
      AZURE_CLIENT_ID: "c-1",
    });
    await fetch({});
    const form = Object.fromEntries(new URLSearchParams(asked[0]?.body));
    expect(form).toMatchObject({ client_id: "c-1", client_assertion: "federated-token" });
    expect(form["client_assertion_type"]).toBe("urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
    expect(form).not.toHaveProperty("client_secret");
  });
  test("is asked for by the machine's identity where there is neither, and by one that is named", async () => {
    const { asked, fetch } = bench({}, { ...token, expires_in: "86399" });
    expect(await fetch({ clientId: "mi-1" })).toEqual({ value: "entra-token", endsAt: NOW + 86_399_000 });
    const [one] = asked;
    const { origin, pathname, searchParams } = new URL(one?.url ?? "");
    expect([one?.way, origin + pathname, one?.headers]).toEqual([
      "askMachine",
      "http://169.254.169.254/metadata/identity/oauth2/token",
      { metadata: "true" },
    ]);
    expect(Object.fromEntries(searchParams)).toEqual({
      "api-version": "2018-02-01",
      resource: "https://cognitiveservices.azure.com",
      client_id: "mi-1",
    });
  });
  test("is asked for at App Service's own address, with its header", async () => {
    const variables = { IDENTITY_ENDPOINT: "http://127.0.0.1:41056/MSI/token/", IDENTITY_HEADER: "proof" };
    const { asked, fetch } = bench(variables, { access_token: "t", expires_on: "2000" });
    expect(await fetch({})).toEqual({ value: "t", endsAt: 2_000_000 });
    expect(asked[0]).toMatchObject({ way: "askMachine", headers: { "x-identity-header": "proof" } });
    expect(asked[0]?.url).toMatch(/^http:\/\/127\.0\.0\.1:41056\/MSI\/token\/\?api-version=2019-08-01&resource=/);
  });
});

describe("a token that does not come", () => {
  test.each([
    ["the tenant is not known", { clientSecret: "s" }, {}, /neither tenant_id nor AZURE_TENANT_ID is set/],
    ["the client is not known", { clientSecret: "s", tenantId: "t" }, {}, /neither client_id nor AZURE_CLIENT_ID/],
    ["its file is missing", {}, { AZURE_FEDERATED_TOKEN_FILE: "/nowhere" }, /no such file/],
    ["the authority is not safe", { ...client, authorityHost: "http://x.example" }, {}, /must be an https address/],
  ])("says why: %s", async (_what, identity, variables, reason) => {
    await expect(bench(variables).fetch(identity)).rejects.toThrow(reason);
  });
  test("says Entra's word and number, and repeats nothing else of it", async () => {
    const said = {
      error: "invalid_client",
      error_description: "AADSTS7000215: Invalid client secret s3cret&= provided.",
    };
    const error = await bench({}, said, 401)
      .fetch(client)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: "CredentialError",
      message: "it is refused (401, invalid_client, AADSTS7000215)",
    });
  });
  test.each(["<html>", "{}", '{"access_token":""}'])("says that an answer has none: %s", async (text) => {
    await expect(bench({}, text).fetch(client)).rejects.toThrow("the answer has no access_token");
  });
});

test("two applications, tenants, secrets or scopes are two credentials, and the key shows no secret", () => {
  const keys = [
    client,
    { ...client, tenantId: "other" },
    { ...client, clientId: "app-2" },
    { ...client, clientSecret: "another" },
    { ...client, scope: "https://ai.azure.com/.default" },
  ].map((one) => entraTokens({ ...nobody, ...one }).key);
  expect(new Set(keys).size).toBe(5);
  expect(keys.join(" ")).not.toContain("s3cret");
});

test.each([
  ["https://login.example", true],
  ["http://localhost:1", true],
  ["http://[::1]:1", true],
  ["http://127.evil.example", false],
  ["http://login.example", false],
  ["ftp://login.example", false],
  ["nowhere", false],
])("whether tokens may be asked for at %s: %s", (address, isSafe) => {
  expect(isSafeAuthority(address)).toBe(isSafe);
});
