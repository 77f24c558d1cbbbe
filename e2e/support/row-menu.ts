import type { Page } from "@playwright/test";

/** Chooses what is done to a row of a list, in the menu at its end. `name`: the row's. */
export async function actOnRow(page: Page, name: string, act: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: act, exact: true }).click();
}
