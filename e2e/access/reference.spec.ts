import { expect, test } from "../support/fixtures";

test("an operation is found by its field, and its address holds the search and what is unfolded", async ({
  signedIn: page,
}) => {
  await page.goto("/console/settings");
  await page.getByRole("link", { name: "API reference" }).click();
  await expect(page.getByRole("heading", { name: "API reference", level: 1 })).toBeVisible();
  await page.getByLabel("Search operations").fill("soft_budget team/new");
  await expect(page.getByRole("status").filter({ hasText: "1 operation" })).toBeVisible();
  const line = page.getByRole("button", { name: /POST \/team\/new/ });
  await line.press("Enter");
  const fields = page.getByRole("region", { name: "Fields of /team/new" });
  await expect(fields.getByRole("row", { name: /^soft_budget body number or null/ })).toContainText("in dollars");
  await expect(page.getByLabel("curl", { exact: true })).toContainText('curl -X POST "http://127.0.0.1:');

  await page.reload();
  await expect(fields).toBeVisible();
  await expect(page.getByLabel("Search operations")).toHaveValue("soft_budget team/new");
  await line.click();
  await expect(fields).toHaveCount(0);
  await page.getByLabel("Search operations").fill("no such thing");
  await expect(page.getByText("No operation matches this search")).toBeVisible();
});
