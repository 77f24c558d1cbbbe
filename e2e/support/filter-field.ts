import type { Locator, Page } from "@playwright/test";

/** The field of a list's filter. One that is not set is added first, as a person would. */
export async function filterField(page: Page, label: string): Promise<Locator> {
  const field = page.getByLabel(label, { exact: true });
  const adds = page.getByRole("button", { name: "Add filter" });
  await adds.or(field).first().waitFor();
  if (!(await field.isVisible())) {
    await adds.click();
    await page.getByRole("option", { name: new RegExp(`^${label} \\S+:$`) }).click();
  }
  return field;
}
