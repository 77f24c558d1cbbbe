import type { Page } from "@playwright/test";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { violationsIn } from "../support/axe";
import { expect, signInWithMasterKey, test } from "../support/fixtures";
import { inParts } from "../support/in-parts";

const PAGES = [
  "",
  "/teams",
  "/users",
  "/organizations",
  "/end-users",
  "/keys",
  "/access",
  "/explain",
  "/playground",
  "/providers",
  "/login",
  "/alerts",
  "/alerts?tab=rules",
  "/alerts?tab=channels",
  "/alerts?tab=silences",
  "/models",
  "/credentials",
  "/prices",
  "/spend",
  "/requests",
  "/refusals",
  "/sessions",
  "/audit",
  "/settings",
  "/reference?operation=team.new",
  "/budgets",
  "/dashboards",
  "/tools",
  "/connections",
  "/team?id=looked-at",
  "/organization?id=looked-at",
  "/end-user?id=looked-at",
  "/server?id=looked",
  "/key?id=KEY",
  "/deployment?id=ENTRY",
  "/user?id=somebody-with-a-rather-long-id@department.example.org",
  "/docs",
  "/model?id=gpt-4o",
  "/issuer?id=unknown",
  "/access?tab=matrix",
  "/access?tab=revisions",
  "/nowhere",
];

/** Expects what is on the screen to break none of axe's rules, recommendations included, in both themes. */
async function expectAccessible(page: Page, place: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const)
    expect(await violationsIn(colorScheme, page), `${place}, ${colorScheme}`).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}

test.describe("every page is accessible in light and dark mode, on a phone too, and none scrolls sideways on a phone", () => {
  /** What a path names by a word, and its id. */
  const ids = new Map<string, string>();
  test.beforeAll(async ({ stack: { gateway, post } }) => {
    const { masterKey } = gateway;
    const made = [
      await post("/organization/new", masterKey, { organization_id: "looked-at", max_budget: 100 }),
      await post("/customer/new", masterKey, { user_id: "looked-at", alias: "A customer" }),
      await post("/mcp/server", masterKey, {
        server_id: "looked",
        url: "http://127.0.0.1:9/mcp",
        transport: "http",
      }),
    ];
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
    ids.set("KEY", String((await post("/key/generate", masterKey, { key_alias: "looked at" })).body.token_id));
    const listed = await fetch(`${gateway.url}/model/info`, { headers: { authorization: `Bearer ${masterKey}` } });
    const { data } = (await listed.json()) as { data: { id: string }[] };
    ids.set("ENTRY", String(data[0]?.id));
    await post("/team/new", masterKey, {
      team_id: "looked-at",
      team_alias: "A team with a rather long name that has to wrap somewhere",
      max_budget: 10,
      members_with_roles: [{ user_id: "somebody-with-a-rather-long-id@department.example.org", role: "admin" }],
    });
  });

  for (const paths of inParts(PAGES, 7))
    test(`from /console${paths[0]} to /console${paths.at(-1)}`, async ({ signedIn: page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme: "light" });
      for (const named of paths) {
        const path = named.replace(/(?<==)[A-Z]+$/, (word) => ids.get(word) ?? word);
        await page.goto(`/console${path}`, { waitUntil: "networkidle" });
        await expectAccessible(page, `/console${path}`);
        const wide = page.viewportSize();
        await page.setViewportSize({ width: 390, height: 844 });
        // Charts take the new width a moment later.
        const overflow = () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        await expect.poll(overflow, { message: `/console${path}` }).toBeLessThanOrEqual(0);
        await expectAccessible(page, `/console${path} on a phone`);
        if (wide) await page.setViewportSize(wide);
      }
    });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("on a phone the navigation is a drawer", async ({ signedIn: page }) => {
    await page.goto("/console");
    await page.getByRole("button", { name: "Open navigation" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Spend" }).click();
    await expect(page.getByRole("heading", { name: "Spend", exact: true })).toBeVisible();
    await expect(page.getByRole("dialog")).toBeHidden();
  });
});

test("every large form, and every dialog that cannot be undone, is accessible in light and dark mode", async ({
  signedIn: page,
  stack,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await stack.post("/team/new", stack.gateway.masterKey, {
    team_id: "accessible",
    blocked: true,
    members_with_roles: [{ user_id: "accessible-member" }],
  });
  await page.goto("/console/keys");
  await page.getByRole("button", { name: "Generate key" }).first().click();
  await page.getByRole("button", { name: "Limit a model" }).click();
  await page
    .getByRole("group", { name: /^Limits of/ })
    .getByLabel("Requests a minute")
    .fill("many");
  await page.getByLabel("Routes", { exact: true }).fill("/nothing");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/matches no route/)).toBeVisible();
  await expectAccessible(page, "the form of a key");
  await page.goto("/console/end-users");
  await page.getByRole("button", { name: "New end user" }).first().click();
  await expect(page.getByLabel("End user id")).toBeFocused();
  await expectAccessible(page, "the form of an end user");
  await page.goto("/console/teams");
  await page.getByLabel("Search teams").fill("accessible");
  // The previous rows are dimmed until those of the search are there.
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "accessible", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByLabel("Type accessible to confirm")).toBeVisible();
  await expectAccessible(page, "the deletion of a team");
});

test("dark mode is chosen, applied and remembered", async ({ signedIn: page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto("/console");
  const light = await background();
  await page.getByRole("button", { name: "Colour theme" }).click();
  await page.getByRole("menuitem", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  expect(await background()).not.toBe(light);
  await page.reload();
  await expect(page.locator("html")).toHaveClass(/dark/);
});

test("a team can be blocked with the keyboard alone", async ({ signedIn: page, stack }) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "by-keyboard" });
  await page.goto("/console/teams");
  await page.getByLabel("Search teams").fill("by-keyboard");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Actions for by-keyboard" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Open its page" })).toBeFocused();
  // The menu moves the focus after the key: one that is pressed before that starts from the old place.
  for (const item of ["Edit", "Block"]) {
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: item })).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.getByRole("button", { name: "Block team" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row", { name: /by-keyboard/ })).toContainText("Blocked");
  await expect(page.getByRole("button", { name: "Actions for by-keyboard" })).toBeFocused();
});

test("a fresh gateway says what to do next, and ticks off what is done", async ({ page }) => {
  const gateway = await startGatewayWithDatabase();
  try {
    await signInWithMasterKey(page, { gateway });
    await expect(page.getByText("0 of 5 done")).toBeVisible();
    await page.getByRole("button", { name: "Connect your identity provider" }).click();
    await expect(page.getByText("JWT_PUBLIC_KEY_URL:")).toBeVisible();
    await page.goto(`${gateway.url}/console/teams`);
    await page.getByRole("button", { name: "New team" }).first().click();
    await page.getByLabel("Team id").fill("first");
    await page.getByRole("button", { name: "Create team" }).click();
    await page.getByRole("link", { name: "Overview" }).click();
    await expect(page.getByText("1 of 5 done")).toBeVisible();
  } finally {
    await page.close(); // an open page would ask the stopped gateway
    await gateway.stop();
  }
});
