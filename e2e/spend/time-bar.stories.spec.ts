import type { Page } from "@playwright/test";
import { violationsIn } from "../support/axe";
import { expect, test } from "../support/fixtures";

const time = (page: Page) => page.getByLabel("Time", { exact: true });
const zone = (page: Page) => page.getByLabel("Time zone");
const goTo = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Console" }).getByRole("link", { name, exact: true }).click();

test("a time zone that is chosen on one page holds on all of them", async ({ signedIn: page }) => {
  await page.goto("/console/requests?time=6");
  await zone(page).fill("Asia/Tokyo");
  await expect(page).toHaveURL(/time=6&zone=Asia%2FTokyo$/);
  await goTo(page, "Spend");
  await expect(zone(page)).toHaveValue("Asia/Tokyo");
  await expect(time(page)).toHaveValue("7");
  for (const path of ["refusals", "audit", "spend", "requests", ""]) {
    await page.goto(`/console/${path}`);
    await expect(zone(page), path).toHaveValue("Asia/Tokyo");
  }
  // Days without a zone are the same for everybody.
  await page.goto("/console/requests?time=between&from=2026-10-01&to=2026-10-31");
  await expect(zone(page)).toHaveValue("UTC");
  await page.goto("/console/spend");
  await zone(page).fill("UTC");
  await page.goto("/console/audit");
  await expect(zone(page)).toHaveValue("UTC");
});

test("a time zone is searched by a part of its name, and any other text changes nothing", async ({
  signedIn: page,
}) => {
  await page.goto("/console/requests");
  await zone(page).click();
  await expect(page.getByRole("option", { name: "UTC", exact: true })).toHaveAttribute("aria-current", "true");
  await page.keyboard.type("tokyo");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveText(["Asia/Tokyo"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/zone=Asia%2FTokyo$/);
  await expect(zone(page)).toHaveValue("Asia/Tokyo");
  await zone(page).fill("Atlantis");
  await page.keyboard.press("Tab");
  await expect(zone(page)).toHaveValue("Asia/Tokyo");
});

test("a month of the past goes along from page to page, by the navigation and by the palette", async ({
  signedIn: page,
}) => {
  await page.goto("/console/spend");
  await time(page).selectOption("Last month");
  await expect(page).toHaveURL(/range=between&from=/);
  const first = new URL(page.url()).searchParams.get("from") ?? "";
  await goTo(page, "Refusals");
  await expect(time(page)).toHaveValue("between");
  await expect(page.getByLabel("First day (UTC)")).toHaveValue(first);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or jump to" }).fill("Audit log");
  await expect(page.getByRole("option", { name: "Audit log", exact: true })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/console/audit\\?time=between&from=${first}`));
});

test("the figures of the overview are those of the chosen time, which goes along", async ({
  signedIn: page,
  stack,
}) => {
  expect((await stack.chat(stack.gateway.masterKey)).status).toBe(200);
  await page.goto("/console");
  await expect(page.getByRole("heading", { name: "Spend per day, last 30 days" })).toBeVisible();
  await time(page).selectOption("Last month");
  await expect(page.getByRole("heading", { name: "Spend per day, last month" })).toBeVisible();
  await expect(page.getByText("0 of 0", { exact: true })).toBeVisible();
  await time(page).selectOption("Last 7 days");
  await expect(page).toHaveURL(/\/console\?range=7$/);
  await page.getByLabel("Compare with").selectOption("No comparison");
  await expect(page).toHaveURL(/\?range=7&compare=none$/);
  await goTo(page, "Spend");
  await expect(page.getByRole("heading", { name: "Spend", exact: true, level: 1 })).toBeVisible();
  await expect(time(page)).toHaveValue("7");
  for (const colorScheme of ["light", "dark"] as const) expect(await violationsIn(colorScheme, page)).toEqual([]);
});

test("the page of a team has the same time bar", async ({ signedIn: page, stack }) => {
  await stack.post("/team/new", stack.gateway.masterKey, { team_id: "timed" });
  await page.goto("/console/team?id=timed");
  await expect(page.getByRole("heading", { name: "Spend, last 30 days" })).toBeVisible();
  await time(page).selectOption("Last 7 days");
  await expect(page).toHaveURL(/id=timed&range=7$/);
  await expect(page.getByRole("heading", { name: "Spend, last 7 days" })).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) expect(await violationsIn(colorScheme, page)).toEqual([]);
  await page.getByRole("link", { name: "All spend" }).click();
  await expect(page).toHaveURL(/\/console\/spend\?team_id=timed&range=7$/);
  await expect(time(page)).toHaveValue("7");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Spend, last 7 days" })).toBeVisible();
  await goTo(page, "Requests");
  await expect(time(page)).toHaveValue("6");
});

test("changes are marked in the chart and told in words, until a click takes them away", async ({
  signedIn: page,
  stack: { gateway, post, chat },
}) => {
  await post("/team/new", gateway.masterKey, { team_id: "marked" });
  const { body } = await post("/key/generate", gateway.masterKey, { team_id: "marked" });
  expect((await chat(String(body["key"]))).status).toBe(200);
  await post("/team/block", gateway.masterKey, { team_id: "marked" });
  await page.goto("/console/spend");
  const button = page.getByRole("button", { name: /^\d+ changes?$/ });
  await expect(button).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("Blocked a team: marked")).toBeAttached();
  const marks = page.locator(".recharts-reference-line");
  await expect(marks).not.toHaveCount(0);
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(marks).toHaveCount(0);
  await page.goto("/console/team?id=marked");
  await expect(page.getByRole("button", { name: "Changes", exact: true })).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("button", { name: "Changes", exact: true }).click();
  await expect(marks).not.toHaveCount(0);
});
