import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";

/** The contrast of two colours of a page as WCAG 2 measures it, each drawn so that any notation can be read. */
async function contrast(page: Page, colours: readonly [string, string]): Promise<number> {
  return page.evaluate(([one, other]) => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const luminance = (colour: string): number => {
      if (!canvas) throw new Error("There is no canvas");
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  }, colours);
}

/** How far what marks the chosen segment stands out from the track: its edge or its fill, whichever is clearer. */
async function contrastOfChosen(page: Page, group: Locator): Promise<number> {
  const { track, marks } = await group.evaluate((element) => {
    const chosen = element.querySelector('[aria-pressed="true"]');
    if (!chosen) throw new Error("No segment is chosen");
    const { backgroundColor, boxShadow, borderTopColor, borderTopWidth } = getComputedStyle(chosen);
    const [ring] = /(?:rgb|oklab|oklch|color|lab|lch|hsl)a?\([^)]*\)(?= 0px 0px 0px [1-9])/.exec(boxShadow) ?? [];
    const edges = [ring, borderTopWidth === "0px" ? undefined : borderTopColor];
    return {
      track: getComputedStyle(element).backgroundColor,
      marks: [backgroundColor, ...edges.filter((edge) => edge !== undefined)],
    };
  });
  const all = await Promise.all(marks.map((mark) => contrast(page, [track, mark])));
  return Math.max(...all);
}

test("the chosen segment stands out from its track by 3 to 1, as drawn, in both themes", async ({ signedIn: page }) => {
  await page.goto("/console/spend");
  const groups = page.getByRole("group").filter({ has: page.locator('[aria-pressed="true"]') });
  await expect(groups.first()).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveClass(colorScheme === "dark" ? /\bdark\b/ : /^(?!.*\bdark\b)/);
    for (const group of await groups.all())
      await expect
        .poll(() => contrastOfChosen(page, group), `${colorScheme}: ${await group.getAttribute("aria-label")}`)
        .toBeGreaterThanOrEqual(3);
  }
});

test("fields and switches stand out from what is around them by 3 to 1, in both themes", async ({ signedIn: page }) => {
  for (const path of ["/spend", "/access", "/keys?new=1"]) {
    await page.goto(`/console${path}`, { waitUntil: "networkidle" });
    await expect(page.locator('main input, main select, [role="dialog"] input').first()).toBeVisible();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator("html")).toHaveClass(colorScheme === "dark" ? /\bdark\b/ : /^(?!.*\bdark\b)/);
      for (const { name, edge, around } of await edgesOfControls(page))
        expect.soft(await contrast(page, [edge, around]), `${path}, ${colorScheme}: ${name}`).toBeGreaterThanOrEqual(3);
    }
  }
});

/** The edge of each kind of field and switch in sight, or of its frame, and the colour of what it stands on. */
async function edgesOfControls(page: Page) {
  return page.evaluate(() => {
    const isClear = (colour: string): boolean => /^rgba\(.*, 0\)$|^transparent$/.test(colour);
    const around = (element: Element | null): string => {
      for (let at = element; at; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if (!isClear(backgroundColor)) return backgroundColor;
      }
      return "rgb(255, 255, 255)";
    };
    const found = document.querySelectorAll('input:not([type="checkbox"]), select, textarea, [role="switch"]');
    const edges = [...found].flatMap((control) => {
      const isSwitch = control.getAttribute("role") === "switch";
      let framed: Element | null = control;
      while (!isSwitch && framed && getComputedStyle(framed).borderTopWidth === "0px") framed = framed.parentElement;
      if (!framed || !control.checkVisibility() || control.getBoundingClientRect().width < 8) return [];
      const look = getComputedStyle(framed);
      const edge = isSwitch ? look.backgroundColor : look.borderTopColor;
      return [{ name: control.getAttribute("aria-label") ?? control.id, edge, around: around(framed.parentElement) }];
    });
    return [...new Map(edges.map((one) => [`${one.edge} ${one.around}`, one])).values()];
  });
}

/**
 * Where the focus is, and whether something else covers the middle of what is in sight of it. What covers it only until
 * the page has scrolled or a hint has gone does not count: it is looked at once a frame, for up to a second of them.
 */
async function focused(page: Page): Promise<{ readonly name: string; readonly isCovered: boolean } | undefined> {
  return page.evaluate(async () => {
    const element = document.activeElement;
    if (!element || element === document.body) return undefined;
    const middle = (from: number, to: number, end: number): number => (Math.max(from, 0) + Math.min(to, end)) / 2;
    const cover = (): Element | null | undefined => {
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0) return undefined;
      const found = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight));
      const isIn = found !== null && (element.contains(found) || found.contains(element));
      return isIn || found?.closest("label")?.contains(element) ? undefined : found;
    };
    let covering: Element | null | undefined;
    for (let frame = 0; frame < 60; frame++) {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      covering = cover();
      if (covering === undefined) break;
    }
    const name = element.getAttribute("aria-label") ?? element.textContent?.slice(0, 40) ?? "";
    return {
      name: `${element.tagName} ${name}, under ${covering?.outerHTML.slice(0, 200) ?? "the edge of the page"}`,
      isCovered: covering !== undefined,
    };
  });
}

