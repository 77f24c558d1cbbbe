import { type BelowPrefix, PREFIX, startBelowPrefix } from "./below-prefix";
import { expect, logOutAtProvider, signInThroughProvider, test } from "./fixtures";

// Not a fixture of the worker: a worker with other fixtures would start the gateway of all other tests once more.
let proxied: BelowPrefix;
test.beforeAll(async () => {
  proxied = await startBelowPrefix();
});
test.afterAll(() => proxied.stop());

for (const isStripped of [false, true]) {
  const way = isStripped ? "takes the prefix away" : "passes the prefix on";

  test(`log-ins, links, reloads and cookies stay below a prefix, behind a proxy that ${way}`, async ({ page }) => {
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

    await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Teams", exact: true }).click();
    await expect(page).toHaveURL(`${url}/console/teams`);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Teams", level: 1 })).toBeVisible();
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
    const description = await page.request.get(`${url}/openapi.json`);
    expect((await description.json()).servers).toMatchObject([{ url: PREFIX }]);
    expect(outside).toEqual([]);
  });
}
