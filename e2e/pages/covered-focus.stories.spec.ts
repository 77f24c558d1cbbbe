import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";

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

  // Nor does a first column that becomes wider at the expense of another, in a table as wide as before.
  await list
    .locator("tr")
    .first()
    .evaluate((row) => {
      const [one, other] = [row.firstElementChild, row.lastElementChild] as HTMLElement[];
      const before = one?.offsetWidth ?? 0;
      if (one) one.style.minWidth = `${before + 200}px`;
      if (other) other.style.minWidth = "800px";
    });
  expect(await coveredStops(page, 12)).toEqual([]);
});

/** How far the left edge of one element is to the right of another's right edge, in pixels. */
async function gap(left: Locator, right: Locator): Promise<number> {
  const [one, other] = [await left.boundingBox(), await right.boundingBox()];
  return one === null || other === null ? Number.NaN : other.x - one.x - one.width;
}
