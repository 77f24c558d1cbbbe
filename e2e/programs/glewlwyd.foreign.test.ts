import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chromiumFlags, requireChromium } from "@/scripts/setup/chromium.mjs";
import { whyNoGlewlwyd } from "@/scripts/setup/glewlwyd.mjs";
import { type Glewlwyd, startGlewlwyd } from "@/testing/auth/glewlwyd";
import { createGlewlwydRealm, type GlewlwydRealm, passwordOf } from "@/testing/auth/glewlwyd-realm";
import { findFreePort } from "@/testing/database/free-port";
import type { GatewayProcess } from "@/testing/gateway/gateway-process";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";

const missing = whyNoGlewlwyd();
if (missing !== undefined) console.warn(missing);

let glewlwyd: Glewlwyd;
let realm: GlewlwydRealm;
let gateway: GatewayProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;

/** The gateway's answer to a GET with a bearer: the status, and the error's code if there is one. */
async function ask(bearer: string): Promise<[number, string | undefined]> {
  const answer = await fetch(`${gateway.url}/v1/models`, { headers: { authorization: `Bearer ${bearer}` } });
  const body = (await answer.json()) as { error?: { code?: string } };
  return [answer.status, body.error?.code];
}

/** The status of a read with the session's cookie. */
const reading = async (): Promise<number> => (await page.request.get(`${gateway.url}/team/list`)).status();
const overview = (): Promise<void> => page.getByRole("heading", { name: "Overview" }).waitFor();

async function signIn(username: string): Promise<void> {
  await page.goto(`${gateway.url}/console`);
  await page.getByRole("button", { name: "Continue with OpenID Connect" }).click();
  await page.locator("#username").fill(username);
  await page.locator("#password").fill(passwordOf(username));
  await page.locator("#password").press("Enter");
  const proceed = page.getByRole("button", { name: "Continue" });
  await proceed.waitFor();
  // Each person sees the page of consent once.
  const consent = page.getByRole("button", { name: "Grant access" });
  if (await consent.isVisible()) {
    for (const box of await page.locator("input[id^=grant-]").all()) await box.check();
    await consent.click();
    await consent.waitFor({ state: "hidden" });
  }
  await proceed.click();
}

describe.skipIf(missing !== undefined)("a real Glewlwyd", () => {
  beforeAll(async () => {
    const port = await findFreePort();
    glewlwyd = await startGlewlwyd();
    realm = await createGlewlwydRealm(glewlwyd, `http://127.0.0.1:${port}`);
    gateway = await startGatewayWithDatabase({
      port,
      config: {
        general_settings: {
          enable_jwt_auth: true,
          gateway_jwtauth: { admin_jwt_scope: "gateway_proxy_admin", user_id_jwt_field: "email", user_id_upsert: true },
        },
      },
      environment: {
        JWT_PUBLIC_KEY_URL: `${realm.issuer}/.well-known/openid-configuration`,
        OIDC_ISSUER: realm.issuer,
        OIDC_CLIENT_ID: realm.consoleClient.clientId,
        OIDC_CLIENT_SECRET: realm.consoleClient.clientSecret,
        GATEWAY_TRUSTED_PROXIES: "127.0.0.1",
      },
    });
    const made = await fetch(`${gateway.url}/team/new`, {
      method: "POST",
      headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
      body: JSON.stringify({ team_id: "team-app" }),
    });
    expect(made.status).toBe(200);
    browser = await chromium.launch({ executablePath: await requireChromium(), args: chromiumFlags });
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await gateway?.stop();
    await glewlwyd?.stop();
  });
  beforeEach(async () => {
    context = await browser.newContext();
    page = await context.newPage();
  });
  afterEach(() => context.close());

  test("an administrator consents and signs in, and signing out ends the session at Glewlwyd too", async () => {
    await signIn("ada");
    await overview();
    await page.waitForLoadState("networkidle");
    await page.getByRole("button", { name: "Account: ada@example.com" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    // Glewlwyd asks first, because a person may want to stay signed in there.
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByText("You are disconnected").waitFor();
    await page.goto(`${gateway.url}/console`);
    await page.getByRole("button", { name: "Continue with OpenID Connect" }).click();
    await page.locator("#password").waitFor();
  });

  test("an ordinary user is not granted the admin scope, and sees their own page", async () => {
    await signIn("sam");
    await page.getByRole("heading", { name: "Your access" }).waitFor();
    expect(await reading()).toBe(403);
  });

  test("a session outlives its access token by a refresh, and ends when the person is removed from Glewlwyd", async () => {
    await signIn("eve");
    await overview();
    const session = async (): Promise<Record<string, unknown>> => {
      const answer = await fetch(`${gateway.url}/session/list?search=eve`, {
        headers: { authorization: `Bearer ${gateway.masterKey}` },
      });
      const { data } = (await answer.json()) as { data: Record<string, unknown>[] };
      return data[0] ?? {};
    };
    const begun = await session();
    await expect
      .poll(async () => [await reading(), (await session())["refreshed_at"] !== begun["refreshed_at"]])
      .toEqual([200, true]);
    await realm.removePerson("eve");
    await expect.poll(reading).toBe(401);
    expect(await session()).toMatchObject({ status: "ended", end_reason: "provider_refused" });
  });

  test.each(["RS256", "ES256", "PS256", "EdDSA"] as const)(
    "after a rotation to a %s key the next token and the next login pass, and old tokens until their key is withdrawn",
    async (algorithm) => {
      await realm.rotateKeys(algorithm, { keepOld: true });
      await expect.poll(async () => ask(await realm.projectToken())).toEqual([200, undefined]);
      await signIn("ada");
      await overview();
      const old = await realm.projectToken();
      expect(await ask(old)).toEqual([200, undefined]);
      // The next unknown key makes the gateway fetch the key set, which the old keys are not part of any more.
      await realm.rotateKeys(algorithm, { keepOld: false });
      await expect.poll(async () => ask(await realm.projectToken())).toEqual([200, undefined]);
      expect(await ask(old)).toEqual([401, "unknown_key"]);
    },
  );
});
