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
