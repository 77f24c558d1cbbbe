import { violationsOf, WCAG_2 } from "../support/axe";
import { expect, test } from "../support/fixtures";

test("a team's budget is set, shown, changed and removed", async ({ signedIn: page, stack }) => {
  await stack.post("/organization/new", stack.gateway.masterKey, {
    organization_id: "org-of-limits",
    organization_alias: "Research",
  });
  await page.goto("/console/teams");
  await page.getByRole("button", { name: "New team" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Team id").fill("with-budget");
  await dialog.getByLabel("Organisation").fill("Research");
  await dialog.getByLabel("Budget", { exact: true }).fill("12.5");
  await dialog.getByLabel("Warn at").fill("20");
  await expect(dialog.getByText("Must be at most the budget")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Create team" })).toBeDisabled();
  await dialog.getByLabel("Warn at").fill("10");
  await dialog.getByLabel("Requests a minute").fill("600");
  await dialog.getByLabel("Calls at a time").fill("4");
  await dialog.getByRole("button", { name: "Create team" }).click();
  await expect(dialog).toBeHidden();

  await page.goto("/console/organizations");
  await page.getByRole("button", { name: "Research", exact: true }).click();
  await expect(page.getByRole("list", { name: "Teams" })).toContainText("with-budget");

  await page.goto("/console/teams");
  await page.getByRole("button", { name: "with-budget", exact: true }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("meter", { name: "Budget" })).toHaveAttribute("aria-valuetext", "$0 of $12.50 spent");
  await expect(drawer.getByText("600 requests/min · 4 at a time")).toBeVisible();
  expect(await violationsOf(page, WCAG_2)).toEqual([]);

  await drawer.getByRole("button", { name: "Edit team" }).click();
  const editor = page.getByRole("dialog", { name: "Edit with-budget" });
  await expect(editor.getByLabel("Warn at")).toHaveValue("10");
  await editor.getByLabel("Resets").selectOption("1mo");
  await editor.getByLabel("Requests a minute").fill("");
  const sent = page.waitForRequest("**/team/update");
  await editor.getByRole("button", { name: "Save changes" }).click();
  // Only what was changed is sent, so that another administrator's change stays.
  expect((await sent).postDataJSON()).toEqual({ team_id: "with-budget", budget_duration: "1mo", rpm_limit: null });
  await expect(page.getByText("with-budget is changed")).toBeVisible();
  await expect(page.getByText("$12.50 per month", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  const inList = page
    .getByRole("row", { name: /^Choose with-budget/ })
    .getByRole("meter", { name: "Budget of with-budget" });
  await expect(inList).toHaveAttribute("aria-valuetext", "$0 of $12.50 spent");
});
