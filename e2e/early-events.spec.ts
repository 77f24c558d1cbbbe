import type { Page, Route } from "@playwright/test";
import { expect, test } from "./fixtures";

/** Holds the page's scripts back, as a slow connection does, until `release` is called. */
async function holdScripts(page: Page): Promise<{ release(): Promise<void> }> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route("**/_next/static/**/*.js*", (route) => (isHeld ? void held.push(route) : route.continue()));
  return {
    async release() {
      isHeld = false;
      await Promise.all(held.splice(0).map((route) => route.continue()));
    },
  };
}

test("the form of the master key works before the page has any script, and keeps the key out of addresses", async ({
  page,
  stack,
}) => {
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  await holdScripts(page);
  await page.goto("/console/requests?status=error", { waitUntil: "commit" });
  const key = page.getByLabel("Master key", { exact: true });
  await key.fill("sk-wrong");
  await key.press("Enter");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("That is not the master key");
  await key.fill(` ${stack.gateway.masterKey}`);
  await key.press("Enter");
  await expect(page).toHaveURL(/\/console\/requests\?status=error$/);
  await expect(page.getByRole("navigation").getByRole("link", { name: "Teams" })).toBeVisible();
  expect(addresses.filter((address) => /sk-|key=/.test(address))).toEqual([]);
});

test("a form of another site cannot sign anybody in: it has no token of the browser's cookie", async ({
  page,
  stack,
}) => {
  const answer = await page.request.post("/api/auth/callback/master-key?callbackUrl=/console", {
    form: { key: stack.gateway.masterKey, csrfToken: "forged" },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(302);
  expect(answer.headers()["location"]).toContain("/console/sign-in?error=CookiesLost");
  await page.goto("/console");
  await expect(page.getByRole("heading", { name: "Sign in to the console" })).toBeVisible();
});

test("what is typed into the sign-in before its scripts run is sent afterwards", async ({ page, stack }) => {
  const scripts = await holdScripts(page);
  await page.goto("/console/sign-in", { waitUntil: "commit" });
  await page.getByLabel("Master key", { exact: true }).fill(stack.gateway.masterKey);
  await scripts.release();
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Sign in with the master key" }).click();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
});

test("what is pressed and typed before React has taken a page over happens then, in its order", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "hurried" });
  for (const [what, path, act, done] of [
    [
      "a search and a filter",
      "/console/teams",
      async () => {
        await page.getByLabel("Search teams").pressSequentially("hurr");
        await page.getByRole("button", { name: "Active", exact: true }).click();
      },
      async () => {
        await expect(page).toHaveURL(/search=hurr&status=active/);
        await expect(page.getByLabel("Search teams")).toHaveValue("hurr");
        await expect(page.getByRole("button", { name: "hurried", exact: true })).toBeVisible();
        await expect(page.getByRole("row")).toHaveCount(2);
      },
    ],
    [
      "a dialog",
      "/console/teams",
      () => page.getByRole("button", { name: "New team" }).click(),
      () => expect(page.getByRole("dialog", { name: "New team" })).toBeVisible(),
    ],
    [
      "the palette and what is typed into it",
      "/console/teams",
      async () => {
        await page.keyboard.press("Control+k");
        await page.keyboard.type("spend");
      },
      () => expect(page.getByRole("combobox", { name: "Search or jump to" })).toHaveValue("spend"),
    ],
    [
      "a menu by keyboard",
      "/console/settings",
      async () => {
        await page.getByRole("button", { name: "Colour theme" }).focus();
        await page.keyboard.press("Enter");
      },
      () => expect(page.getByRole("menu")).toBeVisible(),
    ],
    [
      "a menu by pointer",
      "/console/settings",
      () => page.getByRole("button", { name: "Colour theme" }).click(),
      () => expect(page.getByRole("menu")).toBeVisible(),
    ],
    [
      "the palette by pointer",
      "/console/access?tab=rules",
      () => page.getByRole("button", { name: /^Search or jump to/ }).click(),
      () => expect(page.getByRole("combobox", { name: "Search or jump to" })).toBeFocused(),
    ],
    [
      "a form",
      "/console/explain",
      async () => {
        await page.getByLabel("Token", { exact: true }).fill("not a token");
        await page.getByLabel("Model", { exact: true }).fill("gpt-4o");
        await page.getByLabel("Model", { exact: true }).press("Enter");
      },
      async () => {
        await expect(page.getByLabel("Model", { exact: true })).toHaveValue("gpt-4o");
        await expect(page.getByRole("region", { name: "Verdict" })).toContainText("Refused");
        expect(page.url()).toMatch(/\/console\/explain$/);
      },
    ],
    [
      "a choice of a list",
      "/console/requests",
      async () => {
        await page.getByLabel("Status", { exact: true }).selectOption({ label: "Success" });
      },
      () => expect(page).toHaveURL(/status=success/),
    ],
  ] as const)
    await test.step(`${what} of ${path}`, async () => {
      const scripts = await holdScripts(page);
      await page.goto(path, { waitUntil: "commit" });
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await act();
      await scripts.release();
      await done();
      await page.unrouteAll({ behavior: "wait" });
    });
});
