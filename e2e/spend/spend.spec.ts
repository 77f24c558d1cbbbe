import { readFileSync } from "node:fs";
import { expect, test } from "../support/fixtures";
import { filterField } from "../support/filter-field";

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

  const groupBy = page.getByLabel("Group by");
  await groupBy.selectOption("model");
  await expect(
    page.getByRole("region", { name: "Spend by model" }).getByRole("row", { name: /gpt-4o-mini/ }),
  ).toBeVisible();
  await page.getByLabel("Time", { exact: true }).selectOption("Last 7 days");
  await expect(page.getByLabel("Time", { exact: true })).toHaveValue("7");
  await groupBy.selectOption("all");
  await expect(page.getByRole("region", { name: "Spend by day (utc)" })).toBeVisible();
  await groupBy.selectOption("team");
  await expect(chart.locator(".recharts-bar-rectangle path").first()).toBeVisible();

  await expect(table.getByRole("link", { name: "Page of search-relevance" })).toHaveAttribute(
    "href",
    "/console/team?id=search-relevance",
  );
  await table.getByRole("button", { name: "search-relevance" }).click();
  await expect(page.getByLabel("Team id")).toHaveValue("search-relevance");
  const models = page.getByRole("region", { name: "Spend by model" });
  await models.getByRole("link", { name: "Calls of gpt-4o-mini: 1" }).click();
  await expect(page.getByRole("heading", { name: "Requests" })).toBeVisible();
  await expect(page.getByText("1–1 of 1")).toBeVisible();

  await page.goto("/console/requests");
  await (await filterField(page, "Team id")).fill("search-relevance");
  await expect(page.getByText("4 in all")).toBeVisible();
  await page.getByLabel("Status", { exact: true }).selectOption("calls");
  await expect(page.getByText("1–4 of 4")).toBeVisible();
  await page
    .getByRole("button", { name: /Details of the call/ })
    .first()
    .click();
  await expect(page.getByRole("dialog").getByText("the upstream", { exact: true })).toBeVisible();
});

test("spend is shown by tag, end user and provider, and its calls are exported", async ({ signedIn: page, stack }) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "exported" });
  const token = await stack.provider.issueToken({ client_id: "exported" });
  for (const user of ["reader-1", "reader-2"]) {
    const call = {
      model: "gpt-4o",
      user,
      metadata: { tags: ["nightly"] },
      messages: [{ role: "user", content: "Hello" }],
    };
    expect((await stack.post("/v1/chat/completions", token, call)).status).toBe(200);
  }
  await page.goto("/console/spend");
  await page.getByLabel("Group by").selectOption("end_user");
  await expect(
    page.getByRole("region", { name: "Spend by end user" }).getByRole("row", { name: /reader-1/ }),
  ).toBeVisible();
  await page.getByLabel("Group by").selectOption("provider");
  await expect(
    page.getByRole("region", { name: "Spend by provider" }).getByRole("row", { name: /openai/ }),
  ).toBeVisible();
  await page.getByLabel("Group by").selectOption("tag");
  await expect(page.getByText("A call counts under each of its tags")).toBeVisible();

  await (await filterField(page, "Team id")).fill("exported");
  // Of a team and tags together there are no totals.
  await expect(page.getByText("Added up from single calls")).toBeVisible();
  await expect(page.getByRole("region", { name: "Spend by tag" }).getByRole("row", { name: /nightly/ })).toBeVisible();
  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "CSV, for spreadsheets" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^spend-.*\.csv$/);
  const lines = readFileSync(await file.path(), "utf8")
    .trim()
    .split(/\r?\n/);
  expect(lines).toHaveLength(3);

  await page.goto("/console/requests");
  await (await filterField(page, "End user")).fill("reader-2");
  await page.getByLabel("Status", { exact: true }).selectOption("success");
  await page.getByLabel("Time", { exact: true }).selectOption("0");
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  await page.getByRole("button", { name: /Details of the call/ }).click();
  await expect(page.getByRole("dialog").getByText("Attempts")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByLabel("End user")).toBeHidden();
});

test("a change is in the audit log, with the values before and after", async ({ signedIn: page, stack }) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "audited" });
  await stack.post("/team/block", stack.gateway.masterKey, { team_id: "audited" });
  await page.goto("/console/audit");
  await page.getByRole("button", { name: "Blocked a team audited, details" }).click();
  const change = page.getByRole("region", { name: "Before and after", exact: true });
  await expect(change.getByRole("listitem").filter({ hasText: "blocked" })).toHaveText(
    /removed false\s*→\s*added true/,
  );
  await change.getByText("As JSON").click();
  await expect(change).toContainText('+ "blocked": true');
});
