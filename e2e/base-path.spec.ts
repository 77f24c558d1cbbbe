import { startProvider } from "@/local/provider/provider";
import { findFreePort } from "@/testing/database/free-port";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { type PrefixProxy, startPrefixProxy } from "@/testing/programs/prefix-proxy";
import { expect, logOutAtProvider, signInThroughProvider, test as base } from "./fixtures";

const PREFIX = "/llm/gateway";

interface Proxied {
  readonly masterKey: string;
  readonly administrator: { readonly username: string; readonly password: string };
  /** By whether they take the prefix away. */
  readonly proxies: ReadonlyMap<boolean, PrefixProxy>;
}

/** A gateway with a base path behind two proxies, one for both tests. */
const test = base.extend<object, { proxied: Proxied }>({
  proxied: [
    async ({}, use) => {
      const ports = [await findFreePort(), await findFreePort()];
      const provider = await startProvider({
        consoleRedirectUris: ports.map((port) => `http://127.0.0.1:${port}${PREFIX}/api/auth/callback/oidc`),
      });
      const gateway = await startGatewayWithDatabase({
        config: {
          general_settings: {
            enable_jwt_auth: true,
            gateway_jwtauth: { admin_jwt_scope: "gateway_proxy_admin" },
          },
        },
        environment: {
          GATEWAY_BASE_PATH: `${PREFIX}/`,
          JWT_PUBLIC_KEY_URL: provider.discoveryUrl,
          JWT_AUDIENCE: provider.audience,
          OIDC_ISSUER: provider.issuer,
          OIDC_CLIENT_ID: provider.consoleClient.clientId,
          OIDC_CLIENT_SECRET: provider.consoleClient.clientSecret,
          GATEWAY_TRUSTED_PROXIES: "127.0.0.1",
        },
      });
      const proxies = new Map<boolean, PrefixProxy>();
      for (const [at, isStripped] of [false, true].entries()) {
        const options = { prefix: PREFIX, isStripped, gatewayPort: Number(new URL(gateway.url).port) };
        proxies.set(isStripped, await startPrefixProxy({ ...options, port: ports[at] ?? 0 }));
      }
      await use({ masterKey: gateway.masterKey, administrator: provider.administrator, proxies });
      for (const proxy of proxies.values()) await proxy.stop();
      await gateway.stop();
      await provider.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

for (const isStripped of [false, true]) {
  const way = isStripped ? "takes the prefix away" : "passes the prefix on";

  test(`the whole console works below a prefix, behind a proxy that ${way}`, async ({ page, proxied, watch }) => {
    test.slow();
    const { url, outside } = proxied.proxies.get(isStripped) ?? { url: "", outside: [] };
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
