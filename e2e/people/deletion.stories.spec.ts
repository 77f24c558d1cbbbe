import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";

async function open(page: Page, what: string, name: string): Promise<void> {
  await page.goto(`/console/${what}`);
  await page.getByLabel(/^Search/).fill(name);
  await page.getByRole("button", { name, exact: true }).click();
}

test("a team with a key and a member is deleted once its name is typed, and its spend stays", async ({
  signedIn: page,
  stack,
}) => {
  const { masterKey } = stack.gateway;
  await stack.post("/team/new", masterKey, {
    team_id: "team-to-go",
    team_alias: "Winter Project",
    members_with_roles: [{ user_id: "member-who-stays" }],
  });
  const key = String(
    (await stack.post("/key/generate", masterKey, { team_id: "team-to-go", key_alias: "key-to-go" })).body.key,
  );
  const token = await stack.provider.issueToken({ client_id: "team-to-go" });
  for (const bearer of [key, token]) expect((await stack.chat(bearer)).status).toBe(200);

  await open(page, "teams", "Winter Project");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete the team Winter Project?" });
  await expect(dialog.getByRole("list", { name: "What goes" })).toContainText(
    "1 membership; the users themselves stay",
  );
  await expect(dialog.getByRole("list", { name: "What goes" })).toContainText("1 key");
  await expect(dialog.getByRole("list", { name: "What stays" })).toContainText("every call");
  const confirm = dialog.getByRole("button", { name: "Delete team" });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel("Type Winter Project to confirm").fill("Winter");
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel("Type Winter Project to confirm").fill("Winter Project");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Winter Project is deleted")).toBeVisible();
  await expect(page.getByText(/Deleted on 1 of 1 nodes in \d+ ms/)).toBeVisible();
  await expect(page.getByText("No teams match")).toBeVisible();

  expect((await stack.chat(key)).status).toBe(401);
  expect((await stack.chat(token)).code).toBe("team_not_found");
  await page.goto("/console/requests?team_id=team-to-go&status=success");
  await expect(page.getByText("1–2 of 2")).toBeVisible();
  await page.goto("/console/users");
  await page.getByLabel("Search users").fill("member-who-stays");
  await expect(page.getByRole("button", { name: "member-who-stays", exact: true })).toBeVisible();
});

test("a refused deletion shows the API's message, and the obstacles are counted again", async ({
  signedIn: page,
  stack,
  watch,
}) => {
  watch.expectFailure("/user/delete");
  await stack.post("/user/new", stack.gateway.masterKey, { user_id: "user-to-go" });
  await open(page, "users", "user-to-go");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: /Delete the user/ });
  const confirm = dialog.getByRole("button", { name: "Delete user" });
  await expect(confirm).toBeEnabled();
  await stack.post("/key/generate", stack.gateway.masterKey, { user_id: "user-to-go", key_alias: "key-meanwhile" });
  await confirm.click();
  await expect(dialog.getByRole("alert")).toContainText("1 key belongs to these users");
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel("Type user-to-go to confirm").fill("user-to-go");
  await confirm.click();
  await expect(page.getByText("user-to-go is deleted")).toBeVisible();
  await page.goto("/console/keys");
  await page.getByLabel("Search keys").fill("key-meanwhile");
  await expect(page.getByText("No keys match")).toBeVisible();
});

test("an organisation can be deleted once nothing belongs to it any more", async ({ signedIn: page, stack }) => {
  const { masterKey } = stack.gateway;
  await stack.post("/organization/new", masterKey, { organization_id: "org-to-go", organization_alias: "Old Branch" });
  await stack.post("/team/new", masterKey, { team_id: "team-of-org-to-go", organization_id: "org-to-go" });
  await open(page, "organizations", "Old Branch");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: /Delete the organisation/ });
  await expect(dialog.getByText("1 team belongs to this organisation. Move or delete it first.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Delete organisation" })).toBeDisabled();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await stack.post("/team/update", masterKey, { team_id: "team-of-org-to-go", organization_id: null });
  await page.getByRole("button", { name: "Old Branch", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete organisation" }).click();
  await expect(page.getByText("Old Branch is deleted")).toBeVisible();
  await expect(page.getByText("No organisations match")).toBeVisible();
});
