import { expect, test } from "vitest";
import { generalSettings, jwtAuth } from "@/lib/config/schema";
import { consoleFaults } from "./console-checks";

const ENVIRONMENT = {
  issuer: "https://id.example",
  clientId: "console",
  clientSecret: undefined,
  scopes: undefined,
};
const PARTNER = { name: "partner", issuer: "https://partner.example", client_id: "console" };
const TENANT = { name: "entra", issuer: "https://login.example/t1/v2.0", client_id: "console" };
const entry = (issuer: string) => ({ issuer, jwks_url: "https://keys.example/keys" });

interface Case {
  readonly general: object;
  readonly issuers?: readonly object[];
  /** Whether OIDC_ISSUER names a provider too. */
  readonly hasEnvironment?: boolean;
}

test.each<[what: string, found: string[], settings: Case]>([
  ["one provider instead of OIDC_ISSUER", [], { general: { console_login: [PARTNER] } }],
  [
    "a second provider without an entry in issuers",
    ["C121"],
    { general: { console_login: [PARTNER] }, hasEnvironment: true },
  ],
  [
    "a second provider with an entry, whatever slash ends it",
    [],
    { general: { console_login: [PARTNER] }, issuers: [entry("https://partner.example/")], hasEnvironment: true },
  ],
  [
    "a tenant of an issuer for several tenants",
    [],
    {
      general: { console_login: [TENANT] },
      issuers: [entry("https://login.example/{tid}/v2.0")],
      hasEnvironment: true,
    },
  ],
  [
    "a name twice",
    ["C120", "C121", "C121"],
    { general: { console_login: [PARTNER, { ...PARTNER, issuer: "https://other.example" }] } },
  ],
  ["the name of the environment's provider", ["C120"], { general: { console_login: [{ ...PARTNER, name: "oidc" }] } }],
  [
    "the same client of the same issuer twice",
    ["C123"],
    {
      general: { console_login: [{ ...PARTNER, issuer: "https://id.example/" }] },
      issuers: [entry("https://id.example")],
      hasEnvironment: true,
    },
  ],
  ["a provider while JWTs are off", ["C049"], { general: { enable_jwt_auth: false, console_login: [PARTNER] } }],
  ["an idle time beyond the length", ["C122"], { general: { session_max_hours: 1, session_idle_minutes: 60 } }],
  ["an idle time within the length", [], { general: { session_max_hours: 1, session_idle_minutes: 59 } }],
])("the check of the console's login finds about %s: %j", (_what, found, { general, issuers = [], hasEnvironment }) => {
  const faults = consoleFaults(
    generalSettings.parse({ enable_jwt_auth: true, ...general }),
    jwtAuth.parse({ issuers }),
    { oidc: hasEnvironment ? ENVIRONMENT : undefined },
  );
  expect(faults.map(({ number }) => number).sort()).toEqual(found);
});
