import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";

const LISTS = ["teams", "users", "organizations", "end-users", "keys"].map((name) => `/${name}`);
const PAGES = [
  ...LISTS,
  "/access",
  "/access?tab=matrix",
  "/access?tab=claims",
  "/access?tab=revisions",
  "/providers",
  "/models",
  "/credentials",
  "/tools",
  "/prices",
  "/spend",
  "/requests",
  "/refusals",
  "/sessions",
  "/audit",
  "/settings",
  "/team?id=any",
  "/user?id=any",
  "/organization?id=any",
  "/key?id=any",
  "/model?id=any",
  "/deployment?id=any",
  "/issuer?id=any",
  "/server?id=any",
  "/end-user?id=any",
  "/dashboard?id=any",
  "/dashboards",
  "/budgets",
  "/login",
  "/alerts",
  "/alerts?tab=rules",
  "/alerts?tab=channels",
  "/alerts?tab=silences",
];

/** Whether a page reads this address from the API. */
const isApiAddress = (url: URL): boolean => !/^\/(console|_next|api)\b/.test(url.pathname);

/** By how many pixels the page, or a drawer or dialog on it, is wider than its place. */
async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(
      ...[document.documentElement, ...document.querySelectorAll("[role=dialog] > div")].map(
        (place) => place.scrollWidth - place.clientWidth,
      ),
    ),
  );
}

test("when the gateway refuses to answer, every page says so in its words, and none waits or asks for ever", async ({
  signedIn: page,
  watch,
}) => {
  test.slow();
  watch.expectFailure("429 GET");
  const message = "Too many requests in this minute. Wait a little, then try again.";
  // Failures of the server itself are tried again for some seconds first; they are shown in the same way.
  const asked = new Map<string, number>();
  await page.route(isApiAddress, (route) => {
    const url = route.request().url();
    asked.set(url, (asked.get(url) ?? 0) + 1);
    return route.fulfill({
      status: 429,
      json: { error: { message, type: "rate_limit_error", code: "rate_limit_exceeded" } },
    });
  });
  for (const path of PAGES) {
    asked.clear();
    await page.goto(`/console${path}`);
    await expect(page.getByRole("main").getByText(message).first(), path).toBeVisible();
    await expect(page.getByRole("main").getByRole("button", { name: "Try again" }).first(), path).toBeVisible();
    await expect(page.locator("main .animate-pulse"), path).toHaveCount(0);
    // A page that draws its parts again when they fail would ask for them without end.
    expect(
      [...asked].filter(([, times]) => times > 3),
      path,
    ).toEqual([]);
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("a list keeps its rows while the gateway is away, and says that they are not up to date", async ({
  signedIn: page,
  stack,
  watch,
}) => {
  watch.expectFailure("ERR_CONNECTION_REFUSED");
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "still-there" });
  await page.goto("/console/teams?search=still-there");
  const row = page.getByRole("row", { name: /still-there/ });
  await expect(row).toBeVisible();
  await page.route(isApiAddress, (route) => route.abort("connectionrefused"));
  await page.getByRole("button", { name: "Refresh" }).click();
  const again = page.getByRole("button", { name: /^Not up to date/ });
  await expect(again).toContainText("The gateway does not answer.");
  await expect(row).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await again.click();
  await expect(again).toBeHidden();
  await expect(row).toBeVisible();
});

test("a page does not wait for ever for an answer that never comes", async ({ signedIn: page }) => {
  await page.clock.install();
  const isList = (url: URL): boolean => url.pathname.endsWith("/team/list");
  await page.route(isList, () => {}); // Neither answered nor refused.
  const asked = page.waitForRequest((request) => isList(new URL(request.url())));
  await page.goto("/console/teams");
  // The minute begins with the question, which the placeholder precedes.
  await asked;
  await expect(page.locator("main .animate-pulse").first()).toBeVisible();
  await page.clock.fastForward(61_000);
  await expect(page.getByRole("main").getByRole("alert")).toContainText("has not answered within a minute");
  await expect(page.locator("main .animate-pulse")).toHaveCount(0);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("pages with a slow answer show that something comes, and then show it", async ({ signedIn: page, stack }) => {
  test.slow();
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "slow-team" });
  await page.route(isApiAddress, (route) => setTimeout(() => void route.continue(), 3_000));
  for (const [path, shown] of [
    ["/teams?search=slow-team", "Team"],
    ["/team?id=slow-team", "Budget and limits"],
    ["/settings", "Version"],
  ] as const) {
    await page.goto(`/console${path}`);
    const main = page.getByRole("main");
    await expect(main.locator(".animate-pulse").first(), path).toBeVisible();
    await expect(main.getByText(shown, { exact: true }).first(), path).toBeVisible();
    await expect(main.locator(".animate-pulse"), path).toHaveCount(0);
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("the longest ids, names from right to left and emoji fit into the lists, pages and drawers of a phone", async ({
  signedIn: page,
  stack,
}) => {
  test.slow();
  const { masterKey } = stack.gateway;
  const id = "x".repeat(255);
  const alias = "فريق طويل جداً بأحرف عربية 👩‍👩‍👧‍👦 ".repeat(6).trim();
  const limits = { max_budget: 123_456_789.12, rpm_limit: 1_000_000_000, tpm_limit: 1_000_000_000 };
  const models = ["gpt-4o", "a-very-long-name/".repeat(12)];
  await stack.post("/team/new", masterKey, { team_id: id, team_alias: alias, models, ...limits });
  await stack.post("/user/new", masterKey, { user_id: id, user_email: `${"y".repeat(200)}@example.com`, ...limits });
  await stack.post("/organization/new", masterKey, { organization_id: id, organization_alias: alias, ...limits });
  await stack.post("/customer/new", masterKey, { user_id: id, alias });
  await stack.post("/team/member_add", masterKey, { team_id: id, member: { user_id: id, role: "admin" } });
  const { body: key } = await stack.post("/key/generate", masterKey, {
    key_alias: "k".repeat(255),
    team_id: id,
    user_id: id,
    models,
    ...limits,
  });
  expect((await stack.chat(String(key.key), "m".repeat(255))).status).toBe(403);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [
    ...LISTS.map((list) => `${list}?search=${list === "/keys" ? "kkkk" : "xxxx"}`),
    ...["team", "user", "organization"].map((kind) => `/${kind}?id=${id}`),
    ...LISTS.slice(0, 4).map((list) => `${list}?id=${id}`),
    `/key?id=${String(key.token_id)}`,
    "/audit",
    "/requests",
    "/refusals",
    "/spend",
    "/spend?by=key",
    "/access?tab=matrix",
  ]) {
    await page.goto(`/console${path}`, { waitUntil: "networkidle" });
    await expect(page.locator("main .animate-pulse"), path).toHaveCount(0);
    await expect.poll(() => overflowOf(page), { message: path }).toBeLessThanOrEqual(0);
  }
});
