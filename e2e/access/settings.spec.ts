import { expect, test } from "../support/fixtures";

test("the settings show the nodes, how long things are kept and how people sign in", async ({
  signedIn: page,
  stack,
}) => {
  await page.goto("/console/settings");
  const node = page.getByRole("region", { name: "Nodes" }).getByRole("row").filter({ hasText: "this node" });
  await expect(node).toContainText("in time");
  const card = page.locator("section", { has: page.getByRole("heading", { name: "Retention and login" }) });
  await expect(card).toContainText(/Spend by hour\s*Kept for 90 days/);
  await expect(card).toContainText(/Single calls\s*Kept for ever/);
  await expect(card).toContainText(stack.provider.issuer);
  await expect(card).toContainText("End after 8 h");
});
