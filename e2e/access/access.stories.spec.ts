import { violationsOf, WCAG_2 } from "../support/axe";
import { expect, signInThroughProvider, test } from "../support/fixtures";
import { saveRevision } from "../support/save-revision";

test.beforeEach(async ({ signedIn: page }) => {
  await page.goto("/console/access");
});

test("a scope is checked as it is typed, and a token that was refused gets through once it is mapped", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "scoped" });
  const token = await stack.provider.issueToken({ client_id: "scoped", scope: "openid models:chat" });
  const { revision } = await (await page.request.get("/config/get")).json();
  await stack.post("/config/revisions", stack.gateway.masterKey, { settings: {}, base_revision: revision?.id ?? null });
  await page.reload();
  await page.getByRole("switch", { name: "enforce_scope_based_access" }).click();
  await saveRevision(page);
  expect(await stack.chat(token)).toEqual({ status: 403, code: "scope_model_not_allowed" });

  await page.getByRole("button", { name: "Add scope mapping" }).click();
  await page.getByLabel("Scope in the token, row 1").fill("models:chat");
  const models = page.getByLabel("Models of scope models:chat");
  await models.fill("openai/*");
  await models.press("Enter");
  await expect(page.getByText("wildcards are not supported in scope_mappings")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save revision" })).toBeDisabled();
  await page.getByRole("button", { name: "Remove openai/*" }).click();
  await models.fill("gpt-4o");
  await models.press("Enter");
  await saveRevision(page);
  expect((await stack.chat(token)).status).toBe(200);
  expect(await stack.chat(token, "house-model")).toEqual({ status: 403, code: "scope_model_not_allowed" });

  // Back to the revision before the scope was enforced, from the list of revisions.
  await page.getByRole("tab", { name: "Revisions" }).click();
  await page
    .getByRole("button", { name: /^Compare revision/ })
    .nth(2)
    .click();
  await page.getByRole("button", { name: /^Roll back to revision/ }).click();
  const rollBack = page.getByRole("dialog", { name: /^Roll back to revision/ });
  await expect(rollBack.getByRole("region", { name: "Change of rolling back" })).toBeVisible();
  await rollBack.getByLabel("Note").fill("Scopes can wait");
  await rollBack.getByRole("button", { name: "Roll back" }).click();
  await expect(page.getByText(/is in force again/)).toBeVisible();
  expect((await stack.chat(token, "house-model")).status).toBe(200);
});

test("of two administrators who edit at once, the second is told and loses nothing", async ({
  signedIn: page,
  stack,
  watch,
}) => {
  watch.expectFailure("/config/revisions");
  await page.getByRole("switch", { name: "enforce_team_based_model_access" }).click();
  const current = await (await page.request.get("/config/get")).json();
  const other = await stack.post("/config/revisions", stack.gateway.masterKey, {
    settings: { team_allowed_routes: ["openai_routes", "info_routes"] },
    base_revision: current.revision?.id ?? null,
  });
  expect(other.status).toBe(200);
  await page.getByRole("button", { name: "Save revision" }).click();
  await expect(page.getByText(/in the meantime/)).toBeVisible();
  await expect(page.getByRole("list", { name: "Changed in the meantime" })).toContainText("team_allowed_routes");
  await page.getByRole("button", { name: "Apply mine to the new revision" }).click();
  await saveRevision(page);
  const kept = await (await page.request.get("/config/get")).json();
  expect(kept.settings.team_allowed_routes.value).toEqual(["openai_routes", "info_routes"]);
  await expect(page.getByRole("switch", { name: "enforce_team_based_model_access" })).toBeChecked();

  for (const setting of ["enforce_team_based_model_access", "team_allowed_routes"])
    await page.getByRole("button", { name: `Reset ${setting} to config.yaml` }).click();
  await saveRevision(page);
});

