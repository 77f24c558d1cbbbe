import { expect, test } from "../support/fixtures";

test("the routes and model limits of a key are checked as they are typed, shown, changed, and applied to its calls", async ({
  signedIn: page,
  stack,
}) => {
  await page.goto("/console/keys");
  await page.getByRole("button", { name: "Generate key" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("narrow-key");
  const routes = dialog.getByLabel("Routes", { exact: true });
  for (const entry of ["openai_route", "/config/*", "/chat/completions"]) {
    await routes.fill(entry);
    await routes.press("Enter");
  }
  await expect(dialog.getByText('"openai_route" matches no route of the gateway')).toBeVisible();
  await expect(dialog.getByText('did you mean "openai_routes"?')).toBeVisible();
  await expect(dialog.getByText('opens nothing: only administrators may call "/config/*"')).toBeVisible();
  for (const entry of ["openai_route", "/config/*"])
    await dialog.getByRole("button", { name: `Remove ${entry}` }).click();
  await expect(dialog.getByText("matches no route")).toHaveCount(0);

  const generate = dialog.getByRole("button", { name: "Generate key" });
  await dialog.getByRole("button", { name: "Limit a model" }).click();
  const limits = dialog.getByRole("group", { name: "Limits of gpt-4o" });
  await expect(dialog.getByLabel("Model", { exact: true })).toBeFocused();
  await page.keyboard.type("gpt-4o");
  await expect(limits.getByText("Limit the requests, the tokens or both.")).toBeVisible();
  await limits.getByLabel("Requests a minute").fill("one");
  await expect(limits.getByText("A whole number, such as 60.")).toBeVisible();
  await expect(generate).toBeDisabled();
  await limits.getByLabel("Requests a minute").fill("1");
  await limits.getByLabel("Tokens a minute").fill("100000");
  await dialog.getByRole("button", { name: "Limit a model" }).click();
  await dialog.getByRole("group", { name: "Limits of a model" }).getByLabel("Model", { exact: true }).fill("openai/*");
  await dialog.getByRole("button", { name: "Remove the limits of openai/*" }).click();
  await expect(dialog.getByRole("button", { name: "Limit a model" })).toBeFocused();
  await generate.click();
  const secret = await dialog.getByLabel("Key", { exact: true }).innerText();
  await dialog.getByRole("button", { name: "I have copied it" }).click();

  expect((await stack.chat(secret)).status).toBe(200);
  expect((await stack.chat(secret)).status).toBe(429);
  expect((await stack.chat(secret, "openai/gpt-4o-mini")).status).toBe(200);
  const embedding = await stack.post("/v1/embeddings", secret, {
    model: "openai/text-embedding-3-small",
    input: "Hello",
  });
  expect([embedding.status, (embedding.body.error as { code: string }).code]).toEqual([403, "key_route_not_allowed"]);

  await page.getByLabel("Search keys").fill("narrow-key");
  await page.getByRole("button", { name: "narrow-key", exact: true }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText("gpt-4o: 1 request/min · 100,000 tokens/min")).toBeVisible();
  await expect(drawer.getByText("/chat/completions", { exact: true })).toBeVisible();
  await drawer.getByRole("button", { name: "Edit key" }).click();
  const edit = page.getByRole("dialog", { name: "Edit narrow-key" });
  await edit.getByRole("button", { name: "Remove the limits of gpt-4o" }).click();
  await edit.getByRole("button", { name: "Remove /chat/completions" }).click();
  const sent = page.waitForRequest(/\/key\/update$/);
  await edit.getByRole("button", { name: "Save changes" }).click();
  const { key: _, ...changes } = (await sent).postDataJSON() as Record<string, unknown>;
  expect(changes).toEqual({ allowed_routes: [], model_rpm_limit: {}, model_tpm_limit: {} });
  await expect(page.getByText("narrow-key is changed")).toBeVisible();
  await expect(drawer.getByText("Model and info routes", { exact: true })).toBeVisible();
  expect((await stack.chat(secret)).status).toBe(200);
});

test("a team's limits by model are kept when something else is changed", async ({ signedIn: page, stack }) => {
  await stack.post("/team/new", stack.gateway.masterKey, {
    team_id: "team-with-model-limits",
    model_rpm_limit: { "openai/*": 5, "gpt-4o": 7 },
    model_tpm_limit: { "gpt-4o": 900 },
  });
  await page.goto("/console/teams");
  await page.getByLabel("Search teams").fill("team-with-model-limits");
  await page.getByRole("button", { name: "team-with-model-limits", exact: true }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText("gpt-4o: 7 requests/min · 900 tokens/min")).toBeVisible();
  await drawer.getByRole("button", { name: "Edit team" }).click();
  const edit = page.getByRole("dialog", { name: /Edit/ });
  await expect(edit.getByRole("group", { name: "Limits of openai/*" }).getByLabel("Requests a minute")).toHaveValue(
    "5",
  );
  await edit.getByLabel("Name", { exact: true }).fill("Renamed");
  const sent = page.waitForRequest(/\/team\/update$/);
  await edit.getByRole("button", { name: "Save changes" }).click();
  expect((await sent).postDataJSON()).toEqual({ team_id: "team-with-model-limits", team_alias: "Renamed" });
});

test("the form of a key completes any team by its name, and says what nothing bounds", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "completed-7", team_alias: "Completed by name" });
  await page.goto("/console/keys?new=1");
  const dialog = page.getByRole("dialog");
  const team = dialog.getByLabel("Team", { exact: true });
  await team.pressSequentially("completed by");
  await expect(dialog.getByRole("option", { name: "Completed by name completed-7" })).toBeVisible();
  // Escape closes the list, and not the dialog.
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("listbox")).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(team).toHaveValue("completed-7");
  await expect(dialog.getByText("Completed by name: its block, models and limits apply too.")).toBeVisible();
  await expect(dialog.getByText(/never expires/)).toBeVisible();
});
