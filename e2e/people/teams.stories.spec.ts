import { expect, test } from "../support/fixtures";
import { filterField } from "../support/filter-field";

test("what is typed outlives Escape and a reload, and of two who edit one team the second chooses between both versions", async ({
  signedIn: page,
  watch,
  stack,
}) => {
  watch.expectFailure("/team/update");
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "edited-by-two", team_alias: "Hub" });
  await page.goto("/console/teams");
  const name = page.getByRole("button", { name: "Hub", exact: true });
  await name.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Edit team" }).click();
  const editor = page.getByRole("dialog", { name: "Edit Hub" });
  await editor.getByLabel("Budget", { exact: true }).fill("7");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Edit team" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(name).toBeFocused();

  await page.reload();
  await name.click();
  await page.getByRole("button", { name: "Edit team" }).click();
  await expect(editor.getByText("What you typed has been restored.")).toBeVisible();
  await expect(editor.getByLabel("Budget", { exact: true })).toHaveValue("7");
  await stack.post("/team/update", stack.gateway.masterKey, { team_id: "edited-by-two", rpm_limit: 5 });
  await editor.getByRole("button", { name: "Save changes" }).click();
  const changes = editor.getByRole("list", { name: "Changed in the meantime" });
  await expect(changes).toContainText("rpm_limit");
  await expect(changes).not.toContainText("max_budget");
  await editor.getByRole("button", { name: "Save mine anyway" }).click();
  await expect(page.getByText("Hub is changed")).toBeVisible();
  const { body } = await stack.post("/team/update", stack.gateway.masterKey, { team_id: "edited-by-two" });
  expect([body["max_budget"], body["rpm_limit"]]).toEqual([7, 5]);

  await page.getByRole("button", { name: "Edit team" }).click();
  await editor.getByLabel("Name", { exact: true }).fill("Mine");
  await stack.post("/team/update", stack.gateway.masterKey, { team_id: "edited-by-two", team_alias: "Theirs" });
  await editor.getByRole("button", { name: "Save changes" }).click();
  await editor.getByRole("button", { name: "Take theirs" }).click();
  await expect(editor.getByLabel("Name", { exact: true })).toHaveValue("Theirs");
});

test("a key gets a new secret, and the old one is accepted for the chosen time", async ({ signedIn: page, stack }) => {
  const old = String(
    (await stack.post("/key/generate", stack.gateway.masterKey, { key_alias: "rotated-key" })).body.key,
  );
  await page.goto("/console/keys");
  await page.getByLabel("Search keys").fill("rotated");
  const renew = async (grace: string): Promise<string> => {
    await page.getByRole("button", { name: "rotated-key", exact: true }).click();
    await page.getByRole("button", { name: "Rotate" }).click();
    const dialog = page.getByRole("dialog", { name: /Rotate|secret/ });
    await dialog.getByLabel("The old secret is still accepted").selectOption(grace);
    await dialog.getByRole("button", { name: "Rotate" }).click();
    const secret = await dialog.getByLabel("Key", { exact: true }).innerText();
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    return secret;
  };
  const second = await renew("1d");
  await expect(page.getByRole("dialog").getByText(/accepted until/)).toBeVisible();
  expect((await stack.chat(old)).status).toBe(200);
  expect((await stack.chat(second)).status).toBe(200);
  await page.keyboard.press("Escape");
  const third = await renew("");
  expect((await stack.chat(old)).status).toBe(401);
  expect((await stack.chat(second)).status).toBe(401);
  expect((await stack.chat(third)).status).toBe(200);

  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete key" }).click();
  await expect(page.getByText("rotated-key is deleted")).toBeVisible();
  expect((await stack.chat(third)).status).toBe(401);
  await page.goto("/console/audit");
  await page.getByLabel("Kind").selectOption("key");
  await (await filterField(page, "Who")).fill("master key");
  await expect(page.getByRole("button", { name: /^Deleted a key/ }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Created a team/ })).toHaveCount(0);
});
