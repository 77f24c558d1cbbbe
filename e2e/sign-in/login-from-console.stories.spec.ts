import type { Page } from "@playwright/test";
import { type LocalProvider, startProvider } from "@/local/provider/provider";
import { findFreePort } from "@/testing/database/free-port";
import type { GatewayProcess } from "@/testing/gateway/gateway-process";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { violationsIn } from "../support/axe";
import { expect, signInWithMasterKey, test } from "../support/fixtures";
import { picture } from "../support/picture";

// A gateway of its own: that of all other tests has its login in the environment.
let gateway: GatewayProcess & { stop(): Promise<unknown> };
let provider: LocalProvider;
test.beforeAll(async () => {
  const port = await findFreePort();
  provider = await startProvider({ consoleRedirectUris: [`http://127.0.0.1:${port}/api/auth/callback/oidc`] });
  gateway = await startGatewayWithDatabase({ port, config: { model_list: [] } });
});
test.afterAll(async () => {
  await gateway?.stop();
  await provider?.stop();
});

const step = (page: Page, number: number) =>
  page
    .getByRole("list", { name: "Set up the login" })
    .locator("> li")
    .nth(number - 1);

/** Fills in the client and begins the test; returns the window of the provider. */
async function testLogin(page: Page, secret = provider.consoleClient.clientSecret): Promise<Page> {
  await page.getByLabel("Client id").fill(provider.consoleClient.clientId);
  await page.getByLabel("Client secret").fill(secret);
  const [opened] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: "Test the login" }).click(),
  ]);
  return opened;
}

async function logIn(opened: Page, name: string): Promise<void> {
  await opened.getByLabel("User name").fill(name);
  await opened.getByLabel("Password").fill(name);
  await opened.getByRole("button", { name: "Log in" }).click();
}

test("a company's login is in force after seven clicks, without a restart, and its administrator comes in", async ({
  page,
  browser,
}, testInfo) => {
  test.slow();
  await page.context().clearCookies();
  await signInWithMasterKey(page, { gateway });
  let clicks = 0;
  const click = async (name: string | RegExp, role: "button" | "link" = "button", exact = false): Promise<void> => {
    clicks++;
    await page.getByRole(role, { name, exact }).first().click();
  };
  await click("Sign-in providers", "link");
  await click("Set up the login", "link");
  await expect(page.getByRole("heading", { name: "Login to the console", level: 1 })).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await violationsIn(theme, page)).toEqual([]);
  await picture(page, testInfo, "issuer");
  await page.getByLabel("Issuer").fill(provider.discoveryUrl);
  await click("Read the provider");
  await expect(step(page, 2).getByText(`${gateway.url}/api/auth/callback/oidc`)).toBeVisible();
  await click("Copy", "button", true);
  clicks++;
  const opened = await testLogin(page);
  await expect(step(page, 3).getByRole("status")).toContainText("In the window that has opened, log in");
  for (const theme of ["light", "dark"] as const) expect(await violationsIn(theme, page)).toEqual([]);
  await picture(page, testInfo, "waiting");
  clicks++;
  await logIn(opened, "admin");
  await expect(step(page, 3).getByText("The login works: Ada Admin")).toBeVisible();
  await expect(page.getByLabel("Administrators have this claim")).toHaveValue(/^(?:realm_access\.)?roles$/);
  await page.getByText(/^All \d+ claims of the tested account/).click();
  await expect(page.getByLabel("Claims", { exact: true })).toContainText("ada@example.com");
  for (const theme of ["light", "dark"] as const) expect(await violationsIn(theme, page)).toEqual([]);
  await picture(page, testInfo, "claims");
  await click("Put in force");
  await expect(page.getByText("In force", { exact: true })).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(8);
  for (const theme of ["light", "dark"] as const) expect(await violationsIn(theme, page)).toEqual([]);
  await picture(page, testInfo, "in-force");

  const other = await browser.newContext({ baseURL: gateway.url });
  const theirs = await other.newPage();
  for (const [name, isAdministrator] of [
    ["admin", true],
    ["sam", false],
  ] as const) {
    await other.clearCookies();
    await theirs.goto("/console");
    await theirs.getByRole("button", { name: "Continue with 127.0.0.1" }).click();
    await logIn(theirs, name);
    await expect(theirs.getByRole("heading", { name: "Overview" })).toBeVisible({ visible: isAdministrator });
    if (!isAdministrator) await expect(theirs.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await other.close();

  await page.getByRole("button", { name: "Remove" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("This cannot be undone.");
  await dialog.getByRole("button", { name: "Delete login" }).click();
  await expect(page.getByLabel("Issuer")).toBeVisible();
});

test("a wrong issuer, a wrong secret, a closed window and a claim that locks out are each told in a sentence", async ({
  page,
  watch,
}) => {
  test.slow();
  for (const part of ["/login/discover", "/login"]) watch.expectFailure(part);
  await page.context().clearCookies();
  await signInWithMasterKey(page, { gateway });
  await page.goto(`${gateway.url}/console/login`);
  const issuer = page.getByLabel("Issuer");
  for (const [typed, says] of [
    ["http://127.0.0.1:9", /cannot reach http:\/\/127\.0\.0\.1:9/],
    [`${provider.issuer}/nothing`, /answered 404 instead of a discovery document/],
  ] as const) {
    await issuer.fill(typed);
    await page.getByRole("button", { name: "Read the provider" }).click();
    await expect(page.getByText(says)).toBeVisible();
  }
  await issuer.fill(provider.issuer);
  await issuer.press("Enter");
  await logIn(await testLogin(page, "wrong"), "admin");
  await expect(page.getByRole("alert").filter({ hasText: "nothing has changed" })).toContainText(
    "The provider does not accept the client id and secret",
  );

  const closed = await testLogin(page);
  await closed.close();
  await expect(step(page, 3).getByText(/If the window has closed.*nothing has changed/)).toBeVisible();

  const opened = await testLogin(page);
  // The provider remembers who has logged in.
  await expect(step(page, 3).getByText("The login works: Ada Admin")).toBeVisible();
  expect(opened.isClosed() || opened.url()).toBeTruthy();
  await page.getByLabel("Administrators have this claim").selectOption({ label: "Another claim…" });
  await page.getByLabel("Name of the claim").fill("department");
  await page.getByLabel("With one of these values").fill("it");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Put in force" }).click();
  await expect(page.getByText("The account that you tested with would not be an administrator.")).toBeVisible();
  await expect(page.getByText("Type “lock me out” to do it anyway")).toBeVisible();
});
