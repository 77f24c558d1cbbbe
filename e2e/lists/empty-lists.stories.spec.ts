import type { Page } from "@playwright/test";
import { startProvider, type LocalProvider } from "@/local/provider/provider";
import { ordinaryUser } from "@/local/provider/provider-parties";
import { findFreePort } from "@/testing/database/free-port";
import type { GatewayProcess } from "@/testing/gateway/gateway-process";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { expect, signInThroughProvider, signInWithMasterKey, test } from "../support/fixtures";

// One gateway, whose lists are empty at first and have one row in the end.
test.describe.configure({ mode: "serial" });

let gateway: GatewayProcess;
let provider: LocalProvider;
test.beforeAll(async () => {
  const port = await findFreePort();
  provider = await startProvider({ consoleRedirectUris: [`http://127.0.0.1:${port}/api/auth/callback/oidc`] });
  gateway = await startGatewayWithDatabase({
    port,
    config: {
      general_settings: {
        enable_jwt_auth: true,
        gateway_jwtauth: {
          user_id_jwt_field: "uid",
          team_allowed_routes: ["openai_routes", "info_routes", "/key/list", "spend_routes"],
        },
      },
    },
    environment: {
      JWT_PUBLIC_KEY_URL: provider.discoveryUrl,
      JWT_AUDIENCE: provider.audience,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.consoleClient.clientId,
      OIDC_CLIENT_SECRET: provider.consoleClient.clientSecret,
    },
  });
});
test.afterAll(async () => {
  await gateway.stop();
  await provider.stop();
});

interface EmptyList {
  readonly path: string;
  /** The heading in place of the rows. */
  readonly title: string;
  /** The text that says what the list holds and where its first row comes from. */
  readonly says: RegExp;
  /** The button that makes the first row. */
  readonly create?: string;
}

const EMPTY: readonly EmptyList[] = [
  {
    path: "/teams",
    title: "No teams yet",
    says: /Create one with the id that your identity provider/,
    create: "New team",
  },
  { path: "/users", title: "No users yet", says: /Create one with the id in the claim/, create: "New user" },
  {
    path: "/organizations",
    title: "No organisations yet",
    says: /then add teams and keys to it/,
    create: "New organisation",
  },
  {
    path: "/end-users",
    title: "No end users yet",
    says: /Create one with the id that calls carry/,
    create: "New end user",
  },
  { path: "/keys", title: "No keys yet", says: /A key is an sk-… bearer token/, create: "Generate key" },
  { path: "/models", title: "No models yet", says: /Add one here, or entries of model_list/, create: "New model" },
  { path: "/credentials", title: "No credentials yet", says: /below credential_list/, create: "New credential" },
  { path: "/tools", title: "No tool servers yet", says: /below mcp_servers/, create: "New server" },
  { path: "/prices", title: "No custom prices yet", says: /Add one for a model/, create: "New price" },
  { path: "/requests", title: "No calls yet", says: /as soon as an application calls/ },
  { path: "/refusals", title: "Nothing was refused", says: /Refused requests appear here within seconds/ },
  { path: "/refusals?state=hidden", title: "Nothing is hidden", says: /Groups that you dismiss or snooze/ },
  { path: "/spend", title: "No calls in this range", says: /Spend appears here within a second/ },
  { path: "/sessions?status=ended", title: "No ended sessions", says: /Sessions that are over are kept for 30 days/ },
  { path: "/audit", title: "No changes yet", says: /Creating a team, generating a key or saving access settings/ },
  { path: "/access?tab=claims", title: "No tokens seen", says: /./ },
  {
    path: "/access?tab=revisions",
    title: "No revisions yet",
    says: /The first change saved under Rules becomes revision 1/,
  },
];

// Found by its tag, because an open drawer hides the roles of the rest of the page.
const main = (page: Page) => page.locator("main");
const go = (page: Page, path: string) => page.goto(`${gateway.url}/console${path}`);

