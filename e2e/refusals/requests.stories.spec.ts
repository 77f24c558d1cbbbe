import { expect, test } from "../support/fixtures";

test("the chosen time goes along from page to page", async ({ signedIn: page }) => {
  const navigation = page.getByRole("navigation", { name: "Console" });
  const goTo = (name: string) => navigation.getByRole("link", { name, exact: true }).click();
  await page.goto("/console/requests");
  await page.getByLabel("Time", { exact: true }).selectOption("Last 7 days");
  await expect(page).toHaveURL(/[?&]time=6\b/);
  await goTo("Spend");
  await expect(page.getByLabel("Time", { exact: true })).toHaveValue("7");
  await goTo("Models");
  await goTo("Audit log");
  await expect(page.getByLabel("Time", { exact: true })).toHaveValue("6");
  await expect(page).toHaveURL(/\/console\/audit\?time=6$/);
  await goTo("Teams");
  await goTo("Requests");
  await expect(page.getByLabel("Time", { exact: true })).toHaveValue("6");
});
