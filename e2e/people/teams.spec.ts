import { expect, signInThroughProvider, test } from "../support/fixtures";
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
