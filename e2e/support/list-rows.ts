import { expect, type Locator, type Page } from "@playwright/test";

/** Rows of the lists that are walked: two pages of 25 and a part of a third. */
export const ROWS = 60;

/** The numbers of some rows, as their names have them. */
export const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(3, "0"));

/** The numbers of the rows on the page that is shown, once its words say `says`. */
export async function shown(page: Page, says: string | RegExp): Promise<string[]> {
  let texts: readonly string[] = [];
  // A step back behind a reload may leave the document a moment later.
  await expect(async () => {
    await expect(page.getByRole("navigation", { name: "Pages" }).getByText(says)).toBeVisible();
    // The rows of the page before are dimmed until these are there.
    await expect(page.locator("table.opacity-60")).toHaveCount(0);
    texts = await page.getByRole("main").locator("tbody tr").allInnerTexts();
  }).toPass();
  return texts.map((text) => /walk-(\d{3})/.exec(text)?.[1] ?? text);
}

export const next = (page: Page): Locator => page.getByRole("button", { name: "Next page" });
export const previous = (page: Page): Locator => page.getByRole("button", { name: "Previous page" });
