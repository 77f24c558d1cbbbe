import { expect, test } from "../support/fixtures";

test("the list of models has the calls of the chosen time, is sorted by them, and hands its time on", async ({
  signedIn: page,
  stack,
}) => {
  expect((await stack.chat(stack.gateway.masterKey)).status).toBe(200);
  await page.goto("/console/models?hours=24");
  const table = page.getByRole("region", { name: "Model entries" });
  await table.getByRole("button", { name: "Calls", exact: true }).click();
  await expect(page).toHaveURL(/sort=-calls/);
  await expect(table.getByRole("columnheader", { name: "Calls" })).toHaveAttribute("aria-sort", "descending");
  // Entries with calls come first, with what they cost and how long they took.
  await expect(table.getByRole("row").nth(1)).toContainText(/\$\d.*\d+(\.\d+)? m?s/);
  await expect(table.getByRole("row").nth(1)).toContainText("new");

  await page.getByLabel("Compare with").selectOption("No comparison");
  await expect(table.getByRole("row").nth(1)).not.toContainText("new");
  await page.getByLabel("Time", { exact: true }).selectOption("Last 30 days");
  await expect(page).toHaveURL(/hours=720/);
  await page.getByRole("link", { name: "Refusals", exact: true }).click();
  await expect(page).toHaveURL(/\/console\/refusals\?hours=720/);
  await page.getByRole("link", { name: "Models", exact: true }).click();
  await expect(page.getByLabel("Time", { exact: true })).toHaveValue("720");
});

test("what could not be read of the figures is said, and read again", async ({ signedIn: page, watch }) => {
  watch.expectFailure("/spend/summary");
  await page.route("**/spend/summary*", (route) =>
    route.fulfill({ status: 400, json: { error: { message: "No sums today.", code: "invalid_request" } } }),
  );
  await page.goto("/console/models");
  await expect(page.getByText("No sums today.").first()).toBeVisible();
  await page.unroute("**/spend/summary*");
  await page.getByRole("button", { name: "Load the figures again" }).click();
  await expect(page.getByText("No sums today.")).toHaveCount(0);
});
