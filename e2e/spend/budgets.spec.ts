import { violationsOf, WCAG_2 } from "../support/axe";
import { expect, test } from "../support/fixtures";

test("budgets are listed by what is nearest to its end, narrowed by chips, and lead to what they are about", async ({
  signedIn: page,
  stack,
}) => {
  const { masterKey } = stack.gateway;
  for (const [id, dollars] of [
    ["budgets-full", 0],
    ["budgets-empty", 1000],
  ] as const)
    await stack.post("/team/new", masterKey, { team_id: id, max_budget: dollars, budget_duration: "1mo" });
  await page.goto("/console/budgets?search=budgets-");
  const rows = page.getByRole("region", { name: "Budgets" }).getByRole("row");
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText("budgets-full");
  await expect(rows.nth(1)).toContainText("Used up");
  await expect(rows.nth(2)).toContainText("Nothing spent recently");
  expect(await violationsOf(page, WCAG_2)).toEqual([]);
  await page.getByLabel("Filter by words").fill("state:idle name:budgets-empty");
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: "Actions for budgets-empty" }).click();
  await page.getByRole("menuitem", { name: "Change the budget" }).click();
  await expect(page.getByRole("dialog")).toContainText("budgets-empty");
});
