import { expect, test } from "vitest";
import { Secret } from "@/lib/config/secret";
import { operatingFacts } from "./operating-facts";

const GENERAL = {
  hourly_retention_days: 90,
  decision_retention_days: 14,
  console_login: [
    {
      name: "partner",
      issuer: "https://partner.example",
      client_id: "gateway",
      client_secret: new Secret("partner-secret"),
    },
  ],
  console_master_key_login: false,
  enable_jwt_auth: true,
  session_max_hours: 8,
};
const ENVIRONMENT = {
  oidc: { issuer: "https://id.example", clientId: "console", clientSecret: "oidc-secret", scopes: undefined },
};

test("what is kept and who may sign in is told without a secret", () => {
  const facts = operatingFacts(GENERAL, ENVIRONMENT);
  expect(facts).toEqual({
    retention: { call_days: null, hourly_days: 90, daily_days: null, decision_days: 14 },
    login: {
      master_key: false,
      providers: [
        { name: "oidc", label: "OpenID Connect", issuer: "https://id.example" },
        { name: "partner", label: "partner", issuer: "https://partner.example" },
      ],
      session_max_hours: 8,
      session_idle_minutes: null,
    },
  });
  expect(JSON.stringify(facts)).not.toContain("secret");
});

test("nobody signs in through a provider while tokens are not accepted", () => {
  expect(operatingFacts({ ...GENERAL, enable_jwt_auth: false }, ENVIRONMENT).login.providers).toEqual([]);
});
