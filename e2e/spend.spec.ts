import { expect, test } from "./fixtures";

test("calls just made are in the charts, the totals and the list", async ({ signedIn: page, stack }) => {
  const teams = ["search-relevance", "support-copilot", "data-platform"];
  for (const [index, team] of teams.entries()) {
    await stack.post("/team/new", stack.gateway.masterKey, { team_id: team });
    const token = await stack.provider.issueToken({ client_id: team });
    for (let call = 0; call <= 3 - index; call++) {
      expect((await stack.chat(token, call === 2 ? "openai/gpt-4o-mini" : "gpt-4o")).status).toBe(200);
    }
  }
  await stack.chat(await stack.provider.issueToken({ client_id: "data-platform" }), "house-model");

  await page.goto("/console/spend");
  const chart = page.getByRole("img", { name: /spend per day/ });
  await expect(chart.locator(".recharts-bar-rectangle path").first()).toBeVisible();
  const table = page.getByRole("region", { name: "Spend by team" });
  await expect(table.getByRole("row", { name: /search-relevance/ })).toContainText("4");
  await expect(page.getByText(/no known price/)).toBeVisible();

  await page.getByRole("button", { name: "By model" }).click();
  await expect(page.getByRole("region", { name: "Spend by model" }).getByRole("row", { name: /gpt-4o-mini/ })).toBeVisible();
  await page.getByRole("button", { name: "7 days" }).click();
  await expect(page.getByRole("button", { name: "7 days" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "By day" }).click();
  await expect(page.getByRole("region", { name: "Spend by day (utc)" })).toBeVisible();
  await page.getByRole("button", { name: "By team" }).click();
  await expect(chart.locator(".recharts-bar-rectangle path").first()).toBeVisible();

  await page.goto("/console/requests");
  await page.getByLabel("Team id").fill("search-relevance");
  await expect(page.getByText("1–4 of 4")).toBeVisible();
  await page.getByRole("button", { name: /Details of the call/ }).first().click();
  await expect(page.getByRole("dialog").getByText("the upstream", { exact: true })).toBeVisible();
});

test("a change is in the audit log, with what was before and after", async ({ signedIn: page, stack }) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "audited" });
  await stack.post("/team/block", stack.gateway.masterKey, { team_id: "audited" });
  await page.goto("/console/audit");
  await page.getByRole("button", { name: "team.block audited, details" }).click();
  const change = page.getByRole("region", { name: "Before and after" });
  await expect(change).toContainText('− "blocked": false');
  await expect(change).toContainText('+ "blocked": true');
});
