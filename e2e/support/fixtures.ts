import { test as base, type BrowserContext, type Cookie, expect, type Page } from "@playwright/test";
import type { GatewayProcess } from "@/testing/gateway/gateway-process";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { findFreePort } from "@/testing/database/free-port";
import { type LocalProvider, startProvider } from "@/local/provider/provider";
import { type LocalUpstream, startUpstream } from "@/local/upstream/upstream";
import { ONE_LOOK, TEST_LIMIT_MS } from "@/testing/patience.mjs";

/** A gateway with its OpenID provider and its upstream, one for all specs of a worker. */
export interface Stack {
  readonly gateway: GatewayProcess;
  readonly provider: LocalProvider;
  readonly upstream: LocalUpstream;
  /** POST with a bearer; the status and the parsed body. */
  post(path: string, bearer: string, body: unknown): Promise<{ status: number; body: Record<string, unknown> }>;
  /** A chat completion; the status, and the error code if there is one. */
  chat(bearer: string, model?: string): Promise<{ status: number; code: string | undefined }>;
}

interface Watch {
  /** Failed responses whose address holds this string are part of the test. */
  expectFailure(part: string): void;
}

interface WorkerFixtures {
  stack: Stack;
  /** The cookies of somebody who signed in with the master key. */
  session: readonly Cookie[];
  /** The browser profile of all tests of a worker. */
  profile: BrowserContext;
}

export const test = base.extend<{ watch: Watch; signedIn: Page }, WorkerFixtures>({
  stack: [
    async ({}, use) => {
      const port = await findFreePort();
      const upstream = await startUpstream();
      const provider = await startProvider({
        consoleRedirectUris: [`http://127.0.0.1:${port}/api/auth/callback/oidc`],
        scopes: ["models:chat"],
      });
      const gateway = await startGatewayWithDatabase({
        port,
        config: config(upstream.apiBase),
        environment: environment(provider),
      });
      const post: Stack["post"] = async (path, bearer, body) => {
        const response = await fetch(gateway.url + path, {
          method: "POST",
          headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
          body: JSON.stringify(body),
        });
        return { status: response.status, body: (await response.json()) as Record<string, unknown> };
      };
      await use({
        gateway,
        provider,
        upstream,
        post,
        async chat(bearer, model = "gpt-4o") {
          const { status, body } = await post("/v1/chat/completions", bearer, {
            model,
            messages: [{ role: "user", content: "Hello" }],
          });
          return { status, code: (body.error as { code?: string } | undefined)?.code };
        },
      });
      await gateway.stop();
      await provider.stop();
      await upstream.stop();
    },
    { scope: "worker", timeout: TEST_LIMIT_MS },
  ],

  // One sign-in by the form, for all tests of a worker.
  session: [
    async ({ profile, stack }, use) => {
      const page = await profile.newPage();
      await signInWithMasterKey(page, stack);
      const cookies = await profile.cookies();
      // A page that still reads without its cookies would be refused, and that is on record.
      await page.close();
      await profile.clearCookies();
      await use(cookies);
    },
    { scope: "worker" },
  ],

  // A profile of its own would make each test fetch and compile the console's scripts again.
  profile: [
    async ({ browser, stack }, use) => {
      const profile = await browser.newContext({ baseURL: stack.gateway.url, reducedMotion: "reduce" });
      // As long as it is open, the process stays that draws the gateway's pages, with the scripts that it has compiled.
      const kept = await profile.newPage();
      await kept.goto("/health/liveness");
      await use(profile);
      await profile.close();
    },
    { scope: "worker" },
  ],

  // The scripts stay cached; nothing else is left to the next test.
  context: async ({ profile }, use) => {
    await use(profile);
    const [, ...opened] = profile.pages();
    await Promise.all(opened.map((page) => page.close()));
    await profile.clearCookies();
  },

  page: async ({ context, stack, viewport }, use) => {
    const page = await context.newPage();
    const storage = await context.newCDPSession(page);
    await storage.send("Storage.clearDataForOrigin", { origin: stack.gateway.url, storageTypes: "local_storage" });
    await storage.detach();
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
  },

  baseURL: async ({ stack }, use) => use(stack.gateway.url),

  // A console error, an exception or a failed request that the test does not name fails it.
  watch: [
    async ({ page }, use) => {
      const expected: string[] = [];
      const faults: string[] = [];
      // What a page's Content-Security-Policy drops is a fault of the page.
      await page.addInitScript(() =>
        document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
          console.error(`Content-Security-Policy: ${violatedDirective} ${blockedURI} ${sample}`),
        ),
      );
      page.on("pageerror", (error) => faults.push(`exception: ${error.message}`));
      page.on("console", (message) => {
        // The response handler below tells of failed responses, with their address.
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
          faults.push(`console: ${message.text()}`);
      });
      page.on("response", (response) => {
        if (response.status() >= 400)
          faults.push(`${response.status()} ${response.request().method()} ${response.url()}`);
      });
      page.on("requestfailed", (request) => {
        const reason = request.failure()?.errorText ?? "";
        // A page that is left aborts its requests.
        if (reason !== "net::ERR_ABORTED") faults.push(`${reason} ${request.url()}`);
      });
      await use({ expectFailure: (part) => void expected.push(part) });
      expect(faults.filter((fault) => !expected.some((part) => fault.includes(part)))).toEqual([]);
    },
    { auto: true },
  ],

  // An empty page of the administrator's: most tests begin elsewhere than on the overview.
  signedIn: async ({ page, context, session }, use) => {
    await context.addCookies([...session]);
    await use(page);
  },
});

