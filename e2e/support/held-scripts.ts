import { expect, type Page, type Route, test } from "@playwright/test";

/** Holds the page's scripts back, as a slow connection does, until `release` is called. */
export async function holdScripts(page: Page): Promise<{ release(): Promise<void> }> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route("**/_next/static/**/*.js*", (route) => (isHeld ? void held.push(route) : route.continue()));
  return {
    async release() {
      isHeld = false;
      await Promise.all(held.splice(0).map((route) => route.continue()));
    },
  };
}

/** What somebody does on a page before its scripts run, and what must follow. */
export type EarlyAct = readonly [what: string, path: string, act: () => Promise<void>, done: () => Promise<void>];

/** Does each act before React has taken its page over, and expects it to take effect afterwards. */
export async function expectEarlyActs(page: Page, acts: readonly EarlyAct[]): Promise<void> {
  for (const [what, path, act, done] of acts)
    await test.step(`${what} of ${path}`, async () => {
      const scripts = await holdScripts(page);
      await page.goto(path, { waitUntil: "commit" });
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await act();
      await scripts.release();
      await done();
      await page.unrouteAll({ behavior: "wait" });
    });
}
