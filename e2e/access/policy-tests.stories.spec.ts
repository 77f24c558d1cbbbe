import { violationsOf, WCAG_2 } from "../support/axe";
import { expect, test } from "../support/fixtures";

test("a policy test that fails stops a save until it is forced, and says what it found", async ({
  signedIn: page,
  stack,
  watch,
}) => {
  watch.expectFailure("/config/revisions");
  await page.goto("/console/access");
  await page.getByRole("button", { name: "Add policy test" }).click();
  const editor = page.getByRole("dialog", { name: "Add policy test" });
  await editor.getByRole("button", { name: "JSON", exact: true }).click();
  const text = editor.getByLabel("Policy test", { exact: true });
  await text.fill('{"name": "nobody"}');
  await editor.getByRole("button", { name: "Keep in the draft" }).click();
  await expect(editor).toContainText("request");
  const asked = { claims: { client_id: "tested" }, request: { model: "gpt-4o" } };
  await text.fill(
    JSON.stringify({ name: "a team of its own may call", ...asked, expect: "allow", expect_rule: "team" }),
  );
  await editor.getByRole("button", { name: "Keep in the draft" }).click();

  await expect(page.getByText("1 policy test fails")).toBeVisible();
  await expect(page.getByText(/It expected allow by the rule team, found team_\w+ by the rule team:/)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole("button", { name: "Save revision" }).click();
  await expect(page.getByText(/Nothing was saved; send force: true/)).toBeVisible();
  await page.getByRole("button", { name: "Save anyway" }).click();
  await expect(page.getByText(/^Revision \d+ is in force$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Save revision" })).toBeHidden();

  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "tested" });
  await page.reload();
  await expect(page.getByRole("img", { name: "Passes" })).toBeVisible();
  await page.getByRole("button", { name: "Remove policy test 1" }).click();
  await page.getByRole("button", { name: "Save revision" }).click();
  await expect(page.getByRole("button", { name: "Save revision" })).toBeHidden();
});

test("an explanation becomes a policy test of the next revision", async ({ signedIn: page, stack }) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "kept", models: ["gpt-4o"] });
  await page.goto("/console/explain");
  await page.getByRole("button", { name: "Claims", exact: true }).click();
  await page.getByLabel("Claims", { exact: true }).fill('{"client_id": "kept", "exp": 1}');
  await page.getByLabel("Model", { exact: true }).fill("house-model");
  await page.getByRole("button", { name: "Explain", exact: true }).click();
  await page.getByRole("button", { name: "Add a test from this explanation" }).click();
  const editor = page.getByRole("dialog", { name: "Add policy test" });
  await expect(editor.getByLabel("Expected")).toHaveValue("team_model_not_allowed");
  await editor.getByRole("button", { name: "JSON", exact: true }).click();
  await expect(editor.getByLabel("Policy test", { exact: true })).toHaveValue(/"expect": "team_model_not_allowed"/);
  await editor.getByRole("button", { name: "Save as a revision" }).click();
  await expect(page.getByText(/The policy test is part of revision/)).toBeVisible();
  const { settings } = await (await page.request.get("/config/get")).json();
  expect(settings.policy_tests.value).toMatchObject([
    { name: "kept may not use house-model", claims: { client_id: "kept" }, expect: "team_model_not_allowed" },
  ]);
  expect(settings.policy_tests.value[0].claims).not.toHaveProperty("exp");
});

test("a policy test is written as a form, and its JSON says the same", async ({ signedIn: page }) => {
  await page.goto("/console/access");
  await page.getByRole("button", { name: "Add policy test" }).click();
  const editor = page.getByRole("dialog", { name: "Add policy test" });
  await editor.getByLabel("Name", { exact: true }).fill("people of search may use gpt-4o");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Add policy test" })).toBeFocused();
  await page.reload();
  await page.getByRole("button", { name: "Add policy test" }).click();
  await expect(editor.getByText("What you typed has been restored.")).toBeVisible();
  await expect(editor.getByLabel("Name", { exact: true })).toHaveValue("people of search may use gpt-4o");
  await editor.getByLabel("Claim, row 1", { exact: true }).fill("sub");
  await editor.getByLabel("Value of claim, row 1").fill("ann");
  await editor.getByLabel("Team, row 1", { exact: true }).fill("search");
  await editor.getByRole("button", { name: "Assume a user" }).click();
  await editor.getByLabel("User, row 1", { exact: true }).fill("ann");
  await editor.getByLabel("Expected").fill("");
  await editor.getByRole("button", { name: "Keep in the draft" }).click();
  await expect(editor.getByRole("alert")).toContainText("expect");
  await editor.getByLabel("Expected").fill("allow");
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 1300 });
  await editor.getByRole("button", { name: "JSON", exact: true }).click();
  const text = await editor.getByLabel("Policy test", { exact: true }).inputValue();
  expect(JSON.parse(text)).toEqual({
    name: "people of search may use gpt-4o",
    claims: { sub: "ann" },
    request: { model: "gpt-4o" },
    assume: { teams: [{ team_id: "search", models: ["gpt-4o"] }], users: [{ user_id: "ann" }] },
    expect: "allow",
  });
  await editor.getByRole("button", { name: "Keep in the draft" }).click();
  await expect(page.getByText("people of search may use gpt-4o")).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
});
