import type { Page } from "@playwright/test";
import { startGatewayWithDatabase } from "@/testing/gateway/gateway-with-database";
import { violationsIn, WCAG_2 } from "../support/axe";
import { expect, signInWithMasterKey, test } from "../support/fixtures";

/** Expects what is on the screen to be accessible on a wide screen and on a telephone, in both themes, and to fit. */
async function expectGoodLooks(page: Page, place: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const)
      expect(await violationsIn(colorScheme, page, WCAG_2), `${place}, ${width}, ${colorScheme}`).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), place).toBeLessThanOrEqual(width);
  }
}

test("the form of an issuer fits every width and is accessible in both themes, with every part of it open", async ({
  signedIn: page,
}) => {
  test.slow();
  await page.goto("/console/access");
  await page.getByRole("button", { name: "Add issuer" }).click();
  const editor = page.getByRole("dialog", { name: "Add an issuer" });
  await editor.getByLabel("issuer", { exact: true }).fill("https://partner.example");
  await editor.getByRole("button", { name: "Add a required claim" }).click();
  await editor.getByLabel("Required claim, row 1", { exact: true }).fill("hd");
  await editor.getByText("Opaque tokens", { exact: true }).click();
  await editor.getByRole("switch", { name: "introspection" }).click();
  await editor.getByRole("button", { name: "Keep in the draft" }).click();
  await expect(editor.getByRole("alert")).toContainText("introspection.client_id");
  await expectGoodLooks(page, "opaque tokens");
  await editor.getByText("Claims", { exact: true }).click();
  await editor.getByRole("button", { name: "Unset team_id_jwt_field" }).click();
  await editor.getByLabel("user_id_jwt_field", { exact: true }).fill("email");
  await editor.getByRole("button", { name: "Add a claim to user_id_jwt_field" }).click();
  await expectGoodLooks(page, "claims");
  // The dialog itself never scrolls away under its title.
  expect(await editor.evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight)).toBe(0);
});

test("the settings of Access fit every width and are accessible in both themes, with Microsoft Graph and a draft", async ({
  signedIn: page,
  stack,
}) => {
  test.slow();
  // The first of all teams, of which other stories leave more than a page.
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "!team-of-looks", models: ["gpt-4o"] });
  await page.goto("/console/access");
  await page.getByLabel(/^group_overage/).selectOption("Ask Microsoft Graph");
  await page.getByLabel(/^team_ids_jwt_field/).fill("groups");
  await page.getByRole("button", { name: "How claim 1 of team_ids_jwt_field is read" }).click();
  await expectGoodLooks(page, "Microsoft Graph and the parts of a claim");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("switch", { name: "enforce_scope_based_access" }).click();
  await page.getByRole("tab", { name: "Who may use what" }).click();
  await expect(page.getByRole("list", { name: "Lost" })).toContainText("team-of-looks");
  await page.getByLabel("Model to ask about").fill("gpt-4o");
  await expect(page.getByRole("list", { name: "Who may use it" })).toContainText("team-of-looks");
  await expectGoodLooks(page, "what the draft changes");
  await page.getByRole("tab", { name: "Rules" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
});

test("policy tests fit every width and are accessible in both themes, in their form and when they fail", async ({
  signedIn: page,
}) => {
  test.slow();
  await page.goto("/console/access");
  await page.getByRole("button", { name: "Add policy test" }).click();
  const editor = page.getByRole("dialog", { name: "Add policy test" });
  await editor.getByLabel("Name", { exact: true }).fill("ann may call");
  await editor.getByLabel("Claim, row 1", { exact: true }).fill("sub");
  await editor.getByLabel("Value of claim, row 1").fill("ann");
  await editor.getByRole("button", { name: "Assume a user" }).click();
  await expectGoodLooks(page, "the form of a policy test");
  await editor.getByRole("button", { name: "JSON", exact: true }).click();
  await editor.getByLabel("Policy test", { exact: true }).fill(
    JSON.stringify({
      name: "a team of its own may call",
      claims: { client_id: "nobodys" },
      request: { model: "gpt-4o" },
      expect: "allow",
    }),
  );
  await editor.getByRole("button", { name: "Keep in the draft" }).click();
  await expect(page.getByText("1 policy test fails")).toBeVisible();
  await expectGoodLooks(page, "a policy test that fails");
  await page.getByRole("button", { name: "Discard" }).click();
});

test("the page of sessions fits every width and is accessible in both themes", async ({ signedIn: page }) => {
  await page.goto("/console/sessions");
  await expect(page.getByRole("row", { name: /this session.*Master key/ })).toBeVisible();
  await expectGoodLooks(page, "sessions");
});

test("the findings of the configuration check, and a header with the name of an environment, fit a phone", async ({
  page,
  stack,
}) => {
  const gateway = await startGatewayWithDatabase({
    environment: { JWT_PUBLIC_KEY_URL: stack.provider.discoveryUrl },
    config: {
      general_settings: {
        enable_jwt_auth: true,
        console_look: { environment: "Production in Frankfurt", colour: "red" },
        gateway_jwtauth: { role_mappings: [{ role: "developer", internal_role: "internal_user" }] },
      },
      model_list: [
        { model_name: "house-model", gateway_params: { model: "vllm/house-70b", api_base: "http://127.0.0.1:9/v1" } },
      ],
    },
  });
  try {
    await page.setViewportSize({ width: 390, height: 844 });
    await signInWithMasterKey(page, { gateway });
    await expect(page.getByText("general_settings.gateway_jwtauth.role_mappings").first()).toBeVisible();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBeLessThanOrEqual(0);
    // In one line: nothing in the header is higher than its buttons.
    const header = page.getByRole("banner");
    expect(await header.evaluate((bar) => bar.scrollHeight - bar.clientHeight)).toBeLessThanOrEqual(0);
    const parts = header.locator(":scope > *");
    for (const box of await parts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))) {
      expect(box.height).toBeLessThanOrEqual(40);
      expect(box.right).toBeLessThanOrEqual(390);
    }
  } finally {
    await page.close(); // an open page would ask the stopped gateway
    await gateway.stop();
  }
});
