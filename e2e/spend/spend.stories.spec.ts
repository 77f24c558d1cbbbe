import { readFileSync } from "node:fs";
import { expect, test } from "../support/fixtures";

test("payers are shown by name, on the page and in the export", async ({ signedIn: page, stack }) => {
  const master = stack.gateway.masterKey;
  await stack.post("/team/new", master, { team_id: "5f0c9a3e-team", team_alias: "Ranking, EU" });
  await stack.post("/user/new", master, { user_id: "f81d4fae-user", user_email: "ada@example.com" });
  expect(
    (
      await stack.chat(
        await stack.provider.issueToken({ client_id: "5f0c9a3e-team", uid: "f81d4fae-user" }),
        "openai/gpt-4.1-nano",
      )
    ).status,
  ).toBe(200);

  // A model that nobody else calls: the legend names those alone who spend most.
  await page.goto("/console/spend?model=gpt-4.1-nano");
  const row = page.getByRole("region", { name: "Spend by team" }).getByRole("row", { name: /Ranking, EU/ });
  await expect(row).toContainText("5f0c9a3e-team");
  await expect(page.getByRole("list", { name: "Legend" })).toContainText("Ranking, EU");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Sums as CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^spend-by-team-.*\.csv$/);
  expect(readFileSync(await file.path(), "utf8")).toMatch(
    /^team_id,team_alias,spend,.*\r\n(?:.*\r\n)*5f0c9a3e-team,"Ranking, EU",/,
  );

  await page.getByLabel("Time", { exact: true }).selectOption("Last month");
  await expect(page.getByText("No calls in this range")).toBeVisible();
  await page.goto("/console/spend?by=user");
  await expect(
    page.getByRole("region", { name: "Spend by user" }).getByRole("row", { name: /ada@example\.com/ }),
  ).toContainText("f81d4fae-user");

  await page.goto("/console/requests?team_id=5f0c9a3e-team");
  await expect(page.getByTitle("5f0c9a3e-team")).toHaveText("Ranking, EU");
  await page.getByRole("button", { name: /Details of the call/ }).click();
  await expect(page.getByRole("dialog")).toContainText("Ranking, EU 5f0c9a3e-team");
  await expect(page.getByRole("dialog")).toContainText("ada@example.com f81d4fae-user");
});

test("the table of spend is sorted and read in pages, and its address holds both", async ({
  signedIn: page,
  stack,
}) => {
  const model = "openai/gpt-4.1-mini";
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "paged" });
  const token = await stack.provider.issueToken({ client_id: "paged" });
  for (let reader = 1; reader <= 27; reader++) {
    const call = { model, user: `reader ${reader}`, messages: [{ role: "user", content: "Hello" }] };
    expect((await stack.post("/v1/chat/completions", token, call)).status).toBe(200);
  }
  // Nobody else calls this model.
  await page.goto("/console/spend?by=end_user&model=gpt-4.1-mini");
  const table = page.getByRole("region", { name: "Spend by end user" });
  const names = table.locator("tbody tr td:first-child button");
  await expect(page.getByText("1–25 of 27")).toBeVisible();
  // The chart shows as many readers as it has colours for, and the others together.
  const legend = page.getByRole("list", { name: "Legend" });
  await expect(legend.getByRole("listitem")).toHaveCount(15);
  const others = legend.getByRole("button", { name: "13 others" });
  await expect(others).toHaveAttribute("aria-pressed", "true");
  await expect(legend.getByRole("listitem").last()).toHaveText(/^13 others4\d(\.\d)?%$/);
  // Without them the bars of the others fill the chart.
  const bars = page.locator(".recharts-bar");
  await expect(bars).not.toHaveCount(0);
  const drawn = await bars.count();
  await others.click();
  await expect(others).toHaveAttribute("aria-pressed", "false");
  await expect.poll(() => bars.count()).toBeLessThan(drawn);
  await others.click();
  await expect(bars).toHaveCount(drawn);
  await table.getByRole("button", { name: "End user" }).click();
  await expect(table.getByRole("columnheader", { name: "End user" })).toHaveAttribute("aria-sort", "ascending");
  await expect(names.first()).toHaveText("reader 1");
  // Numbers in names count as numbers.
  await expect(names.nth(9)).toHaveText("reader 10");
  await expect(page).toHaveURL(/sort=name/);

  await page.getByRole("button", { name: "Next page" }).click();
  await expect(names).toHaveText(["reader 26", "reader 27"]);
  await expect(table.locator("tfoot")).toContainText("100.0%");
  await page.reload();
  await expect(names).toHaveText(["reader 26", "reader 27"]);
  await table.getByRole("button", { name: "End user" }).click();
  await expect(names.first()).toHaveText("reader 27");
  await expect(page.getByText("1–25 of 27")).toBeVisible();
  await page.goBack();
  await expect(names.first()).toHaveText("reader 26");
});
