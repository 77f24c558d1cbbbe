import { expect, test } from "./fixtures";

test("the overview tells of budgets near their limit and of the journal", async ({ signedIn: page, stack }) => {
  const { masterKey } = stack.gateway;
  await stack.post("/team/new", masterKey, { team_id: "nearly-spent" });
  await stack.post("/team/new", masterKey, { team_id: "well-off", max_budget: 1000 });
  for (const team of ["nearly-spent", "well-off"]) {
    expect((await stack.chat(await stack.provider.issueToken({ client_id: team }))).status).toBe(200);
  }
  // Only now, or the call would not have fitted into it.
  await stack.post("/team/update", masterKey, { team_id: "nearly-spent", max_budget: 0.0001, budget_duration: "1mo" });
  await page.goto("/console");
  await expect(page.getByRole("meter", { name: "Budget of nearly-spent" })).toBeVisible();
  await expect(page.getByRole("meter", { name: "Budget of well-off" })).toBeHidden();
  await expect(page.getByText("Nothing is stuck.")).toBeVisible();

  await page.goto("/console/teams");
  await page.getByRole("button", { name: "nearly-spent", exact: true }).click();
  await expect(page.getByRole("dialog").getByText(/Begins anew/)).toBeVisible();
});
