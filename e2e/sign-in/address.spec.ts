import { expect, test } from "../support/fixtures";

test("a view of spend can be linked to, reloaded, opened and returned to", async ({ signedIn: page, stack }) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "addressed" });
  const token = await stack.provider.issueToken({ client_id: "addressed" });
  expect((await stack.chat(token, "openai/gpt-4o-mini")).status).toBe(200);

  await page.goto("/console/spend?range=7&by=user&measure=calls&provider=openai");
  await expect(page.getByLabel("Time", { exact: true })).toHaveValue("7");
  await expect(page.getByRole("button", { name: "Calls", exact: true, pressed: true })).toBeVisible();
  await expect(page.getByLabel("Group by")).toHaveValue("user");
  await expect(page.getByLabel("Provider")).toHaveValue("openai");

  await page.getByLabel("Group by").selectOption("team");
  await expect(page).toHaveURL(/\/console\/spend\?range=7&by=team&measure=calls&provider=openai$/);
  await page.getByRole("region", { name: "Spend by team" }).getByRole("button", { name: "addressed" }).click();
  await expect(page).toHaveURL(/team_id=addressed/);
  const models = page.getByRole("region", { name: "Spend by model" });
  await page.reload();
  await expect(page.getByLabel("Team id")).toHaveValue("addressed");
  await models.getByRole("link", { name: "Calls of gpt-4o-mini: 1" }).click();
  await expect(page.getByText("1–1 of 1")).toBeVisible();

  await page.goBack();
  await expect(models).toBeVisible();
  await expect(page.getByLabel("Team id")).toHaveValue("addressed");
  await page.goBack();
  await expect(page.getByLabel("Team id")).toBeHidden();
  await expect(page.getByRole("region", { name: "Spend by team" })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Group by")).toHaveValue("user");
  await page.goForward();
  await expect(page.getByLabel("Group by")).toHaveValue("team");

  await page.getByRole("link", { name: "Spend", exact: true }).click();
  await expect(page.getByLabel("Time", { exact: true })).toHaveValue("30");
  await expect(page.getByLabel("Provider", { exact: true })).toBeHidden();
});

test("an address with unknown values shows the default view", async ({ signedIn: page }) => {
  await page.goto("/console/spend?range=1000000&by=constructor&measure=");
  await expect(page.getByLabel("Time", { exact: true })).toHaveValue("30");
  await expect(page.getByLabel("Group by")).toHaveValue("team");
  await page.goto("/console/requests?time=yesterday&page=-1&sort=constructor");
  await expect(page.getByLabel("Order")).toHaveValue("started_at");
  await expect(page.getByLabel("Time", { exact: true })).toHaveValue("");
});
