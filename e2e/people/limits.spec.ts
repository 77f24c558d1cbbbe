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
  await dialog.getByLabel("Organisation").selectOption("org-of-limits");
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

test("members are added, changed and removed in the team's drawer", async ({ signedIn: page, stack, watch }) => {
  watch.expectFailure("/user/info");
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "with-members" });
  await page.goto("/console/teams");
  await page.getByRole("button", { name: "with-members", exact: true }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByRole("button", { name: "Add member" }).click();
  await drawer.getByLabel("User id").fill("grace");
  await drawer.getByLabel("Budget in this team").fill("3");
  await drawer.getByRole("button", { name: "Add to team" }).click();
  await expect(drawer.getByText("No user has the id “grace”.")).toBeVisible();
  await drawer.getByRole("button", { name: "Create user and add" }).click();
  await expect(drawer.getByText("Members (1)")).toBeVisible();
  await expect(drawer.getByText("Budget $3.00", { exact: true })).toBeVisible();

  await drawer.getByRole("button", { name: "Edit member grace" }).click();
  await drawer.getByLabel("Role").selectOption("admin");
  await drawer.getByRole("button", { name: "Save member" }).click();
  await expect(drawer.getByRole("listitem").filter({ hasText: "grace" })).toContainText("admin");

  await drawer.getByRole("button", { name: "Remove member grace" }).click();
  await expect(drawer.getByText("Members (0)")).toBeVisible();
  await drawer.getByRole("button", { name: "Undo" }).click();
  await expect(drawer.getByRole("listitem").filter({ hasText: "grace" })).toContainText("admin");
  await expect(drawer.getByText("Budget $3.00", { exact: true })).toBeVisible();
});

test("users, organisations and keys are edited from their drawers", async ({ signedIn: page, stack }) => {
  const { masterKey } = stack.gateway;
  await stack.post("/user/new", masterKey, { user_id: "edited-user" });
  await stack.post("/organization/new", masterKey, { organization_id: "edited-org" });
  await stack.post("/key/generate", masterKey, { key_alias: "edited-key" });
  for (const [path, name, button] of [
    ["users", "edited-user", "Edit user"],
    ["organizations", "edited-org", "Edit organisation"],
    ["keys", "edited-key", "Edit key"],
  ] as const) {
    await page.goto(`/console/${path}`);
    await page.getByRole("button", { name, exact: true }).click();
    await page.getByRole("button", { name: button }).click();
    const editor = page.getByRole("dialog", { name: `Edit ${name}` });
    await editor.getByLabel("Budget", { exact: true }).fill("7");
    await editor.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByRole("dialog").getByRole("meter", { name: "Budget" })).toHaveAttribute(
      "aria-valuetext",
      "$0 of $7.00 spent",
    );
  }
});
