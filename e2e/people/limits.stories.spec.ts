import { expect, test } from "../support/fixtures";

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
  await drawer.getByRole("button", { name: "Admin", exact: true }).click();
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
