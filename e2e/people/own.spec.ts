import { type Account, ordinaryUser } from "@/local/provider/provider-parties";
import type { RefusalsView } from "@/lib/wire/contracts/refusals";
import { violationsOf, WCAG_2, WCAG_21 } from "../support/axe";
import { expect, signInThroughProvider, type Stack, test } from "../support/fixtures";

/** A person whose token names them as a user. */
async function person(stack: Stack, name: string): Promise<Account> {
  return stack.provider.addAccount({
    username: name,
    claims: { ...ordinaryUser.claims, email: `${name}@example.com`, uid: name },
  });
}

async function save(stack: Stack, settings: object): Promise<void> {
  const { revision } = await (
    await fetch(`${stack.gateway.url}/config/get`, { headers: { authorization: `Bearer ${stack.gateway.masterKey}` } })
  ).json();
  expect(
    (await stack.post("/config/revisions", stack.gateway.masterKey, { settings, base_revision: revision?.id ?? null }))
      .status,
  ).toBe(200);
}

test("a user who is not an administrator sees themselves and their teams, and nothing of others", async ({
  page,
  stack,
}) => {
  const { masterKey } = stack.gateway;
  const account = await person(stack, "hedy");
  await stack.post("/user/new", masterKey, { user_id: "hedy", max_budget: 20, budget_duration: "1h" });
  await stack.post("/team/new", masterKey, {
    team_id: "their-team",
    team_alias: "Their team",
    max_budget: 50,
    rpm_limit: 60,
    members_with_roles: [{ user_id: "hedy" }],
  });
  await stack.post("/team/new", masterKey, { team_id: "another-team", team_alias: "Another team" });
  await stack.post("/key/generate", masterKey, { key_alias: "their-key", user_id: "hedy" });
  await stack.post("/key/generate", masterKey, { key_alias: "foreign-key" });

  await signInThroughProvider(page, account);
  await expect(page.getByRole("heading", { name: "Your access" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Their team" })).toBeVisible();
  await expect(page.getByRole("meter", { name: "Budget" })).toHaveCount(2);
  await expect(page.getByText("60 requests/min")).toBeVisible();
  await expect(page.getByRole("list", { name: "Models" })).toContainText("house-model");
  await expect(page.getByRole("heading", { name: /^Call .+ now$/ })).toBeVisible();
  await page.getByLabel("Client").selectOption("OpenAI SDK");
  await expect(page.getByLabel("Python", { exact: true })).toContainText(`base_url="${stack.gateway.url}/v1"`);
  await expect(page.getByRole("navigation").getByRole("link")).toHaveText([
    "Your access",
    "Playground",
    "My connections",
  ]);
  // The settings decide which routes are theirs. Keys and calls are not among them by default.
  await expect(page.getByText(/does not show you your keys, spend by day, single calls/)).toBeVisible();
  expect((await page.request.get("/key/list")).status()).toBe(403);
  expect((await page.request.get("/team/info?team_id=another-team")).status()).toBe(403);

  // Every address of an administrator's page shows this one.
  await page.goto("/console/keys");
  await expect(page.getByRole("heading", { name: "Your access" })).toBeVisible();
  await page.getByText("You are not an administrator here").click();
  await expect(page.getByText("gateway_proxy_admin")).toBeVisible();
  expect(await violationsOf(page, WCAG_21)).toEqual([]);

  await save(stack, { team_allowed_routes: ["openai_routes", "info_routes", "/key/list", "spend_routes"] });
  try {
    await page.reload();
    await expect(page.getByRole("list", { name: "Keys" })).toContainText("their-key");
    await expect(page.getByText("foreign-key")).toHaveCount(0);
    await expect(page.getByText("No spend in the last 30 days.")).toBeVisible();
    expect((await stack.chat(await stack.provider.passwordToken(account))).status).toBe(200);
    await page.reload();
    await expect(page.getByRole("img", { name: /Spend per day/ })).toBeVisible();
    await expect(page.getByRole("meter", { name: "Budget of the user hedy" })).toBeVisible();
    await page.getByLabel("Time", { exact: true }).selectOption("Last month");
    await expect(page.getByText("No spend in the last month.")).toBeVisible();
    await expect(page).toHaveURL(/range=month/);
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Spend, last 30 days" })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "gpt-4o" }).filter({ hasText: "success" })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    // Charts take the new width a moment later.
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
  } finally {
    await save(stack, {});
  }
});

test("a blocked user sees why, and nothing else", async ({ page, stack }) => {
  const account = await person(stack, "mallory");
  await stack.post("/user/new", stack.gateway.masterKey, { user_id: "mallory", blocked: true });
  await signInThroughProvider(page, account);
  await expect(page.getByRole("heading", { name: "You have no access yet" })).toBeVisible();
  await expect(page.getByText(/"mallory" is blocked/)).toBeVisible();
});

test("a user sees what was refused to them and asks for access, which the administrators see", async ({
  page,
  stack,
}) => {
  const account = await person(stack, "lise");
  await stack.post("/user/new", stack.gateway.masterKey, { user_id: "lise", models: ["house-model"] });
  const token = await stack.provider.passwordToken(account);
  expect((await stack.chat(token, "gpt-4o")).status).toBe(403);
  await stack.post("/customer/new", stack.gateway.masterKey, { user_id: "customer-of-lise", blocked: true });
  const forCustomer = { model: "house-model", user: "customer-of-lise", messages: [{ role: "user", content: "Hi" }] };
  expect((await stack.post("/v1/chat/completions", token, forCustomer)).status).toBe(403);

  await signInThroughProvider(page, account);
  const refusals = page.getByRole("list", { name: "Refusals" });
  await expect(refusals).toContainText("gpt-4o");
  await expect(refusals).toContainText("customer-of-lise");
  // No access of hers would open the blocked end user.
  const ask = refusals.getByRole("button", { name: "Request access" });
  await expect(ask).toHaveCount(1);
  await ask.click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(ask).toBeFocused();
  await ask.click();
  await page.getByLabel("What for?").fill("for the translations");
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  await page.getByRole("button", { name: "Send the request" }).click();
  await expect(refusals.getByText("You asked for access")).toBeFocused();

  const headers = { authorization: `Bearer ${stack.gateway.masterKey}` };
  const listed = await (await fetch(`${stack.gateway.url}/auth/refusals?model=gpt-4o&state=open`, { headers })).json();
  const requested = (listed.data as RefusalsView[]).find(({ requests }) => requests.length > 0);
  expect(requested?.requests).toMatchObject([{ note: "for the translations" }]);
  // A request for access stands first in the inbox, which other tests share.
  const { code, kind, principal, route, model } = requested ?? {};
  await stack.post("/auth/refusals/dismiss", stack.gateway.masterKey, { code, kind, principal, route, model });
});
