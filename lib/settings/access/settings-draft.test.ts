import { expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import { checkDraft } from "./settings-draft";

const context = {
  modelNames: ["gpt-4o"],
  routes: undefined,
  audiences: ["gateway"],
  publicKeyUrls: ["https://id.example/keys"],
  consoleIssuer: undefined,
};

test.each<[what: string, draft: object, numbers: string[]]>([
  ["a mapping without a capture for its team", { group_mappings: [{ group: "a", team_id: "*" }] }, ["C106", "C107"]],
  [
    "a sign of service accounts that people choose",
    { service_accounts: [{ claim: "preferred_username", value: "svc-*" }] },
    ["C135"],
  ],
  ["group_overage: graph without credentials", { group_overage: "graph" }, ["C134"]],
  [
    "a Graph of the US Government with a login of the public cloud",
    {
      group_overage: "graph",
      microsoft_graph: { client_id: "a", client_secret: "s", graph_url: "https://graph.microsoft.us" },
    },
    ["C190"],
  ],
  [
    "a Graph of China with its own login",
    {
      group_overage: "graph",
      microsoft_graph: {
        client_id: "a",
        client_secret: "s",
        graph_url: "https://microsoftgraph.chinacloudapi.cn",
        login_url: "https://login.chinacloudapi.cn",
      },
    },
    [],
  ],
  [
    "group_overage: graph without credentials, for tenants of Entra ID",
    {
      issuers: [
        {
          issuer: "https://login.microsoftonline.com/{tid}/v2.0",
          required_claims: { tid: ["t1", "t2"] },
          group_overage: "graph",
        },
      ],
    },
    ["C134"],
  ],
  [
    "a prefix that no opaque token has",
    {
      issuers: [
        {
          issuer: "https://a.example",
          jwks_url: "https://a.example/keys",
          token_prefix: "sk-",
          introspection: { url: "https://a.example/i", client_id: "g", client_secret: "s" },
        },
      ],
    },
    ["C130"],
  ],
  ["a draft without faults", { team_id_jwt_field: "azp" }, []],
])("%s has the findings of a file: %j → %j", (_what, draft, numbers) => {
  const { findings } = checkDraft(draft, jwtAuth.parse({}), context);
  expect(findings.map(({ number }) => number)).toEqual(numbers);
});
