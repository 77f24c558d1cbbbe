import { expect, type Locator, type Page, type Route, test } from "@playwright/test";

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

/** Holds back the script with a text, such as that of a dialog, until `release` is called. All others come at once. */
export async function holdScriptWith(page: Page, text: string): Promise<{ release(): void }> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/_next/static/**/*.js*", async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes(text)) await released;
    await route.fulfill({ response });
  });
  return { release };
}

/** Lets a page's timers without a delay wait while `hold` says so, as they do on a loaded machine. */
export async function holdTimers(page: Page): Promise<(hold: boolean) => Promise<void>> {
  await page.addInitScript(() => {
    const start = window.setTimeout.bind(window);
    const held: (() => void)[] = [];
    let holds = false;
    const holdable = (run: unknown, delay?: number, ...rest: unknown[]): number => {
      if (!holds || (delay ?? 0) > 0 || typeof run !== "function") return start(run as TimerHandler, delay, ...rest);
      held.push(() => void run(...rest));
      return 0;
    };
    Object.assign(window, {
      setTimeout: holdable,
      holdTimers: (to: boolean) => {
        holds = to;
        if (!to) for (const run of held.splice(0)) run();
      },
    });
  });
  return (hold) =>
    page.evaluate((to) => (window as unknown as { holdTimers: (to: boolean) => void }).holdTimers(to), hold);
}

/** What somebody types on a page before its scripts run, the control that they want then, and what must follow. */
export interface EarlyAct {
  readonly what: string;
  readonly path: string;
  readonly typed?: () => Promise<void>;
  readonly control: () => Locator;
  /** Acts on the control as soon as it works. */
  readonly act: () => Promise<unknown>;
  readonly done: () => Promise<void>;
}

/**
 * Types before React has taken each page over, and acts as soon as a control can be used. Until then the control waits
 * where it is and as it looks, and is not lost to a press.
 */
export async function expectEarlyActs(page: Page, acts: readonly EarlyAct[]): Promise<void> {
  for (const { what, path, typed, control, act, done } of acts)
    await test.step(`${what} of ${path}`, async () => {
      const scripts = await holdScripts(page);
      await page.goto(path, { waitUntil: "commit" });
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await typed?.();
      await expect(control()).toBeDisabled();
      // What was typed may show more below it.
      const seen = await looks(control(), typed === undefined);
      await scripts.release();
      await expect(control()).toBeEnabled();
      expect(await looks(control(), typed === undefined)).toEqual(seen);
      await act();
      await done();
      await page.unrouteAll({ behavior: "wait" });
    });
}

/** How a control looks, and where it is if that counts. */
function looks(control: Locator, hasPlace: boolean): Promise<object> {
  return control.evaluate((element, hasPlace) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const { color, opacity, backgroundColor } = getComputedStyle(element);
    return { width, height, color, opacity, backgroundColor, place: hasPlace && [x, y] };
  }, hasPlace);
}