test("a list without rows says what it is of, and offers to make the first", async ({ page }) => {
  await signInWithMasterKey(page, { gateway });
  for (const { path, title, says, create } of EMPTY) {
    await go(page, path);
    const heading = main(page).getByRole("heading", { name: title });
    await expect(heading, path).toBeVisible();
    const place = heading.locator("xpath=..");
    await expect(place, path).toContainText(says);
    if (create !== undefined) await expect(place.getByRole("button", { name: create }), path).toBeEnabled();
  }
  await go(page, "/access");
  await expect(page.getByText("There are no policy tests.")).toBeVisible();
  await go(page, "/spend");
  await page.getByRole("button", { name: "Views" }).click();
  await expect(page.getByText("No saved views in this browser")).toBeVisible();
  await page.keyboard.press("Escape");
  await send("/team/new", { team_id: "of-nobody" });
  await send("/organization/new", { organization_id: "of-nobody" });
  for (const [path, none] of [
    ["/team?id=of-nobody&tab=members", "No members needed: membership comes from the token."],
    ["/team?id=of-nobody&tab=keys", "No virtual key belongs to this team."],
    ["/organization?id=of-nobody&tab=teams", "No team belongs to this organisation."],
  ] as const) {
    await go(page, path);
    await expect(page.getByText(none), path).toBeVisible();
  }
  await send("/team/delete", { team_ids: ["of-nobody"] });
  await send("/organization/delete", { organization_ids: ["of-nobody"] });
});

const NOTHING: readonly (readonly [path: string, title: string, clear: string])[] = [
  ["/teams?search=nothing", "No teams match", "Clear filters"],
  ["/teams?status=blocked", "No teams match", "Clear filters"],
  ["/users?search=nothing&status=active", "No users match", "Clear filters"],
  ["/organizations?search=nothing", "No organisations match", "Clear filters"],
  ["/end-users?search=nothing", "No end users match", "Clear filters"],
  ["/keys?search=nothing", "No keys match", "Clear filters"],
  ["/requests?team_id=nothing", "No request matches these filters", "Clear filters"],
  ["/requests?status=success", "No call matches these filters", "Clear filters"],
  ["/refusals?code=nothing", "No refusal matches these filters", "Clear filters"],
  ["/sessions?search=nothing", "No session matches this search", "Clear search"],
  ["/audit?actor=nothing&entity_type=key", "No change matches these filters", "Clear filters"],
  ["/prices?search=nothing", "No price matches this search", "Clear search"],
  ["/refusals?kind=team&model=nothing", "No refusal matches these filters", "Clear filters"],
  ["/models?search=nothing", "No entry matches this search", "Clear search"],
  ["/reference?search=nothing-fits-this", "No operation matches this search", "Clear search"],
];

test("a filter that finds nothing says so, and the button beside it takes the filter away", async ({ page }) => {
  await signInWithMasterKey(page, { gateway });
  // Without an entry, the page of models has no list to search.
  const { status } = await send("/model/new", {
    model_name: "only-model",
    gateway_params: { model: "openai/gpt-4o", api_key: "k" },
  });
  expect(status).toBe(200);
  for (const [path, title, clear] of NOTHING) {
    await go(page, path);
    const heading = main(page).getByRole("heading", { name: title });
    await expect(heading, path).toBeVisible();
    await heading.locator("xpath=..").getByRole("button", { name: clear }).click();
    await expect(heading, path).toBeHidden();
    await expect(page, path).toHaveURL(gateway.url + "/console" + path.replace(/\?.*/, ""));
  }
});

test("a viewer is shown the same, and offered nothing that would be refused", async ({ browser }) => {
  const account = await provider.addAccount({
    username: "vic",
    claims: { ...ordinaryUser.claims, email: "vic@example.com", uid: "vic" },
  });
  expect((await send("/user/new", { user_id: "vic", user_role: "proxy_admin_viewer" })).status).toBe(200);
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  await signInThroughProvider(page, account, gateway.url);
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  for (const { path, title, create } of EMPTY.filter(({ create }) => create !== undefined)) {
    await go(page, path);
    // By now there are a user, who is the viewer, and a model.
    const shows = path === "/users" ? "1–1 of 1" : path === "/models" ? "only-model" : title;
    await expect(main(page).getByText(shows).first(), path).toBeVisible();
    for (const button of await main(page).getByRole("button", { name: create }).all())
      await expect(button, path).toBeDisabled();
  }
  await context.close();
  expect((await send("/user/delete", { user_ids: ["vic"] })).status).toBe(200);
});

