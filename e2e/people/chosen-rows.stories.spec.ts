import { violationsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import { picture } from "../support/picture";

test("several teams are blocked at once, and released again from the message", async ({
  signedIn: page,
  stack,
}, testInfo) => {
  const { masterKey } = stack.gateway;
  for (const id of ["chosen-a", "chosen-b", "chosen-c"]) await stack.post("/team/new", masterKey, { team_id: id });
  const { body } = await stack.post("/key/generate", masterKey, { team_id: "chosen-a" });
  const status = async (): Promise<number> => (await stack.chat(String(body.key))).status;

  await page.goto("/console/teams?search=chosen-");
  await page.getByRole("checkbox", { name: "Choose chosen-a" }).check();
  const bar = page.getByRole("group", { name: "Chosen teams" });
  await expect(bar.getByRole("status")).toHaveText("1 team chosen");
  expect(await violationsOf(page)).toEqual([]);
  await picture(page, testInfo, "bar");
  await bar.getByRole("button", { name: "Choose all 3 on this page" }).click();
  await expect(bar.getByRole("status")).toHaveText("3 teams chosen");
  await bar.getByRole("button", { name: "Block" }).click();
  const dialog = page.getByRole("dialog", { name: "Block 3 teams?" });
  await expect(dialog.getByRole("listitem")).toHaveText(["chosen-c", "chosen-b", "chosen-a"]);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Block 3 teams" }).click();
  await expect(page.getByText("3 teams blocked")).toBeVisible();
  await expect(bar).toBeHidden();
  expect(await status()).toBe(403);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone")).toBeVisible();
  expect(await status()).toBe(200);
});

test("a deletion of several tells which of them the gateway refused, and why", async ({
  signedIn: page,
  stack,
  watch,
}) => {
  watch.expectFailure("409 POST");
  const { masterKey } = stack.gateway;
  for (const id of ["gone-a", "gone-b"]) await stack.post("/team/new", masterKey, { team_id: id });
  await stack.post("/key/generate", masterKey, { team_id: "gone-b" });

  await page.goto("/console/teams?search=gone-");
  for (const id of ["gone-a", "gone-b"]) await page.getByRole("checkbox", { name: `Choose ${id}` }).check();
  await page.getByRole("group", { name: "Chosen teams" }).getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Delete 2 teams" }).click();
  await expect(dialog.getByRole("alert")).toContainText("1 team could not be deleted");
  await expect(dialog.getByRole("alert")).toContainText("gone-b:");
  await dialog.getByRole("checkbox", { name: /Delete their keys too/ }).check();
  await dialog.getByRole("button", { name: "Delete 1 team" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: "No teams match" })).toBeVisible();
});

test("several keys are moved to a team, several users become its members", async ({ signedIn: page, stack }) => {
  const { masterKey } = stack.gateway;
  await stack.post("/team/new", masterKey, { team_id: "mover", team_alias: "Movers" });
  for (const name of ["moved-a", "moved-b"]) {
    await stack.post("/key/generate", masterKey, { key_alias: name });
    await stack.post("/user/new", masterKey, { user_id: name });
  }
  await page.goto("/console/keys?search=moved-");
  for (const name of ["moved-a", "moved-b"]) await page.getByRole("checkbox", { name: `Choose ${name}` }).check();
  await page.getByRole("group", { name: "Chosen keys" }).getByRole("button", { name: "Move" }).click();
  await page.getByRole("dialog").getByLabel("Team").fill("mover");
  await page.getByRole("dialog").getByRole("button", { name: "Move 2 keys" }).click();
  await expect(page.getByRole("region", { name: "Keys" }).getByText("Movers")).toHaveCount(2);

  await page.goto("/console/users?search=moved-");
  for (const name of ["moved-a", "moved-b"]) await page.getByRole("checkbox", { name: `Choose ${name}` }).check();
  await page.getByRole("group", { name: "Chosen users" }).getByRole("button", { name: "Add to a team" }).click();
  await page.getByRole("dialog").getByLabel("Team").fill("mover");
  await page.getByRole("dialog").getByRole("button", { name: "Add to a team 2 users" }).click();
  await expect(page.getByRole("region", { name: "Users" }).getByText("Movers")).toHaveCount(2);
});
