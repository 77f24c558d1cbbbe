import { expect, signInThroughProvider, test } from "../support/fixtures";
import { filterField } from "../support/filter-field";
import { actOnRow } from "../support/row-menu";

test("a team is created, used, blocked, refused, and unblocked", async ({ page, stack }) => {
  const token = await stack.provider.projectToken();
  expect((await stack.chat(token)).status).toBe(403);

  await signInThroughProvider(page, stack.provider.administrator);
  await page.getByRole("link", { name: "Teams", exact: true }).click();
  await page.getByRole("button", { name: "New team" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Team id").fill(stack.provider.project.clientId);
  await dialog.getByLabel("Name", { exact: true }).fill("Support Assistant");
  await dialog.getByRole("button", { name: "Create team" }).click();
  await expect(page.getByRole("button", { name: "Support Assistant", exact: true })).toBeVisible();
  expect(await stack.chat(token)).toEqual({ status: 200, code: undefined });

  await actOnRow(page, "Support Assistant", "Block");
  await page.getByRole("button", { name: "Block team" }).click();
  await expect(page.getByText(/Blocked on 1 of 1 nodes in \d+ ms/)).toBeVisible();
  expect(await stack.chat(token)).toEqual({ status: 403, code: "team_blocked" });
  await expect(page.getByRole("row", { name: /Support Assistant/ })).toContainText("Blocked");

  await actOnRow(page, "Support Assistant", "Unblock");
  await page.getByRole("button", { name: "Unblock team" }).click();
  await expect(page.getByText(/Unblocked on 1 of 1 nodes/)).toBeVisible();
  expect((await stack.chat(token)).status).toBe(200);
});

test("a block cuts the streams in flight if that is chosen", async ({ signedIn: page, stack }) => {
  const { gateway, provider, upstream } = stack;
  await stack.post("/team/new", gateway.masterKey, { team_id: "streaming" });
  const token = await provider.issueToken({ client_id: "streaming" });
  upstream.behave = () => ({ stallAfter: 1 });
  try {
    const stream = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "gpt-4o", stream: true, messages: [{ role: "user", content: "Hello" }] }),
    });
    await page.goto("/console/teams");
    await actOnRow(page, "streaming", "Block");
    await page.getByLabel("Also cut streams in flight").check();
    await page.getByRole("button", { name: "Block team" }).click();
    await expect(page.getByText("streaming is blocked, and its streams are cut")).toBeVisible();
    expect(await stream.text()).toContain("team_blocked");
  } finally {
    upstream.behave = undefined;
  }
});

test("a team id that is taken is refused at its field", async ({ signedIn: page, watch, stack }) => {
  watch.expectFailure("/team/new");
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "taken" });
  await page.goto("/console/teams");
  await page.getByRole("button", { name: "New team" }).first().click();
  await page.getByLabel("Team id").fill("taken");
  await page.getByRole("button", { name: "Create team" }).click();
  await expect(page.getByLabel("Team id")).toHaveAttribute("aria-invalid", "true");
});

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

test("teams are found by a part of their name, and filtered by status", async ({ signedIn: page, stack }) => {
  await stack.post("/team/new", stack.gateway.masterKey, {
    team_id: "needle-1",
    team_alias: "Haystack",
    blocked: true,
  });
  await page.goto("/console/teams");
  await page.getByLabel("Search teams").fill("hayst");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Active", exact: true }).click();
  await expect(page.getByText("No teams match")).toBeVisible();
  await page.getByRole("button", { name: "Blocked", exact: true }).click();
  await page.getByRole("button", { name: "Haystack", exact: true }).click();
  await expect(page.getByRole("dialog").getByText("needle-1")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("a key is shown once, works, and stops working when it is deleted", async ({ signedIn: page, stack }) => {
  await page.goto("/console/keys");
  await page.getByRole("button", { name: "Generate key" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("browser-key");
  await dialog.getByRole("button", { name: "Generate key" }).click();
  const secret = await dialog.getByLabel("Key", { exact: true }).innerText();
  expect(secret).toMatch(/^sk-/);
  expect((await stack.chat(secret)).status).toBe(200);
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(dialog.getByLabel("Try it", { exact: true })).toContainText('"model": "gpt-4o"');
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  await page.reload();
  await expect(page.getByText("browser-key")).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);
  await actOnRow(page, "browser-key", "Delete");
  await page.getByRole("button", { name: "Delete key" }).click();
  await expect(page.getByText("browser-key is deleted")).toBeVisible();
  expect((await stack.chat(secret)).status).toBe(401);
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
