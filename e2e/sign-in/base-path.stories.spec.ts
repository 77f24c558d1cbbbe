import { type BelowPrefix, PREFIX, startBelowPrefix } from "../support/below-prefix";
import { expect, logOutAtProvider, signInThroughProvider, test } from "../support/fixtures";

// Not a fixture: Playwright would need another worker for it, which would start the gateway of all other tests again.
let proxied: BelowPrefix;
test.beforeAll(async () => {
  proxied = await startBelowPrefix();
});
test.afterAll(() => proxied.stop());

for (const isStripped of [false, true]) {
  const way = isStripped ? "takes the prefix away" : "passes the prefix on";

  test(`the whole console works below a prefix, behind a proxy that ${way}`, async ({ page, watch }) => {
    test.slow();
    const { url, outside } = proxied.proxy(isStripped);
    const account = page.getByRole("button", { name: /^Account: / });
    const signInHeading = page.getByRole("heading", { name: "Sign in to the console" });

    await page.goto(`${url}/console/requests?status=error`);
    await page.getByLabel("Master key", { exact: true }).fill(proxied.masterKey);
    await page.getByRole("button", { name: "Sign in with the master key" }).click();
    await expect(page).toHaveURL(`${url}/console/requests?status=error`);
    const cookies = (await page.context().cookies(url)).filter(({ name }) => name.includes("next-auth"));
    expect(cookies.map(({ path }) => path)).toEqual(cookies.map(() => PREFIX));
    expect(cookies.length).toBeGreaterThan(0);

    const links = page.getByRole("navigation", { name: "Console" }).getByRole("link");
    for (const link of await links.all()) {
      // The documentation has a frame of its own.
      if ((await link.getAttribute("href"))?.endsWith("/docs")) continue;
      await link.click();
      await expect(link).toHaveAttribute("aria-current", "page");
      await expect(page).toHaveURL((address) => address.href.startsWith(`${url}/console`));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    }
    await page.waitForLoadState("networkidle");
    await page.reload();
    await expect(page.getByRole("heading", { name: "API reference", exact: true })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Settings", exact: true })).toBeVisible();

    await page.goto(`${url}/console/docs`);
    await page.getByRole("main").getByRole("link", { name: "The first call" }).click();
    await expect(page).toHaveURL(`${url}/console/docs/start/first-call`);
    await expect(page.getByRole("heading", { name: "The first call", level: 1 })).toBeVisible();

    watch.expectFailure("/nothing-here");
    await page.goto(`${url}/nothing-here`);
    await page.getByRole("link", { name: "Open the console" }).click();
    await expect(page).toHaveURL(`${url}/console`);
    await page.waitForLoadState("networkidle");
    await account.click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(signInHeading).toBeVisible();
    await expect(page).toHaveURL((address) => address.href.startsWith(`${url}/console/sign-in`));

    await signInThroughProvider(page, proxied.administrator, url);
    await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await account.click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await logOutAtProvider(page);
    await expect(signInHeading).toBeVisible();

    await page.goto(url);
    await expect(signInHeading).toBeVisible();
    const description = await page.request.get(`${url}/openapi.json`);
    expect((await description.json()).servers).toMatchObject([{ url: PREFIX }]);
    expect(outside).toEqual([]);
  });
}
