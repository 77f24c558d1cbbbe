import { violationsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import { picture } from "../support/picture";
import { ONE_LOOK } from "@/testing/patience.mjs";

test("the page of an issuer leads to the calls and the spend of its tokens, and back", async ({
  signedIn: page,
  stack,
}, testInfo) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "of-issuer", models: ["gpt-4o", "nowhere"] });
  const { issuer } = stack.provider;
  const token = await stack.provider.issueToken({ client_id: "of-issuer" });
  // Enough calls that the team is among the busiest of its issuer, whatever other tests called.
  const answers = await Promise.all(Array.from({ length: 40 }, () => stack.chat(token)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await stack.chat(token, "nowhere")).code).toBe("model_not_found");
  expect((await stack.chat(stack.gateway.masterKey)).status).toBe(200);
  const section = (name: string | RegExp) => page.locator("section", { has: page.getByRole("heading", { name }) });
  const filter = page.getByLabel("Issuer", { exact: true });

  await page.goto("/console/providers");
  await page.getByRole("link", { name: issuer }).click();
  await expect(page.getByRole("heading", { name: issuer, level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: `Drill ${issuer}` })).toBeVisible();
  await expect(section("Spend, last 30 days").getByText("Failed", { exact: true })).toBeVisible();
  await expect(section("Latest calls").getByRole("link", { name: "gpt-4o" }).first()).toBeVisible();
  await picture(page, testInfo, "issuer");
  await page.getByRole("tab", { name: "Requests" }).click();
  const team = section("Requests with its tokens, last 7 days").getByRole("link", { name: "of-issuer" });
  // Decisions are recorded a moment later.
  await expect(async () => {
    await page.reload();
    await expect(team).toHaveAttribute("href", "/console/team?id=of-issuer", ONE_LOOK);
  }).toPass();
  await expect(section("Latest refusals").getByRole("link", { name: "Unknown model" })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("tab", { name: "Overview" }).click();

  await section("Spend, last 30 days").getByRole("link", { name: "All spend" }).click();
  await expect(filter).toHaveValue(issuer);
  // No totals are kept of the teams of an issuer.
  await expect(page.getByRole("region", { name: "Spend by model" })).toBeVisible();
  await filter.fill("");
  await expect(page.getByRole("option", { name: issuer })).toHaveCount(1);
  await page.keyboard.press("Escape");
  await page.getByLabel("Group by").selectOption("issuer");
  const lines = page.getByRole("region", { name: "Spend by issuer" });
  await expect(lines.getByRole("link", { name: `Page of ${issuer}` })).toBeVisible();
  await expect(lines.getByText("No issuer")).toBeVisible();
  await picture(page, testInfo, "spend-by-issuer");
  await lines.getByRole("link", { name: `Calls of ${issuer}` }).click();
  await expect(filter).toHaveValue(issuer);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Issuer" }).click();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/columns=issuer/);
  await expect(page.getByRole("columnheader", { name: "Issuer" })).toBeVisible();
  await picture(page, testInfo, "requests-of-issuer");
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Details of the call to gpt-4o" }).first().click();
  await page.getByRole("dialog").getByRole("link", { name: issuer }).click();
  await expect(page.getByRole("heading", { name: issuer, level: 1 })).toBeVisible();
});
