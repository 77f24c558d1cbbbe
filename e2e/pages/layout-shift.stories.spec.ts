import type { Page } from "@playwright/test";
import { expect, type Stack, test } from "../support/fixtures";

/** Below this nobody sees anything move: a pixel of one word. */
const UNSEEN = 0.001;

/** How late an answer comes, in milliseconds. The forecast comes last, because it has all of its room before. */
function lateness(url: string): number {
  const { pathname, searchParams } = new URL(url);
  const isForecast =
    pathname === "/spend/report" && searchParams.get("group_by") === "day" && !searchParams.has("time_zone");
  return isForecast ? 1_500 : 200 + Math.random() * 200;
}

/** As browsers report it; TypeScript does not know it yet. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

/**
 * The sum of a page's layout shifts (web.dev/cls) since it was opened, but for those that follow a click or a key, and
 * what moved.
 */
async function shiftsOf(page: Page): Promise<{ readonly sum: number; readonly moved: string }> {
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: "layout-shift", buffered: true });
    const shifts = (observer.takeRecords() as LayoutShift[]).filter(({ hadRecentInput }) => !hadRecentInput);
    const moved = shifts.flatMap(({ sources }) => sources.map(({ node }) => node?.textContent?.slice(0, 60) ?? "gone"));
    return { sum: shifts.reduce((sum, { value }) => sum + value, 0), moved: moved.join(" | ") };
  });
}

/** A team that has spent and was refused, and one that has done nothing; the id of the first one's key. */
async function makeRows({ gateway, post, chat }: Stack): Promise<string> {
  const { masterKey } = gateway;
  await post("/organization/new", masterKey, { organization_id: "steady-org" });
  const of = { organization_id: "steady-org", max_budget: 10, budget_duration: "30d" };
  const members = [{ user_id: "steady-user" }];
  await post("/team/new", masterKey, { team_id: "steady", ...of, models: ["gpt-4o"], members_with_roles: members });
  await post("/team/new", masterKey, { team_id: "idle" });
  await post("/price/new", masterKey, { provider: "vllm", model: "steady-*", input_cost_per_token: 1e-6 });
  const { body } = await post("/key/generate", masterKey, { team_id: "steady", user_id: "steady-user" });
  for (const model of ["gpt-4o", "gpt-4o", "house-model"]) await chat(String(body.key), model);
  const unbound = await post("/key/generate", masterKey, {});
  // Served without a price, which *Prices* lists.
  await chat(String(unbound.body.key), "house-model");
  return String(body.token_id);
}

for (const [width, height] of [
  [1280, 900],
  [390, 844],
] as const)
  test(`pages ${width} pixels wide do not move while their answers come`, async ({ signedIn: page, stack }) => {
    test.slow();
    const key = await makeRows(stack);
    await page.setViewportSize({ width, height });
    // Late answers, as over a slow network: what stands there before them is seen.
    await page.route(
      (url) => !/^\/(console|_next|api)\b/.test(url.pathname),
      // What is read when the page is left is never answered.
      (route) => setTimeout(() => void route.continue().catch(() => {}), lateness(route.request().url())),
    );
    for (const path of [
      "",
      "/teams",
      "/users",
      "/keys",
      "/providers",
      "/models",
      "/credentials",
      "/prices",
      "/settings",
      "/reference",
      "/access?tab=matrix",
      "/access?tab=revisions",
      "/requests",
      "/refusals",
      "/spend",
      "/budgets",
      "/alerts",
      "/tools",
      "/playground",
      "/audit",
      "/sessions",
      "/team?id=steady",
      "/team?id=idle",
      "/user?id=steady-user",
      "/organization?id=steady-org",
      `/key?id=${key}`,
      "/model?id=gpt-4o",
      "/model?id=openai%2F*",
      "/team?id=steady&tab=members",
      `/key?id=${key}&tab=access`,
    ]) {
      await page.goto(`/console${path}`, { waitUntil: "networkidle" });
      let { sum, moved } = await shiftsOf(page);
      if (sum >= UNSEEN) {
        // On a busy machine a font may come late, once. What the page does itself it does again.
        await page.reload({ waitUntil: "networkidle" });
        ({ sum, moved } = await shiftsOf(page));
      }
      expect.soft(sum, `${path}: ${moved}`).toBeLessThan(UNSEEN);
    }
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

test("the header is seen only once all of it has come", async ({ browser, stack, session }) => {
  const profile = await browser.newContext({ baseURL: stack.gateway.url, javaScriptEnabled: false });
  try {
    await profile.addCookies([...session]);
    const page = await profile.newPage();
    const search = page.locator("header").getByText("Search or jump to");
    await page.goto("/console/keys");
    await expect(search).toBeVisible();
    // As when a busy gateway sends the rest of the page later.
    await page.route("**/console/keys", async (route) => {
      const answer = await route.fetch();
      const [begun] = (await answer.text()).split('data-account="true"');
      await route.fulfill({ response: answer, body: begun ?? "" });
    });
    await page.reload();
    await expect(search).toBeAttached();
    await expect(search).toBeHidden();
  } finally {
    await profile.close();
  }
});
