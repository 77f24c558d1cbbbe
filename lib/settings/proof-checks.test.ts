import { expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import { proofFaults } from "./proof-checks";

const entry = { issuer: "https://a.test", jwks_url: "https://a.test/keys" };
const tenant = { issuer: "https://login.test/{tid}/v2.0", jwks_url: "https://login.test/keys" };

/** Each line: settings, and the findings as number and place, with `JWT_AUDIENCE` set unless it says otherwise. */
const CASES: readonly (readonly [
  title: string,
  settings: object,
  findings: readonly string[],
  audiences?: string[],
])[] = [
  ["a plain entry has nothing to say", { issuers: [entry] }, []],
  ["a * in an issuer is an error", { issuers: [{ ...entry, issuer: "https://*.test" }] }, ["C110 issuers.0.issuer"]],
  ["{tid} without a list of tenants is an error", { issuers: [tenant] }, ["C110 issuers.0.issuer"]],
  [
    "{tid} with a pattern of tenants is an error",
    { issuers: [{ ...tenant, required_claims: { tid: ["a", "*"] } }] },
    ["C110 issuers.0.issuer"],
  ],
  ["{tid} with a list of tenants is right", { issuers: [{ ...tenant, required_claims: { tid: ["a", "b"] } }] }, []],
  [
    "an entry for tenants that turns off a check is told, as any other",
    {
      custom_validate: "checks.staff",
      issuers: [{ ...tenant, required_claims: { tid: ["a", "b"] }, custom_validate: null }],
    },
    ["C117 issuers.0.custom_validate"],
  ],
  [
    "ID tokens without an audience are an error",
    { issuers: [{ ...entry, accept_id_tokens: true }] },
    ["C111 issuers.0.accept_id_tokens"],
    [],
  ],
  [
    "ID tokens with audience: none are an error",
    { issuers: [{ ...entry, accept_id_tokens: true, audience: "none" }] },
    ["C111 issuers.0.accept_id_tokens", "C112 issuers.0.audience"],
  ],
  ["ID tokens with JWT_AUDIENCE are right", { issuers: [{ ...entry, accept_id_tokens: true }] }, []],
  ["an issuer that is an address needs no jwks_url", { issuers: [{ issuer: "https://a.test" }] }, []],
  ["an issuer that is not an address needs jwks_url", { issuers: [{ issuer: "staff" }] }, ["C113 issuers.0.issuer"]],
  [
    "an issuer that differs only by a slash, case or the scheme from one above is told",
    {
      issuers: [
        { ...entry, issuer: "https://a.test/b" },
        { ...entry, issuer: "https://a.test/b/" },
        { ...entry, issuer: "http://A.test/b" },
        { ...entry, issuer: "https://a.test/c" },
      ],
    },
    ["C189 issuers.1.issuer", "C189 issuers.2.issuer"],
  ],
  [
    "the address of a discovery document is told, because no token has it as its issuer",
    { issuers: [{ ...entry, issuer: "https://a.test/.well-known/openid-configuration" }] },
    ["C189 issuers.0.issuer"],
  ],
  ...["common", "organizations", "contoso.onmicrosoft.com"].map(
    (name) =>
      [
        `${name} in place of a tenant's id is told`,
        { issuers: [{ ...entry, issuer: `https://login.microsoftonline.com/${name}/v2.0` }] },
        ["C189 issuers.0.issuer"],
      ] as const,
  ),
  [
    "a tenant's id is right, in tokens of version 1 and 2",
    {
      issuers: [
        { ...entry, issuer: "https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0" },
        { ...entry, issuer: "https://sts.windows.net/72f988bf-86f1-41af-91ab-2d7cd011db47/" },
      ],
    },
    [],
  ],
  [
    "prefixes that begin with one another are an error",
    {
      issuers: [
        { ...entry, id_prefix: "a" },
        { ...tenant, issuer: "https://b.test", id_prefix: "ab" },
      ],
    },
    ["C114 issuers.1.id_prefix"],
  ],
  [
    "equal prefixes are meant",
    {
      issuers: [
        { ...entry, id_prefix: "a:" },
        { ...tenant, issuer: "https://b.test", id_prefix: "a:" },
      ],
    },
    [],
  ],
  ["a * right behind a name is pointed out", { required_claims: { owner: "acme*" } }, ["C115 required_claims.owner"]],
  ["a * behind a separator is right", { required_claims: { owner: "acme/*" } }, []],
  ["audience_claim without an audience has no effect", { audience_claim: "azp" }, ["C116 audience_claim"], []],
  [
    "a check that an issuer turns off is pointed out",
    { custom_validate: "a.b", issuers: [{ ...entry, custom_validate: null }] },
    ["C117 issuers.0.custom_validate"],
  ],
];

const lines = CASES.map(([title, settings, expected, audiences = ["gateway"]]) => ({
  title,
  settings,
  expected,
  audiences,
}));

test.each(lines)("$title", ({ settings, expected, audiences }) => {
  const faults = proofFaults(jwtAuth.parse(settings), audiences, []);
  expect(faults.map(({ number, path }) => `${number} ${path.join(".")}`)).toEqual(expected);
});