test("a user who is not an administrator is offered no list of others, and reads what is theirs", async ({
  browser,
}) => {
  const account = await provider.addAccount({
    username: "una",
    claims: { ...ordinaryUser.claims, email: "una@example.com", uid: "una" },
  });
  expect((await send("/user/new", { user_id: "una" })).status).toBe(200);
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  await signInThroughProvider(page, account, gateway.url);
  await expect(page.getByRole("heading", { name: "Your access" })).toBeVisible();
  await expect(page.getByText("You have no keys.")).toBeVisible();
  await expect(page.getByText("Nothing was refused.")).toBeVisible();
  await expect(page.getByText("No spend in the last 30 days.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Generate a key" })).toHaveCount(0);
  await context.close();
});

/** A number one before a plural, which no sentence of the console has. */
const WRONG =
  /(?<![\d.,–-])1 (?:(?:more|older|other|recorded) )?(?:teams|users|organi[sz]ations|end users|keys|models|entries|names|calls|requests|refusals|groups|sessions|revisions|members|memberships|tests|changes|events|prices|nodes|tokens|days|hours|minutes|rows|tags|issuers|deployments|warnings|findings|administrators|callers|people|others|errors|failures|fields|operations)\b/i;

test("lists of one row count it in the singular", async ({ page }) => {
  await send("/organization/new", { organization_id: "only-org" });
  await send("/team/new", {
    team_id: "only-team",
    organization_id: "only-org",
    rpm_limit: 1,
    members_with_roles: [{ user_id: "una", role: "user" }],
  });
  await send("/customer/new", { user_id: "only-end-user", rpm_limit: 1 });
  const { body } = await send("/key/generate", { key_alias: "only-key", team_id: "only-team", user_id: "una" });
  await send("/price/new", { provider: "openai", model: "only", input_cost_per_token: 0.001 });
  const refused = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${String(body["key"])}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "no-such-model", messages: [{ role: "user", content: "Hello" }] }),
  });
  expect(refused.status).toBe(404);
  await send("/config/revisions", { settings: { enforce_rbac: false }, base_revision: null });
  await signInWithMasterKey(page, { gateway });
  await go(page, "/keys");
  const keyId = new URL((await openFirst(page, "only-key")).url()).searchParams.get("id") ?? "";
  for (const [path, shows] of [
    ["", "Overview"],
    ["/teams", "1–1 of 1"],
    ["/users", "1–1 of 1"],
    ["/organizations", "1–1 of 1"],
    ["/end-users", "1–1 of 1"],
    ["/keys", "1–1 of 1"],
    ["/models", "only-model"],
    ["/prices", "1–1 of 1"],
    ["/requests", "1 in all"],
    ["/refusals", "1 refusal in 1 group"],
    ["/spend", "Spend"],
    ["/sessions", "this session"],
    ["/audit?entity_id=only-team", /1–\d of \d/],
    ["/access", "Access"],
    ["/access?tab=matrix", "Who may use what"],
    ["/access?tab=revisions", "In force"],
    ["/settings", "Settings"],
    ["/providers", "Sign-in providers"],
    ["/team?id=only-team", "only-team"],
    ["/user?id=una", "una"],
    ["/organization?id=only-org", "only-org"],
    [`/key?id=${keyId}`, "only-key"],
    ["/model?id=only-model", "only-model"],
    ["/teams?id=only-team", "only-team"],
    ["/users?id=una", "una"],
  ] as const) {
    await go(page, path);
    await expect(main(page).getByText(shows).first(), path).toBeVisible();
    await page.waitForLoadState("networkidle");
    const text = await page.locator("body").innerText();
    expect(WRONG.exec(text)?.[0], path).toBeUndefined();
  }
});

async function openFirst(page: Page, name: string): Promise<Page> {
  await page.getByRole("button", { name, exact: true }).click();
  await expect(page).toHaveURL(/[?&]id=/);
  return page;
}

async function send(path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(gateway.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
