import { violationsOf, WCAG_2 } from "../support/axe";
import { expect, test } from "../support/fixtures";
import { saveRevision } from "../support/save-revision";

test("mappings of groups and roles are edited, saved, read back and reset", async ({ signedIn: page, stack }) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "mapped", team_alias: "Mapped team" });
  await page.goto("/console/access");
  await page.getByRole("button", { name: "Add group mapping" }).click();
  await page.getByLabel("Group in the token, row 1").fill("/teams/*");
  await page.getByLabel("Team, row 1").fill("*");
  await page.getByRole("switch", { name: "include_subgroups, row 1" }).click();
  await page.getByRole("button", { name: "Add group mapping" }).click();
  await page.getByLabel("Group in the token, row 2").fill("9f0c6d52-0000-4000-8000-000000000001");
  await page.getByLabel("How the team is named, row 2").selectOption("team_alias");
  await page.getByLabel("Team, row 2").fill("Mapped team");
  await page.getByLabel("Internal role of the group, row 2").selectOption("internal_user");
  await page.getByRole("button", { name: "Add role mapping" }).click();
  await page.getByLabel("Role in the token, row 1").fill("data-*");
  const models = page.getByLabel("Models of the role, row 1");
  await models.fill("gpt-4o");
  await models.press("Enter");
  const routes = page.getByLabel("Routes of the role, row 1");
  await routes.fill("openai_routes");
  await routes.press("Enter");
  await saveRevision(page);

  await page.reload();
  await expect(page.getByLabel("Team, row 2")).toHaveValue("Mapped team");
  await expect(page.getByRole("switch", { name: "include_subgroups, row 1" })).toBeChecked();
  const { settings } = await (await page.request.get("/config/get")).json();
  expect(settings.group_mappings.value).toEqual([
    { group: "/teams/*", team_id: "*", include_subgroups: true },
    { group: "9f0c6d52-0000-4000-8000-000000000001", team_alias: "Mapped team", internal_role: "internal_user" },
  ]);
  expect(settings.role_mappings.value).toEqual([
    { role: "data-*", internal_role: "internal_user", models: ["gpt-4o"], routes: ["openai_routes"] },
  ]);

  await page.getByRole("button", { name: "Remove group mapping 1" }).click();
  await expect(page.getByLabel("Group in the token, row 1")).toHaveValue(/^9f0c/);
  await page.getByRole("button", { name: "Reset group_mappings to config.yaml" }).click();
  await page.getByRole("button", { name: "Reset role_mappings to config.yaml" }).click();
  await saveRevision(page);
  await expect(page.getByText("No groups are mapped.")).toBeVisible();
});

test("claims, people and role permissions are edited, saved, read back and reset", async ({ signedIn: page }) => {
  await page.goto("/console/access");
  await page.getByRole("button", { name: "Add role permission" }).click();
  await page.getByLabel("Role with permissions, row 1").selectOption("internal_user");
  const models = page.getByLabel("Permitted models, row 1");
  await models.fill("gpt-4o");
  await models.press("Enter");
  await page.getByLabel(/^user_email_jwt_field/).fill("email");
  await page.getByLabel(/^user_allowed_email_domain/).fill("acme.example");
  await page.getByRole("switch", { name: "sync_user_teams" }).click();
  await saveRevision(page);

  await page.reload();
  await expect(page.getByLabel(/^user_allowed_email_domain/)).toHaveValue("acme.example");
  const { settings } = await (await page.request.get("/config/get")).json();
  expect(settings.role_permissions.value).toEqual([{ role: "internal_user", models: ["gpt-4o"], routes: [] }]);
  expect(settings.user_email_jwt_field).toMatchObject({ value: "email", source: "revision" });
  expect(settings.sync_user_teams.value).toBe(true);
  expect(await violationsOf(page, WCAG_2)).toEqual([]);

  for (const name of ["role_permissions", "user_email_jwt_field", "user_allowed_email_domain", "sync_user_teams"])
    await page.getByRole("button", { name: `Reset ${name} to config.yaml` }).click();
  await saveRevision(page);
  await expect(page.getByText("No role is restricted.")).toBeVisible();
});

