import { expect, signInWithMasterKey, test } from "../support/fixtures";

test("a login that is cancelled at the provider says so, in the provider's own words", async ({ page }) => {
  await page.goto("/console/teams");
  await page.getByRole("button", { name: "Continue with OpenID Connect" }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("refused or cancelled at the provider");
  await expect(alert).toContainText("access_denied (the login was cancelled)");
  await expect(page).toHaveURL(/callbackUrl=%2Fconsole%2Fteams/);
});

test("no link puts words of its own on the sign-in page", async ({ page }) => {
  const words = "Call 0800 123 to unlock";
  for (const address of [
    `/console/sign-in?${new URLSearchParams({ error: words })}`,
    "/console/sign-in?error=constructor",
    `/api/auth/callback/oidc?${new URLSearchParams({ error: "access_denied", error_description: words, state: "x" })}`,
  ]) {
    await page.goto(address);
    await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
    await expect(page.getByText(words)).toHaveCount(0);
  }
});

test("master keys that are typed wrong too often are slowed, and the log names the address", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectFailure("/api/auth/callback/master-key");
  const address = "203.0.113.77";
  await page.setExtraHTTPHeaders({ "x-forwarded-for": address });
  await page.goto("/console/sign-in");
  const type = async (key: string): Promise<void> => {
    await page.getByLabel("Master key", { exact: true }).fill(key);
    await page.getByRole("button", { name: "Sign in with the master key" }).click();
  };
  const alert = page.getByRole("main").getByRole("alert");
  for (let time = 0; time < 5; time++) {
    await type(`sk-wrong-${time}`);
    await expect(alert).toContainText("That is not the master key");
  }
  await type(stack.gateway.masterKey);
  await expect(alert).toContainText("Too many wrong master keys");
  const lines = stack.gateway.output.split("\n").filter((line) => line.includes(address));
  expect(lines.filter((line) => line.includes("console.master_key_refused"))).toHaveLength(5);
  expect(lines.filter((line) => line.includes("console.master_key_slowed"))).toHaveLength(1);
  // Others are not slowed.
  await page.setExtraHTTPHeaders({});
  await signInWithMasterKey(page, stack);
});

test("each page has a policy with a nonce of its own, and no cache keeps it", async ({ signedIn: page }) => {
  const nonces = new Set<string>();
  for (const path of ["/console", "/console/teams", "/console/sign-in", "/nothing-here"]) {
    const response = await page.request.get(path, { headers: { accept: "text/html" }, maxRedirects: 0 });
    const headers = response.headers();
    const nonce = /script-src 'self' 'nonce-([^']+)' 'strict-dynamic'/.exec(
      headers["content-security-policy"] ?? "",
    )?.[1];
    expect(nonce, path).toBeDefined();
    nonces.add(nonce ?? "");
    expect(headers["content-security-policy"], path).not.toContain("unsafe-eval");
    expect(headers["cache-control"], path).toContain("no-store");
    expect(headers["x-frame-options"], path).toBe("DENY");
    expect(headers["strict-transport-security"], path).toBeUndefined();
  }
  expect(nonces.size).toBe(4);
});

test("under TLS, as a trusted proxy forwards it, cookies are the host's own and browsers insist on TLS", async ({
  request,
}) => {
  const headers = { "x-forwarded-proto": "https", "x-forwarded-host": "gateway.example", accept: "text/html" };
  const response = await request.get("/api/auth/csrf", { headers });
  const cookies = response.headersArray().filter(({ name }) => name.toLowerCase() === "set-cookie");
  expect(cookies.length).toBeGreaterThan(0);
  for (const { value } of cookies) expect(value).toMatch(/^__Host-.*; Secure/);
  expect((await request.get("/console/sign-in", { headers })).headers()["strict-transport-security"]).toBe(
    "max-age=31536000",
  );
});

test("dialogs and notices keep their styles under the policy", async ({ signedIn: page }) => {
  await page.goto("/console/teams");
  await page.getByRole("button", { name: "New team" }).first().click();
  // The dialog injects this style, so that the page behind it does not scroll.
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).overflow)).toBe("hidden");
  await page.getByLabel("Team id").fill(`styled-${Date.now()}`);
  await page.getByRole("button", { name: "Create team" }).click();
  await expect(page.locator("[data-sonner-toast]").first()).toBeVisible();
  const place = page.locator("[data-sonner-toaster]");
  expect(await place.evaluate((element) => getComputedStyle(element).position)).toBe("fixed");
});
