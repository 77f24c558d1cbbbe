import { expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import { formatPath } from "@/lib/config/finding";
import { opaqueTokenFaults } from "./opaque-token-checks";
import { tokenReadingFaults } from "./token-reading-checks";

const introspection = { client_id: "gateway", client_secret: "secret" };

function found(entries: readonly Record<string, unknown>[], hasAudience = true): string[] {
  const issuers = entries.map((fields, index) => ({
    issuer: `https://${index}.test`,
    jwks_url: `https://${index}.test/jwks`,
    ...fields,
  }));
  return opaqueTokenFaults(jwtAuth.parse({ issuers }), { base: [], hasAudience }).map(
    ({ number, path }) => `${number} ${formatPath(path)}`,
  );
}

test.each<[because: string, entries: readonly Record<string, unknown>[], findings: string[]]>([
  ["one issuer takes opaque tokens", [{ introspection }, {}], []],
  ["each but one has a prefix", [{ introspection }, { introspection, token_prefix: "a_" }], []],
  ["two take all opaque tokens", [{ introspection }, { introspection }], ["C129 issuers.1.issuer"]],
  [
    "two have the same prefix",
    [
      { introspection, token_prefix: "a_" },
      { introspection, token_prefix: "a_" },
    ],
    ["C129 issuers.1.token_prefix"],
  ],
  ["the prefix is that of keys", [{ introspection, token_prefix: "sk-a" }], ["C130 issuers.0.token_prefix"]],
  ["the prefix is that of JWTs", [{ introspection, token_prefix: "eyJ" }], ["C130 issuers.0.token_prefix"]],
  ["the prefix has a blank", [{ introspection, token_prefix: "a b" }], ["C130 issuers.0.token_prefix"]],
  ["a prefix stands alone", [{ token_prefix: "a_" }], ["C049 issuers.0.token_prefix"]],
  [
    "an address sends the secret over plain http",
    [{ introspection: { ...introspection, url: "http://login.example.com/introspect" } }],
    ["C039 issuers.0.introspection.url"],
  ],
  [
    "an address serves metadata",
    [{ introspection, userinfo: "http://169.254.169.254/me" }],
    ["C038 issuers.0.userinfo"],
  ],
  ["userinfo alone cannot show the audience", [{ userinfo: true }], ["C132 issuers.0.userinfo"]],
])("of issuers of opaque tokens the check finds that %s", (_because, entries, findings) => {
  expect(found(entries)).toEqual(findings);
});

test("userinfo alone, without an audience, is found to accept the tokens of any application", () => {
  expect(found([{ userinfo: true }], false)).toEqual(["C131 issuers.0.userinfo"]);
  expect(found([{ userinfo: true, audience: "gateway" }], false)).toEqual(["C132 issuers.0.userinfo"]);
  expect(found([{ userinfo: true, introspection }], false)).toEqual([]);
});

test.each<[settings: Record<string, unknown>, findings: string[]]>([
  [{}, []],
  [
    { service_accounts: [{ claim: "gty" }, { claim: "preferred_username", value: "service-account-*" }] },
    ["C135 service_accounts.1.claim"],
  ],
  [{ group_overage: "graph" }, ["C134 group_overage"]],
  [{ group_overage: "graph", microsoft_graph: { client_id: "a", client_secret: "b" } }, []],
  [
    { issuers: [{ issuer: "https://a.test", jwks_url: "https://a.test/jwks", group_overage: "graph" }] },
    ["C134 issuers.0.group_overage"],
  ],
  [
    { microsoft_graph: { client_id: "a", client_secret: "b", graph_url: "http://graph.example.com" } },
    ["C039 microsoft_graph.graph_url"],
  ],
])("of the settings %j the check finds %j", (settings, findings) => {
  expect(
    tokenReadingFaults(jwtAuth.parse(settings), []).map(({ number, path }) => `${number} ${formatPath(path)}`),
  ).toEqual(findings);
});
