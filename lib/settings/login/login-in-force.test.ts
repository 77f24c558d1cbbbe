import { expect, test } from "vitest";
import type { StoredLogin } from "@/lib/config/login/login-settings";
import { loginInForce, type LoginsGiven } from "./login-in-force";

const ISSUER = "https://id.example/realms/main";
const stored: StoredLogin = {
  issuer: ISSUER,
  clientId: "console",
  clientSecret: undefined,
  label: "Example",
  scopes: ["openid"],
  administrators: { claim: "groups", values: ["admins"] },
};
const oidc = { issuer: "https://other.example" };
const partner = { name: "partner", issuer: "https://partner.example" };
const same = { name: "company", issuer: `${ISSUER}/` };

test.each<[title: string, given: Partial<LoginsGiven>, source: string, isInForce: boolean, because?: RegExp]>([
  ["nothing says anything", {}, "none", false],
  ["the environment alone", { oidc }, "environment", false],
  ["the file alone", { further: [partner] }, "file", false],
  ["the environment and the file", { oidc, further: [partner] }, "environment", false],
  ["the database alone", { stored }, "database", true],
  ["the database beside another provider of the file", { stored, further: [partner] }, "database", true],
  ["the environment wins over the database", { oidc, stored }, "environment", false, /OIDC_ISSUER is set/],
  [
    "the environment wins with the same issuer too",
    { oidc: { issuer: ISSUER }, stored },
    "environment",
    false,
    /OIDC_ISSUER is set/,
  ],
  ["the file wins where it has the issuer", { stored, further: [partner, same] }, "file", false, /name "company"/],
  ["a row that cannot be opened", { stored: "its key is damaged" }, "none", false, /cannot use it: its key is damaged/],
  ["such a row beside the file", { stored: "its key is damaged", further: [partner] }, "file", false, /damaged/],
  ["such a row behind the environment", { oidc, stored: "its key is damaged" }, "environment", false, /OIDC_ISSUER/],
])("%s", (_title, given, source, isInForce, because) => {
  const decided = loginInForce({ oidc: undefined, further: [], stored: undefined, ...given });
  expect(decided.source).toBe(source);
  expect(decided.stored).toBe(isInForce ? stored : undefined);
  if (because) expect(decided.because).toMatch(because);
  else expect(decided.because).toBeUndefined();
});
