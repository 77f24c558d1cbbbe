import { expect, test } from "./fixtures";

test("an address that is no page of the console keeps the navigation, and says so", async ({
  signedIn: page,
  watch,
}) => {
  watch.expectFailure("/console/no-such-page");
  await page.goto("/console/no-such-page");
  await expect(page.getByText("The console has no such page")).toBeVisible();
  await page.getByRole("navigation").getByRole("link", { name: "Teams" }).click();
  await expect(page.getByRole("heading", { name: "Teams", level: 1 })).toBeVisible();
});

test("a filter offers the ids of teams by their names, and asks for no team of half an id", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "filtered-7", team_alias: "Contract review" });
  for (const path of ["/console/requests", "/console/spend"]) {
    await page.goto(path);
    const field = page.getByLabel("Team id");
    await field.pressSequentially("contract");
    await expect(page.locator('datalist option[value="filtered-7"]')).toHaveText("Contract review");
    // Spend has asked for all that it asks for.
    await page.waitForLoadState("networkidle");
    await field.fill("filtered-7");
    await expect(page).toHaveURL(/team_id=filtered-7/);
  }
});

test("an organisation that a link names stands in its filter once", async ({ signedIn: page }) => {
  await page.goto("/console/requests?organization_id=labs");
  await expect(page.getByLabel("Organisation id")).toHaveValue("labs");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("filters open by a button, which says how many are set", async ({ signedIn: page }) => {
    await page.goto("/console/requests?team_id=some-team");
    await expect(page.getByLabel("Team id")).toBeHidden();
    const button = page.getByRole("button", { name: "Filters (1)" });
    await expect(button).toHaveAttribute("aria-expanded", "false");
    await button.press("Enter");
    await expect(page.getByLabel("Team id")).toHaveValue("some-team");
  });
});
