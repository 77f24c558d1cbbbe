import { readdirSync } from "node:fs";
import { join } from "node:path";
import { getGlobalDispatcher } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KNOWN_ROUTES } from "@/lib/api/known-routes";
import { ISSUER, type DecisionCase } from "@/lib/auth/cases/case";
import { createTokenVerifier } from "@/lib/auth/token/verify";
import { formatFinding } from "@/lib/config/finding";
import { readEnvironment } from "@/lib/config/io/environment";
import { jwtAuth } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import { parseConfig } from "@/lib/settings/parse";
import { createSigningKey, signClaims, type SigningKey } from "@/local/provider/signing-keys";
import { NOW, runCase } from "@/testing/auth/decision-case";
import { publishing, startKeyServer, type KeyServer } from "@/testing/auth/key-server";
import { testSettings } from "@/testing/gateway/test-settings";
import { CASES_BY_PAGE, PROVIDER_CASES } from "./provider-cases";
import { readProviderPage } from "./provider-page";

let key: SigningKey;
let server: KeyServer;

beforeAll(async () => {
  key = await createSigningKey("ES256");
  server = await startKeyServer(publishing(key));
});
afterAll(() => server.stop());

/** The code with which the token of a case is refused before any rule is asked; undefined if it is proven. */
async function refusalOfToken({ token, settings }: DecisionCase): Promise<string | undefined> {
  if (typeof token !== "object" || !("claims" in token)) throw new Error("A provider's case has claims.");
  const here = JSON.parse(JSON.stringify(settings).replaceAll(`${ISSUER}/jwks`, server.url));
  const inForce = testSettings({ jwtAuth: jwtAuth.parse(here) });
  const verifier = createTokenVerifier(
    () => inForce,
    () => NOW,
    getGlobalDispatcher,
  );
  const times = { iat: NOW / 1_000, exp: NOW / 1_000 + 3_600 };
  try {
    await verifier.verify(await signClaims(key, { ...token.claims, ...times }, { typ: "JWT" }));
    return undefined;
  } catch (error) {
    if (error instanceof GatewayError) return error.code;
    throw error;
  } finally {
    verifier.close();
  }
}

test.each(PROVIDER_CASES.map((line) => ({ ...line })))("$name", async (line) => {
  const refusal = await refusalOfToken(line);
  const decision = refusal === undefined ? await runCase(line) : undefined;
  if ("deny" in line.expect) {
    expect(refusal ?? (decision?.allow ? decision.principal : decision?.code)).toBe(line.expect.deny);
    return;
  }
  if (!decision?.allow) throw new Error(`denied with ${refusal ?? `${decision?.code}: ${decision?.message}`}`);
  const { admin, teamId: team, userId: user, organizationId: organization, endUserId: endUser } = decision.principal;
  const { creates, ...principal } = line.expect.allow;
  expect({ admin, team, user, organization, endUser }).toEqual({ admin: false, ...principal });
  expect(decision.obligations).toEqual(creates ?? []);
});

test("at least 60 shapes of tokens are tried, each with its own name and the address of its documentation", () => {
  expect(PROVIDER_CASES.length).toBeGreaterThanOrEqual(60);
  expect(new Set(PROVIDER_CASES.map(({ name }) => name)).size).toBe(PROVIDER_CASES.length);
  const sources = Object.values(CASES_BY_PAGE).flatMap((cases) => cases.map(({ source }) => source));
  expect(sources.filter((source) => !/^https:\/\/[^\s]+\.[^\s]+\//.test(source))).toEqual([]);
});

test("every page of docs/providers has cases and stands in its index", () => {
  const names = readdirSync(join(import.meta.dirname, "../../../docs/providers")).map((file) => file.slice(0, -3));
  const index = readProviderPage("README").text;
  expect(names.filter((name) => name !== "README").sort()).toEqual(Object.keys(CASES_BY_PAGE).sort());
  expect(Object.keys(CASES_BY_PAGE).filter((name) => !index.includes(`](${name}.md)`))).toEqual([]);
});

describe.each(Object.entries(CASES_BY_PAGE))("the page on %s", (name, cases) => {
  const page = readProviderPage(name);

  test("shows only tokens and configurations that its cases try", () => {
    expect([...page.tokens.keys()].sort()).toEqual([...new Set(cases.map(({ token }) => token))].sort());
    expect([...page.configurations.keys()].sort()).toEqual([...new Set(cases.map((line) => line.with))].sort());
  });

  test("says how the console is logged in to and what to look at when it fails", () => {
    expect(page.text).toMatch(/^## The console$/m);
    expect(page.text).toMatch(/^## When it fails$/m);
    expect(page.text).toMatch(/\/api\/auth\/callback\/oidc|Use another provider for the console/);
  });

  test.each([...page.settings])("has the settings %s without errors", (_, source) => {
    const { findings } = parseConfig(source, "config.yaml", {
      environment: readEnvironment({
        CONSOLE_CLIENT_SECRET: "secret 1",
        INTROSPECTION_SECRET: "secret 2",
        MCP_CLIENT_SECRET: "secret 3",
      }),
      isKnownProvider: () => true,
      routes: KNOWN_ROUTES,
    });
    expect(findings.filter(({ severity }) => severity === "error").map(formatFinding)).toEqual([]);
  });
});
