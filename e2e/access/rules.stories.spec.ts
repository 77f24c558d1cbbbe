import { violationsIn } from "../support/axe";
import { expect, test } from "../support/fixtures";
import { picture } from "../support/picture";

test("the rules are read as sentences, each leads to its fields, and what is drafted says itself too", async ({
  signedIn: page,
}, testInfo) => {
  await page.goto("/console/access");
  const words = page.getByRole("list", { name: "Rules in words" });
  await expect(words).toContainText("The scope gateway_proxy_admin makes an administrator.");
  await page.getByRole("button", { name: "Add role mapping" }).click();
  await page.getByLabel("Role in the token, row 1").fill("data-scientist");
  await expect(words).toContainText("Whoever has the role data-scientist acts as themselves, once enforce_rbac is on.");
  await words.getByRole("button", { name: /data-scientist/ }).click();
  await expect(page.getByLabel("Role in the token, row 1")).toBeFocused();
  await expect(page.getByLabel("Role in the token, row 1")).toBeInViewport();
  for (const theme of ["light", "dark"] as const) expect(await violationsIn(theme, page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
  await picture(page, testInfo, "rules");
  await page.getByRole("button", { name: "As YAML" }).click();
  await expect(page.getByLabel("gateway_jwtauth", { exact: true })).toContainText("role: data-scientist");
  await page.getByRole("button", { name: "Discard" }).click();
});

test("the rules are searched, and what has its default can be left out", async ({ signedIn: page }, testInfo) => {
  await page.goto("/console/access");
  const index = page.getByRole("navigation", { name: "Rules" }).getByRole("button");
  await expect(index).toHaveText([
    "Enforcement",
    "Roles, groups, scopes",
    "Claims",
    "Token requirements",
    "Issuers",
    "Users and teams",
    "Administrators and routes",
    "Policy tests",
  ]);
  await index.filter({ hasText: "Users and teams" }).click();
  await expect(page.getByLabel("user_allowed_email_domain")).toBeInViewport();
  await page.getByLabel("Search the rules").fill("memberships groups");
  await expect(index.filter({ hasText: "Users and teams" })).toHaveCount(1);
  await expect(index.filter({ hasText: "Policy tests" })).toHaveCount(0);
  await expect(page.getByLabel("team_id_default")).toHaveCount(0);
  await page.getByLabel("Search the rules").fill("");
  await page.getByRole("button", { name: "Only what is set" }).click();
  await expect(page.getByLabel("user_allowed_email_domain")).toHaveCount(0);
  await expect(page.locator("[data-setting=roles_jwt_field]")).toBeVisible();
  await picture(page, testInfo, "rules-set");
  await page.reload();
  await expect(page.getByLabel("user_allowed_email_domain")).toHaveCount(0);
});
