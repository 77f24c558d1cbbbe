import { expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import { withIssuerDefaults } from "./issuer-defaults";

const ENTRA = "https://login.microsoftonline.com/{tid}/v2.0";
const LOGIN = "https://login.microsoftonline.com/t1/v2.0";

test.each<[who: string, entry: object, allowAdmin: unknown]>([
  ["the issuer of the login", { issuer: LOGIN }, "console"],
  ["the issuer of the login with a slash", { issuer: `${LOGIN}/` }, "console"],
  ["the login's tenant of Entra ID", { issuer: ENTRA, required_claims: { tid: "t1" } }, "console"],
  [
    "an entry of several tenants, which would make administrators of the others too",
    { issuer: ENTRA, required_claims: { tid: ["t1", "t2"] } },
    false,
  ],
  ["an entry of another tenant", { issuer: ENTRA, required_claims: { tid: ["t2"] } }, false],
  ["an entry that lists no tenant", { issuer: ENTRA }, false],
  ["an entry that says so itself", { issuer: ENTRA, required_claims: { tid: "t1" }, allow_admin: false }, false],
])("beside other providers, %s makes administrators: %j → %j", (_who, entry, allowAdmin) => {
  const settings = jwtAuth.parse({ issuers: [entry] });
  const others = { publicKeyUrls: ["https://other.example/keys"], consoleIssuer: LOGIN };
  expect(withIssuerDefaults(settings, others).issuers[0]?.allow_admin).toBe(allowAdmin);
});