export { expect };

function config(apiBase: string): object {
  const served = (model_name: string, model: string) => ({
    model_name,
    gateway_params: { model, api_base: apiBase, api_key: "upstream-key" },
  });
  return {
    general_settings: {
      enable_jwt_auth: true,
      gateway_jwtauth: {
        admin_jwt_scope: "gateway_proxy_admin",
        roles_jwt_field: "realm_access.roles",
        user_id_jwt_field: "uid",
        content_viewer_jwt_role: "content_viewer",
      },
    },
    model_list: [
      served("gpt-4o", "openai/gpt-4o"),
      served("openai/*", "openai/*"),
      served("eu::*:static::*", "openai/*-*"),
      served("house-model", "vllm/house-70b"),
    ],
  };
}

function environment(provider: LocalProvider): Record<string, string> {
  return {
    JWT_PUBLIC_KEY_URL: provider.discoveryUrl,
    JWT_AUDIENCE: provider.audience,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.consoleClient.clientId,
    OIDC_CLIENT_SECRET: provider.consoleClient.clientSecret,
    GATEWAY_TRUSTED_PROXIES: "127.0.0.1",
  };
}

/** Signs in by the form; ends on the overview. */
export async function signInWithMasterKey(page: Page, stack: Pick<Stack, "gateway">): Promise<void> {
  await page.goto(`${stack.gateway.url}/console/sign-in`);
  await page.getByLabel("Master key", { exact: true }).fill(stack.gateway.masterKey);
  await page.getByRole("button", { name: "Sign in with the master key" }).click();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
}

/** Goes through the provider's own login page, as a person would. */
export async function signInThroughProvider(
  page: Page,
  account: { username: string; password: string },
  url = "",
): Promise<void> {
  await page.goto(`${url}/console`);
  await page.getByRole("button", { name: "Continue with OpenID Connect" }).click();
  await page.getByLabel("User name").fill(account.username);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** Confirms on the provider's own page that its session ends too. */
export async function logOutAtProvider(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Log out" })).toBeVisible();
  await page.getByRole("button", { name: "Log out" }).click();
}

/** Opens the palette and types, without the pointer. */
export async function typeInPalette(page: Page, text: string): Promise<void> {
  const field = page.getByRole("combobox", { name: "Search or jump to" });
  // A page that has just been opened does not listen yet.
  await expect(async () => {
    if (!(await field.isVisible())) await page.keyboard.press("Control+k");
    await expect(field).toBeFocused(ONE_LOOK);
  }).toPass();
  await page.keyboard.insertText(text);
}
