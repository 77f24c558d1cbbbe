import { administrator } from "@/local/provider/provider-parties";
import { expect, signInThroughProvider, signInWithMasterKey, test } from "../support/fixtures";

test("a question outlives another page and a session that ends, for its author alone, and can be started over", async ({
  signedIn: page,
  context,
  stack,
}) => {
  await page.goto("/console/explain");
  await page.getByRole("button", { name: "Claims", exact: true }).click();
  await page.getByLabel("Claims", { exact: true }).fill('{"client_id": "kept"}');
  await page.getByLabel("Team header").fill("kept-team");
  await page.getByRole("link", { name: "Models", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Models", exact: true })).toBeVisible();
  // A page that is still open would be refused its reads without cookies.
  await page.goto("about:blank");
  await context.clearCookies();
  await signInWithMasterKey(page, stack);
  await page.getByRole("link", { name: "Explain" }).click();
  await expect(page.getByLabel("Claims", { exact: true })).toHaveValue('{"client_id": "kept"}');
  await expect(page.getByLabel("Team header")).toHaveValue("kept-team");
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(page.getByLabel("Team header")).toHaveValue("");
  await page.getByLabel("Team header").fill("kept-again");

  await page.goto("about:blank");
  await context.clearCookies();
  await signInThroughProvider(page, administrator);
  await page.getByRole("link", { name: "Explain" }).click();
  await expect(page.getByLabel("Team header")).toHaveValue("");
  await expect(page.getByText("What you typed has been restored.")).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("kept-again");
});