test("an administrator is stopped before a save locks them out, and their edit outlives a reload", async ({
  page,
  stack,
  watch,
}) => {
  watch.expectFailure("/config/revisions");
  // Only an administrator by token can be locked out. A page that is still open would be refused its reads without
  // cookies.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await signInThroughProvider(page, stack.provider.administrator);
  await page.goto("/console/access");
  await page.getByRole("button", { name: "Remove management_routes" }).click();
  await expect(page.getByText("Locks you out")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Your unsaved changes have been restored.")).toBeVisible();
  await page.getByRole("button", { name: "Save revision" }).click();
  await expect(page.getByText(/This change would lock you out/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Save revision" })).toBeDisabled();
  await page.getByLabel(/Type “lock me out”/).fill("lock me out");
  await expect(page.getByRole("button", { name: "Save revision" })).toBeEnabled();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("button", { name: "Remove management_routes" })).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Locks you out")).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("Locks you out")).toBeHidden();
});

test("a claim field can be emptied and filled again", async ({ signedIn: page }) => {
  const field = page.getByLabel(/^roles_jwt_field/);
  await field.fill("");
  await field.pressSequentially("groups");
  await expect(field).toHaveValue("groups");
  await page.getByRole("button", { name: "Discard" }).click();
});

test("the graph of who may use what lights up the ways of a name, and draws what a draft takes", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "in-graph", models: ["gpt-4o"] });
  await page.goto("/console/access?tab=matrix&rows=team");
  await page.getByRole("button", { name: "Graph", exact: true }).click();
  const graph = page.getByRole("region", { name: "Access graph" });
  await page.getByRole("button", { name: "Draw each alone" }).click();
  await graph.getByRole("button", { name: /in-graph$/ }).focus();
  const sentence = page.getByRole("status").filter({ hasText: "in-graph may use" });
  await expect(sentence).toContainText(/: gpt-4o\b/);
  await expect(sentence).not.toContainText("house-model");
  await page.keyboard.press("Enter");
  await expect(graph.getByRole("button", { name: /in-graph$/ })).toHaveAttribute("aria-pressed", "true");
  expect(await violationsOf(page, WCAG_2)).toEqual([]);

  await page.getByRole("tab", { name: "Rules" }).click();
  await page.getByRole("switch", { name: "enforce_scope_based_access" }).click();
  await page.getByRole("tab", { name: "Who may use what" }).click();
  await page.getByRole("button", { name: "Graph", exact: true }).click();
  await expect(page.getByText("lost by the draft")).toBeVisible();
  await expect(graph.locator("path.stroke-bad").first()).toBeAttached();
  await page.getByRole("tab", { name: "Rules" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
});

test("a draft lists what it takes and gives by name and rule, and a model says who may use it", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, {
    team_id: "team-7f3a",
    team_alias: "Search",
    models: ["gpt-4o"],
  });
  await page.getByRole("tab", { name: "Who may use what" }).click();
  await expect(page.getByRole("button", { name: "Search, gpt-4o: allowed" })).toBeVisible();
  await expect(page.getByText("What the draft changes")).toBeHidden();
  await page.getByRole("tab", { name: "Rules" }).click();
  await page.getByRole("button", { name: "Add scope mapping" }).click();
  await page.getByLabel("Scope in the token, row 1").fill("llm.house");
  await page.getByLabel("Models of scope llm.house").fill("house-model");
  await page.getByLabel("Models of scope llm.house").press("Enter");
  await page.getByRole("switch", { name: "enforce_scope_based_access" }).click();
  await page.getByRole("tab", { name: "Who may use what" }).click();
  const lost = page.getByRole("list", { name: "Lost" });
  await expect(
    lost.getByRole("listitem").filter({ hasText: "Team Search" }).filter({ hasText: "gpt-4o" }),
  ).toContainText(/loses.*by rule scope/);
  await page.getByLabel("Model to ask about").fill("gpt-4o");
  const users = page.getByRole("list", { name: "Who may use it" });
  await expect(users.getByRole("listitem").filter({ hasText: "Team Search" })).toContainText(/By rule model/);
  await expect(users.getByRole("link", { name: "Search", exact: true })).toHaveAttribute("href", /team-7f3a/);
  await expect(page).toHaveURL(/model=gpt-4o/);
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole("tab", { name: "Rules" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
});
