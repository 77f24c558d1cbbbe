import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

/** Below this nobody sees anything move: a few pixels of one word. */
const UNSEEN = 0.002;

/** The sum of a page's layout shifts (web.dev/cls) since it was opened, but for those that follow a click or a key. */
async function shiftsOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: "layout-shift", buffered: true });
    const shifts = observer.takeRecords() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
    return shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0);
  });
}

test("pages do not move while their answers come", async ({ signedIn: page, stack }) => {
  test.slow();
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "steady", max_budget: 10 });
  // Late answers, as over a slow network: what stands there before them is seen.
  await page.route(
    (url) => !/^\/(console|_next|api)\b/.test(url.pathname),
    (route) => setTimeout(() => void route.continue(), 300),
  );
  for (const path of [
    "/teams",
    "/keys",
    "/providers",
    "/settings",
    "/reference",
    "/access?tab=matrix",
    "/requests",
    "/spend",
    "/audit",
  ]) {
    await page.goto(`/console${path}`, { waitUntil: "networkidle" });
    expect(await shiftsOf(page), path).toBeLessThan(UNSEEN);
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
