import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures";

/** Enough for every page: a Tab more than this finds nothing new. */
const MOST_TABS = 250;

/** Goes to an element by Tab, as somebody without a pointer does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // A search by name goes through the whole page, so the element is searched again only when another replaced it.
  let element = await target.elementHandle();
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    const found = await element?.evaluate((node) => (node.isConnected ? node === document.activeElement : undefined));
    if (found) return;
    if (found === undefined) element = await target.elementHandle();
    else await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}

/** What somebody does on a page with the keyboard alone. */
export type Act = (page: Page) => Promise<void>;

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("button", { name, exact: typeof name === "string" }).first();

export async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, button(page, name));
  await page.keyboard.press("Enter");
}

/** Types into a field, in place of what it holds. */
export async function type(page: Page, label: string | RegExp, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: typeof label === "string" }).first());
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
}