/** Presses Tab, and Shift and Tab, as often, and returns what had the focus and was covered. */
async function coveredStops(page: Page, stops: number): Promise<string[]> {
  const covered = new Set<string>();
  for (const key of ["Tab", "Shift+Tab"])
    for (let stop = 0; stop < stops; stop++) {
      await page.keyboard.press(key);
      const at = await focused(page);
      if (at?.isCovered) covered.add(`${key}: ${at.name}`);
    }
  return [...covered];
}

test("what has the focus is never hidden under the save bar or the page's header", async ({ signedIn: page }) => {
  await page.goto("/console/access");
  await page.getByRole("switch", { name: "enforce_rbac" }).click();
  await expect(page.getByRole("button", { name: "Save revision" })).toBeVisible();
  expect(await coveredStops(page, 60)).toEqual([]);
});

test("what has the focus is never hidden under the head of a long list, or under its first column", async ({
  signedIn: page,
  stack: { gateway, post, chat, provider },
}) => {
  const names = Array.from({ length: 25 }, (_, at) => `tabbed-${at}`);
  // One after another: 25 at once wait for connections, and on a busy machine for too long.
  const made: Awaited<ReturnType<typeof post>>[] = [];
  for (const key_alias of names) made.push(await post("/key/generate", gateway.masterKey, { key_alias }));
  expect(made.map(({ status }) => status)).toEqual(names.map(() => 200));
  for (const { body } of made.slice(0, 12)) await chat(String(body["key"]));
  // Calls of tokens have a link in the column of the issuer, far to the right.
  await post("/team/new", gateway.masterKey, { team_id: "tabbed" });
  const token = await provider.issueToken({ client_id: "tabbed" });
  for (let call = 0; call < 6; call++) expect((await chat(token)).status).toBe(200);

  // Wide enough for the head to stay, and too low for the rows.
  await page.setViewportSize({ width: 1600, height: 360 });
  await page.goto("/console/keys");
  await expect(page.getByRole("button", { name: "Actions for tabbed-1", exact: true })).toBeAttached();
  expect(
    await page
      .locator("thead th")
      .first()
      .evaluate((head) => getComputedStyle(head).position),
  ).toBe("sticky");
  expect(await coveredStops(page, 90)).toEqual([]);

  // Too narrow for the chosen columns: they move below the first one.
  await page.setViewportSize({ width: 800, height: 700 });
  await page.goto("/console/requests?columns=key,provider,issuer,http,reason");
  await expect(page.getByRole("table").getByRole("row")).not.toHaveCount(0);
  const list = page.getByRole("region", { name: "Requests" });
  await expect.poll(() => list.evaluate((region) => region.scrollWidth - region.clientWidth)).toBeGreaterThan(100);
  await expect.poll(() => list.getByRole("link", { name: provider.issuer }).count()).toBeGreaterThanOrEqual(6);
  expect(await coveredStops(page, 70)).toEqual([]);

  // A column that becomes narrower, as by a row that goes, moves nothing that has the focus under the first one.
  const [first, second] = [list.locator("th").first(), list.locator("th").nth(1)];
  await second.evaluate((head) => (head.style.minWidth = "500px"));
  // There is room to scroll to on its right.
  await list
    .locator("th")
    .last()
    .evaluate((head) => (head.style.minWidth = "1000px"));
  const link = list.getByRole("link", { name: provider.issuer }).first();
  await link.focus();
  await list.evaluate((region, by) => region.scrollBy({ left: by }), await gap(first, link));
  await expect.poll(() => gap(first, link)).toBeLessThan(2);
  await second.evaluate((head) => (head.style.minWidth = ""));
  await expect.poll(async () => (await focused(page))?.isCovered).toBe(false);
});

/** How far the left edge of one element is to the right of another's right edge, in pixels. */
async function gap(left: Locator, right: Locator): Promise<number> {
  const [one, other] = [await left.boundingBox(), await right.boundingBox()];
  return one === null || other === null ? Number.NaN : other.x - one.x - one.width;
}

test("nothing of the overview is cut off at twice the size", async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 640, height: 450 });
  await page.goto("/console", { waitUntil: "networkidle" });
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll("main figcaption, main figcaption *")].flatMap((element) => {
      const card = element.closest("section, [class*=rounded]")?.parentElement ?? document.body;
      const { right } = element.getBoundingClientRect();
      return right > card.getBoundingClientRect().right + 0.5 ? [element.textContent] : [];
    }),
  );
  expect(cut).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640);
});
