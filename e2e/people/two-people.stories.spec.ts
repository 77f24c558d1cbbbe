import { ordinaryUser } from "@/local/provider/provider-parties";
import { expect, signInThroughProvider, test } from "../support/fixtures";

test("an administrator of a team and one of the gateway who edit its limits at once overwrite nothing unseen", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectFailure("/team/update");
  const { masterKey } = stack.gateway;
  const account = await stack.provider.addAccount({
    username: "tilda",
    claims: { ...ordinaryUser.claims, email: "tilda@example.com", uid: "tilda" },
  });
  await stack.post("/user/new", masterKey, { user_id: "tilda" });
  const members_with_roles = [{ user_id: "tilda", role: "admin" }];
  const team = { team_id: "of-tilda", team_alias: "Shared", max_budget: 50, rpm_limit: 60, members_with_roles };
  await stack.post("/team/new", masterKey, team);
  await signInThroughProvider(page, account);

  const opener = page.getByRole("button", { name: "Edit team limits" });
  await opener.click();
  const limits = page.getByRole("dialog", { name: "Limits of Shared" });
  await limits.getByLabel("Budget", { exact: true }).fill("20");
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  await page.reload();
  await opener.click();
  await expect(limits.getByLabel("Budget", { exact: true })).toHaveValue("20");
  await stack.post("/team/update", masterKey, { team_id: "of-tilda", max_budget: 40, rpm_limit: 30 });
  await limits.getByRole("button", { name: "Save changes" }).click();
  const changes = limits.getByRole("list", { name: "Changed in the meantime" });
  await expect(changes).toContainText("40");
  await expect(changes).toContainText("30");
  await limits.getByRole("button", { name: "Save mine anyway" }).click();
  await expect(page.getByText("The limits of the team are changed")).toBeVisible();
  const { body } = await stack.post("/team/update", masterKey, { team_id: "of-tilda" });
  expect([body["max_budget"], body["rpm_limit"]]).toEqual([20, 30]);
});

test("a key and a model that somebody else changed meanwhile are deleted only after that was shown", async ({
  signedIn: page,
  stack,
  watch,
}) => {
  const { masterKey } = stack.gateway;
  for (const path of ["/key/delete", "/key/regenerate", "/model/update", "/model/delete"]) watch.expectFailure(path);
  const { body: made } = await stack.post("/key/generate", masterKey, { key_alias: "of-two-people" });
  const key = made["token_id"];
  await page.goto(`/console/keys?search=of-two-people`);
  await page.getByRole("button", { name: "of-two-people", exact: true }).click();

  await page.getByRole("button", { name: "Rotate" }).click();
  const renewal = page.getByRole("dialog", { name: "Rotate of-two-people?" });
  await expect(renewal.getByLabel("The old secret is still accepted")).toBeVisible();
  await stack.post("/key/regenerate", masterKey, { key });
  await renewal.getByRole("button", { name: "Rotate" }).click();
  await expect(renewal.getByRole("list", { name: "Changed in the meantime" })).toContainText("key_name");
  await renewal.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const deletion = page.getByRole("dialog", { name: "Delete of-two-people?" });
  await expect(deletion.getByRole("button", { name: "Delete key" })).toBeVisible();
  await stack.post("/key/update", masterKey, { key, max_budget: 12 });
  await deletion.getByRole("button", { name: "Delete key" }).click();
  await expect(deletion.getByRole("list", { name: "Changed in the meantime" })).toContainText("max_budget");
  await deletion.getByRole("button", { name: "Delete key anyway" }).click();
  await expect(page.getByText("of-two-people is deleted")).toBeVisible();

  const entry = { model_name: "two-people", gateway_params: { model: "openai/gpt-4o", api_key: "sk-0123456789" } };
  const { body: added } = await stack.post("/model/new", masterKey, entry);
  const id = String(added["id"]);
  await page.goto(`/console/models?id=${id}`);
  await page.getByRole("button", { name: "Edit model" }).click();
  const editor = page.getByRole("dialog", { name: "Edit two-people" });
  await editor.getByLabel("Weight").fill("3");
  await editor.getByRole("textbox", { name: "API key" }).fill("sk-typed-but-never-kept");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Edit model" })).toBeFocused();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("never-kept");
  await page.reload();
  await page.getByRole("button", { name: "Edit model" }).click();
  await expect(editor.getByText("What you typed has been restored.")).toBeVisible();
  await expect(editor.getByLabel("Weight")).toHaveValue("3");
  await expect(editor.getByRole("textbox", { name: "API key" })).toHaveValue("");
  await stack.post("/model/update", masterKey, { id, gateway_params: { rpm: 60 } });
  await editor.getByRole("button", { name: "Save changes" }).click();
  await expect(editor.getByRole("list", { name: "Changed in the meantime" })).toContainText("rpm");
  await editor.getByRole("button", { name: "Save mine anyway" }).click();
  await expect(page.getByText("two-people is changed")).toBeVisible();
  const kept = await (await page.request.get(`/model/info?id=${id}`)).json();
  expect(kept.data[0].gateway_params).toMatchObject({ weight: 3, rpm: 60 });

  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const removal = page.getByRole("dialog", { name: "Delete two-people?" });
  await expect(removal.getByRole("button", { name: "Delete model" })).toBeVisible();
  await stack.post("/model/update", masterKey, { id, gateway_params: { tpm: 900 } });
  await removal.getByRole("button", { name: "Delete model" }).click();
  await expect(removal.getByRole("list", { name: "Changed in the meantime" })).toContainText("tpm");
  await removal.getByRole("button", { name: "Delete model anyway" }).click();
  await expect(page.getByText("two-people is deleted")).toBeVisible();
});

test("a member whom somebody else changed meanwhile is changed and removed only after that was shown", async ({
  signedIn: page,
  stack,
  watch,
}) => {
  const { masterKey } = stack.gateway;
  for (const path of ["/team/member_update", "/team/member_delete"]) watch.expectFailure(path);
  const members_with_roles = [{ user_id: "mona" }];
  await stack.post("/team/new", masterKey, { team_id: "of-mona", team_alias: "Monas", members_with_roles });
  const elsewhere = async (fields: object) =>
    await stack.post("/team/member_update", masterKey, { team_id: "of-mona", user_id: "mona", ...fields });
  await page.goto("/console/team?id=of-mona&tab=members");
  await page.getByRole("button", { name: "Edit member mona" }).click();
  const form = page.getByRole("form", { name: "Member mona" });
  await form.getByLabel("Budget in this team").fill("7");
  await elsewhere({ rpm_limit: 60 });
  await form.getByRole("button", { name: "Save member" }).click();
  await expect(form.getByRole("list", { name: "Changed in the meantime" })).toContainText("rpm_limit");
  await form.getByRole("button", { name: "Save mine anyway" }).click();
  await expect(page.getByText("mona is changed")).toBeVisible();
  const { body } = await elsewhere({});
  expect(body["members_with_roles"]).toMatchObject([{ max_budget_in_team: 7, rpm_limit: 60 }]);

  await elsewhere({ role: "admin" });
  await page.getByRole("button", { name: "Remove member mona" }).click();
  await expect(page.getByRole("list", { name: "Changed in the meantime" })).toContainText("admin");
  await page.getByRole("button", { name: "Remove anyway" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Edit member mona" })).toBeVisible();
  const team = await (await page.request.get("/team/info?team_id=of-mona")).json();
  expect(team.members_with_roles).toMatchObject([{ user_id: "mona", role: "admin", max_budget_in_team: 7 }]);
});
