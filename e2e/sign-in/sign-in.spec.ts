import { expect, logOutAtProvider, signInThroughProvider, signInWithMasterKey, test } from "../support/fixtures";

test("an administrator signs in through the provider and out again", async ({ page, stack }) => {
  await signInThroughProvider(page, stack.provider.administrator);
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  // Reads of the overview that are still in flight would be refused after the logout.
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Account: ada@example.com" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await logOutAtProvider(page);
  await expect(page.getByRole("heading", { name: "Sign in to the console" })).toBeVisible();
  // Nobody at this screen comes back in without a password.
  await page.getByRole("button", { name: "Continue with OpenID Connect" }).click();
  await expect(page.getByLabel("Password")).toBeVisible();
  await page.goto("/console/teams");
  await expect(page).toHaveURL(/\/console\/sign-in\?callbackUrl=%2Fconsole%2Fteams$/);
});

test("a link that is followed while signed out leads to its page after either way of signing in", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectFailure("/api/auth/callback/master-key");
  await page.goto("/console/requests?status=error");
  await page.getByLabel("Master key", { exact: true }).fill("sk-wrong");
  await page.getByRole("button", { name: "Sign in with the master key" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("That is not the master key");
  await page.getByLabel("Master key", { exact: true }).fill(stack.gateway.masterKey);
  await page.getByRole("button", { name: "Sign in with the master key" }).click();
  await expect(page).toHaveURL(/\/console\/requests\?status=error$/);
  // A page that is still open would be refused its reads without cookies, and one may come late.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto("/console/teams");
  await page.getByRole("button", { name: "Continue with OpenID Connect" }).click();
  await page.getByLabel("User name").fill(stack.provider.administrator.username);
  await page.getByLabel("Password").fill(stack.provider.administrator.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("heading", { name: "Teams", exact: true })).toBeVisible();
});

test("a user who is not an administrator is refused by the page and by the API", async ({ page, stack }) => {
  await signInThroughProvider(page, stack.provider.user);
  await expect(page.getByRole("heading", { name: "You have no access yet" })).toBeVisible();
  await expect(page.getByText("sam@example.com")).toBeVisible();
  await expect(page.getByRole("list", { name: "What your login says" })).toHaveText(
    "uid is missing from your login. It would name your user.",
  );
  await expect(page.getByRole("button", { name: "Copy a request for access" })).toBeVisible();
  await page.getByLabel("What you need it for").fill("for the search");
  await page.getByRole("button", { name: "Request access" }).click();
  await expect(page.getByRole("status")).toContainText("Your request is sent");
  const asked = await fetch(`${stack.gateway.url}/auth/refusals?state=open`, {
    headers: { authorization: `Bearer ${stack.gateway.masterKey}` },
  });
  const { data } = (await asked.json()) as { data: { requests: { requested_by: string; note: string | null }[] }[] };
  expect(data[0]?.requests).toMatchObject([{ requested_by: "user-sam", note: "for the search" }]);
  await expect(page.getByText("gateway_proxy_admin")).toBeHidden();
  await page.getByText("You administer this gateway?").click();
  await expect(page.getByText("gateway_proxy_admin")).toBeVisible();
  await expect(page.getByText(/^Your token names no user or team of this gateway/)).toBeVisible();
  // The same cookie, straight at the API.
  const reading = await page.request.get("/team/list");
  expect(reading.status()).toBe(403);
  const writing = await page.request.post("/team/new", {
    headers: { "x-gateway-console": "1" },
    data: { team_id: "smuggled" },
  });
  expect(writing.status()).toBe(403);
  await page.getByRole("button", { name: "Sign out" }).click();
  await logOutAtProvider(page);
  await expect(page.getByRole("heading", { name: "Sign in to the console" })).toBeVisible();
});

test("the master key opens the console, and nothing else does", async ({ page, stack, watch }) => {
  watch.expectFailure("/api/auth/callback/master-key");
  await page.goto("/console");
  await page.getByLabel("Master key", { exact: true }).fill("sk-wrong");
  await page.getByRole("button", { name: "Sign in with the master key" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("That is not the master key");
  await signInWithMasterKey(page, stack);
  await expect(page.getByRole("button", { name: "Account: Master key" })).toBeVisible();
});

test("a session may write only with the header that other sites cannot send", async ({ signedIn: page }) => {
  const forged = await page.request.post("/team/new", { data: { team_id: "forged" } });
  expect(forged.status()).toBe(403);
  expect((await forged.json()).error.code).toBe("cross_site_request");
});

test("the sign-in says that the provider is down, and the master key still works", async ({ page, stack, watch }) => {
  watch.expectFailure("/api/auth/signin/oidc");
  stack.provider.intercept = (_, response) => {
    response.destroy();
    return true;
  };
  try {
    await page.goto("/console/sign-in");
    await page.getByRole("button", { name: "Continue with OpenID Connect" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText("could not be reached");
    await signInWithMasterKey(page, stack);
  } finally {
    stack.provider.intercept = undefined;
  }
});

test("an administrator whom a rule keeps out is sent to whoever runs the gateway, not to the provider", async ({
  page,
  stack,
}) => {
  const save = async (settings: object): Promise<void> => {
    const headers = { authorization: `Bearer ${stack.gateway.masterKey}` };
    const { revision } = await (await fetch(`${stack.gateway.url}/config/get`, { headers })).json();
    const change = { settings, base_revision: revision?.id ?? null };
    expect((await stack.post("/config/revisions", stack.gateway.masterKey, change)).status).toBe(200);
  };
  await save({ admin_allowed_routes: ["openai_routes"] });
  try {
    await signInThroughProvider(page, stack.provider.administrator);
    await expect(page.getByRole("heading", { name: "You are not an administrator here" })).toBeVisible();
    await expect(page.getByText(/^Your token grants administrator access/)).toBeVisible();
    await expect(page.getByText(/^Ask whoever runs this gateway/)).toBeVisible();
    await expect(page.getByText("How this account becomes an administrator")).toHaveCount(0);
  } finally {
    await save({});
  }
});

test("a change of the administrators takes effect in open sessions too", async ({ page, stack, watch }) => {
  watch.expectFailure("403 GET"); // reads of the open overview, whose reader is not an administrator any more
  await signInThroughProvider(page, stack.provider.user);
  await expect(page.getByRole("heading", { name: "You have no access yet" })).toBeVisible();
  const save = async (settings: object): Promise<void> => {
    const { revision } = await (
      await fetch(`${stack.gateway.url}/config/get`, {
        headers: { authorization: `Bearer ${stack.gateway.masterKey}` },
      })
    ).json();
    const saved = await stack.post("/config/revisions", stack.gateway.masterKey, {
      settings,
      base_revision: revision?.id ?? null,
    });
    expect(saved.status).toBe(200);
  };
  await save({ enforce_rbac: true, role_mappings: [{ role: "developer", internal_role: "proxy_admin" }] });
  await page.reload();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  expect((await page.request.get("/team/list")).status()).toBe(200);
  await save({});
  expect((await page.request.get("/team/list")).status()).toBe(403);
  await page.reload();
  await expect(page.getByRole("heading", { name: "You have no access yet" })).toBeVisible();
});

test("a session that ends while a page is open leads to the sign-in", async ({ signedIn: page, watch }) => {
  // The list, and what the bell in the header and the counts in the navigation read.
  for (const path of ["/team/list", "/auth/refusals/waiting", "/alerting/status", "/key/list", "/mcp/server/health"])
    watch.expectFailure(path);
  await page.goto("/console/teams");
  await expect(page.getByRole("heading", { name: "Teams", exact: true })).toBeVisible();
  await page.context().clearCookies();
  const signIn = page.getByRole("heading", { name: "Sign in to the console" });
  const filter = page.getByRole("button", { name: "Blocked", exact: true });
  // The click asks for the list again. A request that the page makes by itself may lead to the sign-in before the click
  // does.
  await Promise.race([filter.click().catch(() => {}), signIn.waitFor()]);
  await expect(signIn).toBeVisible();
});
