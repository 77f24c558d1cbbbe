import { expect, signInThroughProvider, test } from "../support/fixtures";

test("people whose provider cannot be told are told that they are still signed in there", async ({ page, stack }) => {
  await signInThroughProvider(page, stack.provider.administrator);
  await page.waitForLoadState("networkidle");
  stack.provider.intercept = (_, response) => {
    response.destroy();
    return true;
  };
  try {
    await page.getByRole("button", { name: /^Account: / }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    // The page that is left has notices of its own.
    await page.waitForURL(/sign-in/);
    await expect(page.getByRole("status")).toContainText("still signed in there");
  } finally {
    stack.provider.intercept = undefined;
  }
});
