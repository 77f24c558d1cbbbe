import type { ServerResponse } from "node:http";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalProvider, startProvider } from "@/local/provider/provider";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { composeTestServices } from "@/testing/gateway/test-services";
import { signInAtProvider } from "@/testing/auth/sign-in-at-provider";

const PARTNER = `Basic ${Buffer.from("partner:secret").toString("base64")}`;

let database: TestDatabase;
let provider: LocalProvider;
let node: Awaited<ReturnType<typeof composeTestServices>>;
/** By how much the node's clock is ahead, in milliseconds. */
let aheadMs = 0;
/** How often the quick login's sessions were refreshed. */
let refreshes = 0;
/** Answers that the token endpoint owes to the slow login. */
const owed = new Set<ServerResponse>();

beforeAll(async () => {
  [database, provider] = await Promise.all([
    startTestDatabase(),
    startProvider({ consoleRedirectUris: ["http://127.0.0.1:9/api/auth/callback/oidc"] }),
  ]);
  provider.intercept = (request, response) => {
    if (request.url !== "/token") return false;
    if (request.headers.authorization !== PARTNER) {
      refreshes++;
      return false;
    }
    owed.add(response);
    response.once("close", () => owed.delete(response));
    return true;
  };
  const { issuer, jwksUrl, audience, consoleClient } = provider;
  const gateway_jwtauth = { issuers: [{ issuer, jwks_url: jwksUrl, audience }] };
  const console_login = [{ name: "partner", issuer, client_id: "partner", client_secret: "secret" }];
  node = await composeTestServices(
    {
      databaseUrl: database.url,
      config: { general_settings: { enable_jwt_auth: true, gateway_jwtauth, console_login } },
      variables: {
        JWT_PUBLIC_KEY_URL: jwksUrl,
        JWT_AUDIENCE: audience,
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: consoleClient.clientId,
        OIDC_CLIENT_SECRET: consoleClient.clientSecret,
      },
    },
    { now: () => Date.now() + aheadMs },
  );
});
afterAll(async () => {
  await node.close();
  await Promise.all([provider.stop(), database.stop()]);
});

/** Signs the administrator in through a login; the secret of the session. */
async function begin(login: "oidc" | "partner"): Promise<string> {
  const { accessToken, scope, idToken, refreshToken, expiresIn } = await signInAtProvider(provider, "admin");
  const tokens = { accessToken, grantedScope: scope, idToken: decodeJwt(idToken) };
  const address = "203.0.113.9";
  const begun = await node.sessions.begin({ kind: "oidc", address, login, tokens, refreshToken, idToken, expiresIn });
  if (begun.kind !== "begun") throw new Error(`no session: ${JSON.stringify(begun)}`);
  return begun.secret;
}

test("a slow provider delays no session of another one, and its own go on while their tokens are valid", async () => {
  const slow = [];
  for (let number = 0; number < 6; number++) slow.push(await begin("partner"));
  const quick = await begin("oidc");
  refreshes = 0;
  aheadMs = 6 * 60_000;
  const waiting = slow.map((secret) => node.sessions.open(secret));
  await expect.poll(() => owed.size).toBeGreaterThan(0);
  expect(await node.sessions.open(quick)).toBeDefined();
  expect([refreshes, owed.size > 0]).toEqual([1, true]);
  const served = await Promise.all(waiting);
  expect(owed.size, "nobody waits for the answers").toBeGreaterThan(0);
  expect(served.every((session) => session !== undefined)).toBe(true);
  for (const response of owed) response.end("{}");
});
