import { expect, test } from "../support/fixtures";
import { actOnRow } from "../support/row-menu";

test("a user is created, found, blocked and refused", async ({ signedIn: page, stack }) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "team-of-users", team_alias: "Writers" });
  const token = await stack.provider.issueToken({ client_id: "team-of-users", uid: "user-1" });
  await page.goto("/console");
  await page.getByRole("link", { name: "Users", exact: true }).click();
  await page.getByRole("button", { name: "New user" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("User id").fill("user-1");
  await dialog.getByLabel("Name", { exact: true }).fill("Grete Example");
  await dialog.getByLabel("E-mail").fill("grete@example.com");
  await dialog.getByLabel("Teams").fill("team-of-users");
  await dialog.getByRole("button", { name: "Create user" }).click();
  await expect(dialog).toBeHidden();
  await page.getByLabel("Search users").fill("GRETE@");
  const row = page.getByRole("row", { name: /Grete Example/ });
  await expect(row.getByRole("link", { name: "Writers" })).toHaveAttribute("href", /id=team-of-users/);
  await expect(page.getByRole("row")).toHaveCount(2);
  expect((await stack.chat(token)).status).toBe(200);

  await actOnRow(page, "Grete Example", "Block");
  await page.getByRole("button", { name: "Block user" }).click();
  await expect(page.getByText(/Blocked on 1 of 1 nodes in \d+ ms/)).toBeVisible();
  await expect(row).toContainText("Blocked");
  expect(await stack.chat(token)).toEqual({ status: 403, code: "user_blocked" });
});

test("a user id that is taken is refused at its field", async ({ signedIn: page, stack, watch }) => {
  watch.expectFailure("/user/new");
  await stack.post("/user/new", stack.gateway.masterKey, { user_id: "taken" });
  await page.goto("/console/users");
  await page.getByRole("button", { name: "New user" }).first().click();
  await page.getByLabel("User id").fill("taken");
  await page.getByRole("button", { name: "Create user" }).click();
  await expect(page.getByLabel("User id")).toHaveAttribute("aria-invalid", "true");
});

test("an organisation is created, and its block refuses the calls of its teams", async ({ signedIn: page, stack }) => {
  await page.goto("/console");
  await page.getByRole("link", { name: "Organisations" }).click();
  await page.getByRole("button", { name: "New organisation" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Organisation id").fill("org-1");
  await dialog.getByLabel("Name", { exact: true }).fill("Mathematics");
  await dialog.getByRole("button", { name: "Create organisation" }).click();
  await expect(page.getByRole("row", { name: /Mathematics/ })).not.toContainText("Blocked");
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "team-of-org", organization_id: "org-1" });
  const token = await stack.provider.issueToken({ client_id: "team-of-org" });
  expect((await stack.chat(token)).status).toBe(200);
  await actOnRow(page, "Mathematics", "Block");
  await page.getByRole("button", { name: "Block organisation" }).click();
  await expect(page.getByRole("row", { name: /Mathematics/ })).toContainText("Blocked");
  expect((await stack.chat(token)).code).toBe("organization_blocked");
});