test("the claims that tokens had are listed without their values, and offered wherever a claim is typed", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "seen-team" });
  const claims = {
    client_id: "seen-team",
    ["https://acme.example/nickname"]: "a-secret-nickname",
    app: { roles: ["x"] },
  };
  expect((await stack.chat(await stack.provider.issueToken(claims))).status).toBe(200);
  await page.goto("/console/access");
  await page.getByRole("tab", { name: "Claims seen" }).click();
  const row = page.getByRole("row", { name: /^client_id/ });
  await expect(row).toContainText("team seen-team");
  await expect(page.getByRole("row", { name: /acme\.example/ })).toContainText("string(17)");
  await expect(page.getByText("a-secret-nickname")).toHaveCount(0);
  expect(await violationsOf(page, WCAG_2)).toEqual([]);

  await page.getByRole("tab", { name: "Rules" }).click();
  await page.getByLabel(/^team_alias_jwt_field/).click();
  await expect(page.getByRole("option", { name: /^app\.roles list, list of string/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add policy test" }).click();
  const editor = page.getByRole("dialog", { name: "Add policy test" });
  await editor.getByLabel("Claim of the token").fill("app.roles");
  await editor.getByRole("button", { name: "Add claim" }).click();
  await editor.getByRole("button", { name: "JSON", exact: true }).click();
  await expect(editor.getByLabel("Policy test", { exact: true })).toHaveValue(/"app": \{\s+"roles": \[/);
  await page.keyboard.press("Escape");

  await page.goto("/console/explain");
  await page.getByLabel("Claim field", { exact: true }).fill("roles_jwt_field");
  await page.getByLabel("Claim of the field").fill("app.roles");
  await page.getByRole("button", { name: "Add claim" }).click();
  await expect(page.getByLabel("Settings to try")).toHaveValue(/"roles_jwt_field": "app.roles"/);
  await page.getByRole("button", { name: "Claims", exact: true }).click();
  await page.getByLabel("Claims", { exact: true }).fill('{"client_id": "seen-team", "app": {"roles": ["y"]}}');
  await page.getByLabel("Model", { exact: true }).fill("gpt-4o");
  await page.getByRole("button", { name: "Explain", exact: true }).click();
  const card = page.locator("section").filter({ has: page.getByRole("heading", { name: "Claims of the token" }) });
  await expect(card.getByRole("listitem").filter({ hasText: "app.roles" })).toContainText("roles_jwt_field");
  await expect(card.getByRole("listitem").filter({ hasText: "client_id" })).toContainText("Names the team seen-team");
});

test("the members of listed objects are offered and explained, and brackets that mislead are told as they are typed", async ({
  signedIn: page,
  stack,
}) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "listed-team" });
  const claims = { client_id: "listed-team", orgs: [{ id: "listed-team", title: "Listed" }] };
  expect((await stack.chat(await stack.provider.issueToken(claims))).status).toBe(200);
  await page.goto("/console/access");
  const groups = page.getByLabel(/^team_ids_jwt_field/);
  await groups.click();
  await expect(page.getByRole("option", { name: /^orgs\[\]\.id / })).toBeVisible();

  await groups.fill("orgs[x]");
  await expect(page.getByText('the brackets in "orgs[x]" belong to a name')).toBeVisible();
  await groups.fill("orgs[].id");
  await expect(page.getByText("belong to a name")).toHaveCount(0);
  const user = page.getByLabel(/^user_id_jwt_field/);
  await user.fill("orgs[].id");
  await expect(page.getByText('"orgs[].id" is every element of a list')).toBeVisible();
  await user.fill("orgs[0].id");
  await expect(page.getByText("is every element of a list")).toHaveCount(0);
  await page.getByRole("button", { name: "Discard" }).click();

  await page.goto("/console/explain");
  await page.getByRole("button", { name: "Claims", exact: true }).click();
  await page.getByLabel("Claims", { exact: true }).fill(JSON.stringify({ orgs: claims.orgs }));
  await page.getByLabel("Model", { exact: true }).fill("gpt-4o");
  await page.getByRole("button", { name: "Explain", exact: true }).click();
  const card = page.locator("section").filter({ has: page.getByRole("heading", { name: "Claims of the token" }) });
  const member = card.getByRole("listitem").filter({ hasText: "orgs[].id" });
  await expect(member).toContainText("Names the team listed-team");
  await expect(member).toContainText('team_ids_jwt_field: "orgs[].id"');
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
});
