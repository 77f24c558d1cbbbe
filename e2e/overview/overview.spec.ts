import { expect, test } from "../support/fixtures";

test("the overview says what needs attention, which budgets run out, and how the journal does", async ({
  signedIn: page,
  stack,
}) => {
  const { masterKey } = stack.gateway;
  await stack.post("/team/new", masterKey, { team_id: "nearly-spent" });
  await stack.post("/team/new", masterKey, { team_id: "well-off", max_budget: 1000 });
  for (const team of ["nearly-spent", "well-off"]) {
    expect((await stack.chat(await stack.provider.issueToken({ client_id: team }))).status).toBe(200);
  }
  // The budget comes after the call, which would not have fitted into it.
  await stack.post("/team/update", masterKey, { team_id: "nearly-spent", max_budget: 0.0001, budget_duration: "1mo" });
  await stack.post("/team/new", masterKey, { team_id: "refused-recently", models: ["house-model"] });
  const refused = await stack.provider.issueToken({ client_id: "refused-recently" });
  // So often that this refusal stands before those of earlier tests.
  for (let call = 0; call < 40; call++) expect((await stack.chat(refused)).code).toBe("team_model_not_allowed");
  // Refusals are counted within seconds.
  await expect
    .poll(async () => (await page.request.get("/auth/refusals")).json())
    .toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ principal: "refused-recently", count: 40 })]),
    });
  await page.goto("/console");
  await expect(page.getByRole("meter", { name: "Budget of nearly-spent" })).toBeVisible();
  await expect(page.getByRole("meter", { name: "Budget of well-off" })).toBeHidden();
  await expect(page.getByText("Healthy.")).toBeVisible();
  await expect(page.getByRole("status").getByText(/budgets? (is|are) used up/)).toBeVisible();
  await expect(page.getByRole("img", { name: /^Calls per minute/ })).toBeVisible();
  await expect(page.getByRole("list", { name: "Deployments" })).toContainText("gpt-4o");

  await expect(page.getByRole("list", { name: "Teams by spend" }).getByRole("link").first()).toBeVisible();
  await expect(page.getByRole("list", { name: "Models by spend" })).toContainText("gpt-4o");
  const group = page
    .getByRole("list", { name: "Refusals" })
    .getByRole("listitem")
    .filter({ hasText: "refused-recently" });
  await expect(group).toContainText("Model not allowed for the team");
  await group.getByRole("link", { name: "Model not allowed for the team" }).click();
  await expect(page.getByRole("dialog").getByText("What would allow it")).toBeVisible();

  await page.goto("/console/teams");
  await page.getByRole("button", { name: "nearly-spent", exact: true }).click();
  await expect(page.getByRole("dialog").getByText(/Resets/)).toBeVisible();
});
