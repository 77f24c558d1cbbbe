import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chromiumFlags, requireChromium } from "@/scripts/setup/chromium.mjs";
import type { Keycloak } from "@/testing/auth/keycloak";
import { createRealm, type KeycloakRealm } from "@/testing/auth/keycloak-realm";
import { findFreePort } from "@/testing/database/free-port";
import type { GatewayProcess } from "@/testing/gateway/gateway-process";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";

let keycloak: Keycloak;
let realm: KeycloakRealm;
let gateway: GatewayProcess;
let browser: Browser;
let context: BrowserContext;
let page: Page;

/** The gateway's answer to a GET with a bearer: the status, and the error's code if there is one. */
async function ask(bearer: string, path = "/v1/models"): Promise<[number, string | undefined]> {
  const answer = await fetch(gateway.url + path, { headers: { authorization: `Bearer ${bearer}` } });
  const body = (await answer.json()) as { error?: { code?: string } };
  return [answer.status, body.error?.code];
}

async function signIn(username: string): Promise<void> {
  await page.goto(`${gateway.url}/console`);
  await page.getByRole("button", { name: "Continue with OpenID Connect" }).click();
  await page.locator("#username").fill(username);
  await page.locator("#password").fill(username);
  await page.locator("#kc-login").click();
}

/** The latest session of a person, as administrators see it. */
async function sessionOf(username: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${gateway.url}/session/list?search=${username}`, {
    headers: { authorization: `Bearer ${gateway.masterKey}` },
  });
  const { data } = (await answer.json()) as { data: Record<string, unknown>[] };
  return data[0] ?? {};
}

/** The status of a read with the session's cookie. */
const reading = async (): Promise<number> => (await page.request.get(`${gateway.url}/team/list`)).status();

const overview = (): Promise<void> => page.getByRole("heading", { name: "Overview" }).waitFor();
const signInPage = (): Promise<void> => page.getByRole("heading", { name: "Sign in to the console" }).waitFor();

/** Signing in to the console. @param started the Keycloak that runs before the first test */
export function testLogins(started: () => Keycloak): void {
  beforeAll(async () => {
    const port = await findFreePort();
    keycloak = started();
    realm = await createRealm(keycloak, `http://127.0.0.1:${port}`);
    gateway = await startGatewayWithDatabase({
      port,
      config: {
        general_settings: {
          enable_jwt_auth: true,
          gateway_jwtauth: {
            admin_jwt_scope: "gateway_proxy_admin",
            admin_jwt_role: "gateway-admin",
            roles_jwt_field: "realm_access.roles",
            enforce_rbac: true,
            role_mappings: [{ role: "gateway-viewer", internal_role: "proxy_admin_viewer" }],
            user_id_jwt_field: "sub",
            user_id_upsert: true,
          },
        },
      },
      environment: {
        JWT_PUBLIC_KEY_URL: `${realm.issuer}/.well-known/openid-configuration`,
        JWT_AUDIENCE: "model-gateway",
        OIDC_ISSUER: realm.issuer,
        OIDC_CLIENT_ID: realm.consoleClient.clientId,
        OIDC_CLIENT_SECRET: realm.consoleClient.clientSecret,
        GATEWAY_TRUSTED_PROXIES: "127.0.0.1",
      },
    });
    browser = await chromium.launch({ executablePath: await requireChromium(), args: chromiumFlags });
  });
  afterAll(async () => {
    await browser?.close();
    await gateway?.stop();
    await realm?.remove();
  });
  beforeEach(async () => {
    context = await browser.newContext();
    page = await context.newPage();
  });
  afterEach(() => context.close());

  test("an administrator signs in, and signing out ends the session at Keycloak too", async () => {
    await signIn("ada");
    await overview();
    await page.waitForLoadState("networkidle");
    await page.getByRole("button", { name: "Account: ada@example.com" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await signInPage();
    // Nobody at this screen comes back in without a password.
    await page.getByRole("button", { name: "Continue with OpenID Connect" }).click();
    await page.locator("#password").waitFor();
  });

  test("a person without the role asks for the admin scope and does not get it, and sees their own page", async () => {
    await signIn("sam");
    await page.getByRole("heading", { name: "Your access" }).waitFor();
    expect(await reading()).toBe(403);
  });

  test("a viewer reads what administrators read, and changes nothing", async () => {
    await signIn("vera");
    await overview();
    expect(await reading()).toBe(200);
    const writing = await page.request.post(`${gateway.url}/team/new`, {
      headers: { "x-gateway-console": "1" },
      data: { team_id: "smuggled" },
    });
    expect(writing.status()).toBe(403);
  });

  test("a project's service account acts as the team of its client id, and stops when the team is blocked", async () => {
    const administer = async (path: string): Promise<number> => {
      const answer = await fetch(gateway.url + path, {
        method: "POST",
        headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
        body: JSON.stringify({ team_id: "team-app" }),
      });
      return answer.status;
    };
    expect(await administer("/team/new")).toBe(200);
    expect(await ask(await realm.projectToken())).toEqual([200, undefined]);
    expect(await administer("/team/block")).toBe(200);
    expect(await ask(await realm.projectToken())).toEqual([403, "team_blocked"]);
    expect(await administer("/team/unblock")).toBe(200);
  });

  test("a session goes on when its access token ends, because Keycloak vouches for it again", async () => {
    await signIn("vera");
    await overview();
    const begun = await sessionOf("vera");
    expect(begun).toMatchObject({ status: "active", can_refresh: true });
    await expect
      .poll(async () => [await reading(), (await sessionOf("vera"))["refreshed_at"] !== begun["refreshed_at"]])
      .toEqual([200, true]);
  });

  test("a person who is disabled in Keycloak is out when their access token ends", async () => {
    await signIn("vera");
    await overview();
    await realm.setEnabled("vera", false);
    try {
      await expect.poll(reading).toBe(401);
      expect(await sessionOf("vera")).toMatchObject({ status: "ended", end_reason: "provider_refused" });
      await page.reload();
      await signInPage();
    } finally {
      await realm.setEnabled("vera", true);
    }
  });

  test("a person whose sessions an administrator ends in Keycloak is signed out by its back-channel logout", async () => {
    await signIn("ada");
    await overview();
    // The page is left, so that nothing asks for a refresh, which Keycloak would refuse too.
    await page.goto("about:blank");
    await realm.logOut("ada");
    await expect.poll(async () => (await sessionOf("ada"))["end_reason"]).toBe("provider_logout");
    expect(await reading()).toBe(401);
  });

  test("a realm that binds the console's tokens by DPoP gets a sentence at the sign-in", async () => {
    await realm.changeConsoleClient({ "dpop.bound.access.tokens": "true" });
    try {
      await signIn("ada");
      const alert = page.getByRole("main").getByRole("alert");
      await alert.waitFor();
      expect(await alert.textContent()).toContain("wants to bind the console's tokens to a key (DPoP)");
    } finally {
      await realm.changeConsoleClient({ "dpop.bound.access.tokens": "false" });
    }
  });

  describe("a sign-in that fails says why, and what to change", () => {
    const told = async (): Promise<string | null> => {
      const alert = page.getByRole("main").getByRole("alert");
      await alert.waitFor();
      return await alert.textContent();
    };

    test("where the console's client lacks the admin scope", async () => {
      await realm.setConsoleScope("optional", "gateway_proxy_admin", false);
      try {
        await page.goto(`${gateway.url}/console`);
        await page.getByRole("button", { name: "Continue with OpenID Connect" }).click();
        expect(await told()).toMatch(/The provider refused the sign-in.*Invalid scopes.*gateway_proxy_admin/s);
      } finally {
        await realm.setConsoleScope("optional", "gateway_proxy_admin", true);
      }
    });

    test("where somebody says No on the page of consent", async () => {
      await realm.changeConsoleClient({}, { consentRequired: true });
      try {
        await signIn("sam");
        await page.locator("#kc-cancel").click();
        expect(await told()).toContain("The sign-in was refused or cancelled at the provider.");
      } finally {
        await realm.changeConsoleClient({}, { consentRequired: false });
      }
    });

    test("where the browser has lost its cookies in between", async () => {
      await page.goto(`${gateway.url}/console`);
      await page.getByRole("button", { name: "Continue with OpenID Connect" }).click();
      await page.locator("#username").fill("ada");
      await context.clearCookies({ name: /^(next-auth|gateway)/ });
      await page.locator("#password").fill("ada");
      await page.locator("#kc-login").click();
      expect(await told()).toContain("this browser did not keep its cookies");
    });

    test("where Keycloak does not answer when the code is exchanged", async () => {
      // Keycloak falls silent once it has sent the browser back.
      await page.route("**/login-actions/authenticate?*", async (route) => {
        const response = await route.fetch({ maxRedirects: 0 });
        keycloak.pause();
        await route.fulfill({ response });
      });
      try {
        await signIn("ada");
        expect(await told()).toContain("The provider could not be reached to complete the sign-in.");
      } finally {
        keycloak.resume();
      }
    });
  });

  test("a console's client without the gateway's audience is told why the person's roles do not count", async () => {
    await realm.setConsoleScope("default", "model-gateway", false);
    try {
      await signIn("ada");
      await page.getByRole("heading", { name: "Your access" }).waitFor();
      await page.getByText("You are not an administrator here").click();
      const card = page.locator("details", { hasText: "You are not an administrator here" });
      expect(await card.textContent()).toMatch(/Your claims were read from.*model-gateway/s);
    } finally {
      await realm.setConsoleScope("default", "model-gateway", true);
    }
  });

  test.each(["RS256", "ES256", "PS256", "EdDSA"] as const)(
    "after a rotation to a %s key the next token and the next login pass, and old tokens until their key is withdrawn",
    async (algorithm) => {
      const old = await realm.projectToken();
      await realm.rotateKeys(algorithm);
      const fresh = await realm.projectToken();
      await expect.poll(() => ask(fresh)).toEqual([200, undefined]);
      expect(await ask(old)).toEqual([200, undefined]);
      await signIn("ada");
      await overview();
      await realm.rotateKeys(algorithm);
      await realm.withdrawOldKeys();
      // A key that nobody can have seen before the withdrawal makes the gateway fetch the key set after it.
      await realm.rotateKeys(algorithm);
      const newest = await realm.projectToken();
      await expect.poll(() => ask(newest)).toEqual([200, undefined]);
      expect(await ask(fresh)).toEqual([401, "unknown_key"]);
    },
  );
}
