import type { Browser } from "@playwright/test";
import type { Account } from "@/local/provider/provider-parties";
import { administrator } from "@/local/provider/provider-parties";
import { violationsOf, WCAG_2 } from "../support/axe";
import { expect, logOutAtProvider, signInThroughProvider, type Stack, test } from "../support/fixtures";

/** An administrator of their own, in a browser of their own. */
async function somebodySignedIn(browser: Browser, stack: Stack, username: string) {
  const account: Account = await stack.provider.addAccount({
    username,
    scopes: administrator.scopes,
    claims: { ...administrator.claims, email: `${username}@sessions.example`, uid: username },
  });
  const context = await browser.newContext({ baseURL: stack.gateway.url, reducedMotion: "reduce" });
  const page = await context.newPage();
  await signInThroughProvider(page, account);
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  return { account, page, close: () => context.close() };
}

test("the page of sessions lists who is signed in, and says why a session ended that the provider logged out", async ({
  signedIn: page,
  stack,
  browser,
}) => {
  const mona = await somebodySignedIn(browser, stack, "mona");
  await page.goto("/console/sessions");
  await expect(page.getByRole("row", { name: /this session.*Master key/ })).toBeVisible();
  const theirs = page.getByRole("row", { name: /mona@sessions.example/ });
  await expect(theirs).toContainText(stack.provider.issuer);
  await expect(theirs).toContainText("Active");
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 800 });

  const token = await stack.provider.issueToken(
    {
      aud: stack.provider.consoleClient.clientId,
      sub: mona.account.subject,
      jti: crypto.randomUUID(),
      events: { "http://schemas.openid.net/event/backchannel-logout": {} },
    },
    { expiresIn: 120, header: { typ: "logout+jwt" } },
  );
  const answer = await fetch(`${stack.gateway.url}/api/auth/backchannel-logout`, {
    method: "POST",
    body: new URLSearchParams({ logout_token: token }),
  });
  expect(answer.status).toBe(200);
  await page.getByRole("button", { name: "Ended", exact: true }).click();
  await page.getByLabel("Search sessions").fill("mona");
  await expect(theirs).toContainText("Logged out at the provider");
  await expect(theirs.getByRole("button")).toHaveCount(0);
  await expect(page).toHaveURL(/status=ended.*search=mona|search=mona.*status=ended/);
  await page.reload();
  await expect(theirs).toBeVisible();
  await page.getByRole("button", { name: "Active", exact: true }).click();
  await expect(page.getByText("No session matches this search")).toBeVisible();
  await mona.page.goto("/console");
  await expect(mona.page.getByRole("button", { name: "Continue with OpenID Connect" })).toBeVisible();
  await mona.close();
});

test("to end one's own session on the page of sessions is to sign out, also by keyboard", async ({
  stack,
  browser,
}) => {
  const otto = await somebodySignedIn(browser, stack, "otto");
  const { page } = otto;
  await page.goto("/console/sessions");
  const own = page.getByRole("row", { name: /this session/ });
  await own.getByRole("button", { name: "End the session of otto@sessions.example" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Sign out?" });
  await expect(dialog).toContainText("This is the session that you are using.");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(own.getByRole("button", { name: /^End the session/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Sign out" }).click();
  await logOutAtProvider(page);
  await page.goto("/console/sessions");
  await expect(page.getByRole("button", { name: "Continue with OpenID Connect" })).toBeVisible();
  await otto.close();
});
