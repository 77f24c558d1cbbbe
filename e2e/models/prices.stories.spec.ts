import { violationsOf, WCAG_2 } from "../support/axe";
import { expect, test } from "../support/fixtures";

test("a model without a price gets one, and its past calls are priced by it", async ({ signedIn: page, stack }) => {
  const { body: key } = await stack.post("/key/generate", stack.gateway.masterKey, { key_alias: "unpriced-caller" });
  expect((await stack.chat(String(key.key), "openai/house-of-prices")).status).toBe(200);
  await page.goto("/console/spend");
  await page.getByRole("main").getByRole("link", { name: "Prices" }).click();
  await page.getByRole("button", { name: "Add a price for openai/house-of-prices" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Input", { exact: true }).fill("-1");
  await expect(dialog.getByText("An amount, such as 2.50.")).toBeVisible();
  await dialog.getByLabel("Input", { exact: true }).fill("0.15");
  await dialog.getByLabel("Output", { exact: true }).fill("0.6");
  await dialog.getByLabel("Add another rate").selectOption({ label: "Call" });
  await dialog.getByLabel("Call", { exact: true }).fill("0.01");
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  const sent = page.waitForRequest("**/price/new");
  await dialog.getByRole("button", { name: "Add price" }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    input_cost_per_token: 1.5e-7,
    output_cost_per_token: 6e-7,
    input_cost_per_request: 0.01,
  });

  // Earlier calls are offered for re-pricing, with what that would book.
  await expect(page.getByRole("dialog", { name: "Re-price calls" }).getByText(/^\$0\.01/)).toBeVisible();
  await page.getByRole("button", { name: /^Re-price 1 call$/ }).click();
  await expect(page.getByText("Re-priced 1 call")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a price for openai/house-of-prices" })).toBeHidden();
  await expect(page.getByRole("row", { name: /openai\/house-of-prices/ })).toContainText("$0.15");

  await page.getByRole("button", { name: "Delete the price of openai/house-of-prices" }).click();
  await page.getByRole("button", { name: "Delete price" }).click();
  await expect(page.getByText("No custom prices yet")).toBeVisible();
});
