import { violationsOf, WCAG_2 } from "../support/axe";
import { expect, test } from "../support/fixtures";
import { saveRevision } from "../support/save-revision";
import { ONE_LOOK } from "@/testing/patience.mjs";

test.beforeEach(async ({ signedIn: page }) => {
  await page.goto("/console/access");
});

test("a token that was refused gets through as soon as its role is mapped", async ({ signedIn: page, stack }) => {
  const token = await stack.provider.issueToken({ uid: "person-1", realm_access: { roles: ["developer"] } });
  await expect(page.locator("[data-setting=roles_jwt_field]")).toContainText("From config.yaml");
  await page.getByRole("switch", { name: "enforce_rbac" }).click();
  await saveRevision(page);
  expect((await stack.chat(token)).status).toBe(403);

  await page.getByRole("button", { name: "Add role mapping" }).click();
  await page.getByLabel("Role in the token, row 1").fill("developer");
  await page.getByLabel("Internal role, row 1").selectOption("internal_user");
  await expect(page.locator("[data-setting=role_mappings]")).toContainText("Not saved yet");
  await page.getByLabel("Comment on this revision").fill("Developers are users");
  await saveRevision(page);
  await expect(page.locator("[data-setting=role_mappings]")).toContainText("Edited in the console");
  expect(await stack.chat(token)).toEqual({ status: 200, code: undefined });

  await page.getByRole("button", { name: "Reset role_mappings to config.yaml" }).click();
  await page.getByRole("button", { name: "Reset enforce_rbac to config.yaml" }).click();
  await saveRevision(page);
  expect((await stack.chat(token)).status).toBe(403);
});

test("a draft is tried on real traffic before it is saved", async ({ signedIn: page, stack }) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "replayed" });
  const token = await stack.provider.issueToken({ client_id: "replayed" });
  expect((await stack.chat(token)).status).toBe(200);
  await page.getByRole("switch", { name: "enforce_scope_based_access" }).click();
  const drawer = page.getByRole("dialog", { name: "What changes for real traffic" });
  const group = drawer.getByRole("listitem").filter({ hasText: "replayed" });
  // Decisions are recorded beside the call, so it may take a moment until they can be tried.
  await expect(async () => {
    await page.getByRole("button", { name: "Try on real traffic" }).click();
    await expect(group).toContainText("scope_model_not_allowed", ONE_LOOK);
  }).toPass();
  await expect(drawer.getByRole("heading", { name: /Would lose access/ })).toBeVisible();
  const byDay = drawer.getByRole("region", { name: "By person and day" });
  await expect(byDay.getByRole("row", { name: /^team replayed 1 0/ })).toBeVisible();
  await expect(byDay.getByRole("row", { name: /^\d{4}-\d\d-\d\d 1 0/ }).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  expect((await stack.chat(token)).status).toBe(200);
});

test("the matrix says who may use what, and which rule says so", async ({ signedIn: page, stack }) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "in-matrix", models: ["gpt-4o"] });
  await page.getByRole("tab", { name: "Who may use what" }).click();
  await page.getByRole("button", { name: "Teams", exact: true }).click();
  const allowed = page.getByRole("button", { name: "in-matrix, gpt-4o: allowed" });
  await expect(allowed).toBeVisible();
  await allowed.click();
  await page.getByRole("button", { name: "in-matrix, house-model: refused" }).click();
  await expect(page.getByText("team_model_not_allowed")).toBeVisible();
  await expect(page.getByText(/Rule model/)).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("button", { name: /^in-matrix/ }).and(page.locator(":focus"))).toHaveCount(1);
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
});
