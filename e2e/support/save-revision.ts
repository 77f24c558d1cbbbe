import { expect, type Page } from "@playwright/test";

/** Saves the draft of the page of access as a revision, which is in force then. */
export async function saveRevision(page: Page): Promise<void> {
  const answer = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.url().endsWith("/config/revisions"),
  );
  await page.getByRole("button", { name: "Save revision" }).click();
  const { revision } = await (await answer).json();
  await expect(page.getByText(`Revision ${revision.id} is in force`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Save revision" })).toBeHidden();
}
