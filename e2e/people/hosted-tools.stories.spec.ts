import { expect, test } from "../support/fixtures";

test("a team's and a key's hosted tools are restricted, to none too, and opened again", async ({
  signedIn: page,
  stack,
}) => {
  const { gateway } = stack;
  await stack.post("/team/new", gateway.masterKey, { team_id: "bringing" });
  const token = await stack.provider.issueToken({ client_id: "bringing" });
  const bring = async (type: string): Promise<number> => {
    const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "gpt-4o", tools: [{ type }], messages: [{ role: "user", content: "Hello" }] }),
    });
    await answer.text();
    return answer.status;
  };
  await page.goto("/console/teams");
  await page.getByRole("button", { name: "bringing", exact: true }).click();
  const edit = async () => {
    await page.getByRole("button", { name: "Edit team" }).click();
    return page.getByRole("dialog", { name: "Edit bringing" });
  };
  const save = async (editor: Awaited<ReturnType<typeof edit>>) => {
    await editor.getByRole("button", { name: "Save changes" }).click();
    await expect(editor).toBeHidden();
  };

  const first = await edit();
  await expect(first.getByLabel("Hosted tools", { exact: true })).toBeHidden();
  await first.getByLabel("Restrict hosted tools").check();
  await save(first);
  await expect(page.getByText("Hosted tools", { exact: true })).toBeVisible();
  expect(await bring("web_search")).toBe(403);

  const second = await edit();
  await second.getByLabel("Hosted tools", { exact: true }).fill("web_*");
  await page.keyboard.press("Enter");
  await save(second);
  expect([await bring("web_search"), await bring("code_interpreter")]).toEqual([200, 403]);

  const third = await edit();
  await third.getByLabel("Restrict hosted tools").uncheck();
  await save(third);
  expect(await bring("code_interpreter")).toBe(200);

  await page.goto("/console/keys");
  await page.getByRole("button", { name: "Generate key" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("no-hosted-tools");
  await dialog.getByLabel("Restrict hosted tools").check();
  const made = page.waitForResponse((response) => response.url().endsWith("/key/generate"));
  await dialog.getByRole("button", { name: "Generate key" }).click();
  expect(await (await made).json()).toMatchObject({ hosted_tools: [] });
});
