import { afterAll, beforeAll, describe } from "vitest";
import { whyNoKeycloak } from "@/scripts/setup/keycloak.mjs";
import { type Keycloak, startKeycloak } from "@/testing/auth/keycloak";
import { testApplications } from "./applications.cases";
import { testLogins } from "./logins.cases";
import { testTokens } from "./tokens.cases";

const missing = whyNoKeycloak();
if (missing !== undefined) console.warn(missing);

let keycloak: Keycloak;
describe.skipIf(missing !== undefined)("a real Keycloak", () => {
  beforeAll(async () => {
    keycloak = await startKeycloak();
  }, 900_000);
  afterAll(() => keycloak?.stop());

  describe("set up as docs/providers/keycloak.md says", () => testLogins(() => keycloak));
  describe("with its own defaults", () => testTokens(() => keycloak));
  describe("with applications that it does not register", () => testApplications(() => keycloak));
});
