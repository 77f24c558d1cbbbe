import type { Page } from "@playwright/test";
import { violationsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import { picture } from "../support/picture";

const titles = (page: Page) => page.locator("main section > header h2");

async function act(page: Page, chart: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${chart}` }).focus();
  await page.keyboard.press("Enter");
  const entry = page.getByRole("menuitem", { name: item });
  await entry.focus();
  await page.keyboard.press("Enter");
}

test("lists flip to charts of themselves, which are pinned to a dashboard, put in order and removed", async ({
  signedIn: page,
  stack,
}, testInfo) => {
  test.slow();
  const { masterKey } = stack.gateway;
  for (const team of ["pinned-one", "pinned-two"]) {
    await stack.post("/team/new", masterKey, { team_id: team, team_alias: `Pinned ${team.slice(7)}` });
    const { body } = await stack.post("/key/generate", masterKey, { team_id: team });
    expect((await stack.chat(String(body.key))).status).toBe(200);
    expect((await stack.chat("sk-nobody-0123456789")).status).toBe(401);
  }

  await page.goto("/console/teams?search=pinned");
  await page.getByRole("group", { name: "Show as" }).getByRole("button", { name: "Chart" }).click();
  await expect(page.getByRole("img", { name: "Calls over time" })).toBeVisible();
  await page.getByText("Figures").click();
  const heads = page.getByRole("region", { name: "Figures: Calls" }).getByRole("columnheader");
  await expect(heads).toHaveText(["From", /^Pinned (one|two)$/, /^Pinned (one|two)$/]);
  await page.getByRole("group", { name: "Chart of" }).getByRole("button", { name: "Latency" }).click();
  await page.getByRole("group", { name: "Percentile" }).getByRole("button", { name: "p99" }).click();
  await expect(page).toHaveURL(/chart=latency&part=p99/);
  await expect(page.getByRole("img", { name: "Latency (p99) over time" })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await picture(page, testInfo, "teams");

  await page.getByRole("button", { name: "Pin", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Pin to a dashboard" });
  await dialog.getByRole("combobox", { name: "Dashboard" }).selectOption({ label: "New dashboard…" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Late");
  await dialog.getByRole("textbox", { name: "Title of the chart" }).fill("Slow teams");
  await dialog.getByRole("button", { name: "Pin" }).click();
  await expect(page.getByText("Pinned to Late")).toBeVisible();

  await page.goto("/console/refusals?chart=refusals&code=invalid_key");
  await expect(page.getByRole("img", { name: "Refusals over time" })).toBeVisible();
  await page.getByRole("button", { name: "Pin", exact: true }).click();
  await dialog.getByRole("combobox", { name: "Dashboard" }).selectOption({ label: "Late" });
  await dialog.getByRole("button", { name: "Pin" }).click();
  await page.getByRole("button", { name: "Open" }).click();

  await expect(page.getByRole("heading", { name: "Late", level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/console\/dashboard\?id=/);
  await expect(titles(page)).toHaveText(["Slow teams", "Refusals"]);
  await expect(page.getByRole("img", { name: "Latency (p99) over time" })).toBeVisible();
  await expect(page.getByRole("img", { name: "Refusals over time" })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await picture(page, testInfo, "dashboard");

  await act(page, "Refusals", "Move back");
  await expect(titles(page)).toHaveText(["Refusals", "Slow teams"]);
  await expect(page.getByRole("button", { name: "Actions for Refusals" })).toBeFocused();
  await act(page, "Refusals", "Rename…");
  await page.getByRole("textbox", { name: "Title" }).fill("Wrong keys");
  await page.keyboard.press("Enter");
  await expect(titles(page)).toHaveText(["Wrong keys", "Slow teams"]);
  await page.reload();
  await expect(titles(page)).toHaveText(["Wrong keys", "Slow teams"]);
  await act(page, "Wrong keys", "Open on its page");
  await expect(page).toHaveURL(/\/console\/refusals\?code=invalid_key/);
  await page.goBack();
  await act(page, "Wrong keys", "Remove");
  await expect(titles(page)).toHaveText(["Slow teams"]);
  await expect(page.getByRole("button", { name: "Actions for Slow teams" })).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(titles(page)).toHaveText(["Wrong keys", "Slow teams"]);
  await act(page, "Wrong keys", "Remove");
  await expect(titles(page)).toHaveText(["Slow teams"]);

  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Latest");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Latest", level: 1 })).toBeVisible();
  await page.goto("/console/dashboards");
  await expect(page.getByRole("row", { name: /Latest 1 Everyone Last 7 days/ })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("link", { name: "Latest" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete dashboard" }).click();
  await expect(page).toHaveURL(/\/console\/dashboards$/);
  await expect(page.getByRole("link", { name: "Latest" })).toHaveCount(0);
});

test("a dashboard that somebody else has changed meanwhile is not overwritten", async ({
  signedIn: page,
  stack,
  watch,
}) => {
  const { masterKey } = stack.gateway;
  const panels = [{ of: "calls", title: "First", measure: "calls", filter: {} }];
  const { body } = await stack.post("/dashboards", masterKey, { name: "Shared", panels });
  const path = `/dashboards/${String(body.dashboard_id)}`;
  await page.goto(`/console/dashboard?id=${String(body.dashboard_id)}`);
  await expect(titles(page)).toHaveText(["First"]);
  await fetch(stack.gateway.url + path, {
    method: "PATCH",
    headers: { authorization: `Bearer ${masterKey}`, "content-type": "application/json" },
    body: JSON.stringify({ panels: [...panels, { of: "refusals", title: "Second" }] }),
  });
  watch.expectFailure(path);
  await act(page, "First", "Remove");
  await expect(titles(page)).toHaveText(["First", "Second"]);
});

test("a dashboard for oneself is found in the command menu, emptied, filled again and shared", async ({
  signedIn: page,
  stack,
}, testInfo) => {
  const panels = [{ of: "refusals", title: "Blocked ones", filter: {} }];
  await page.goto("/console/dashboards?new=1");
  const dialog = page.getByRole("dialog", { name: "New dashboard" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Night watch");
  await dialog.getByRole("checkbox", { name: "Only I see it" }).check();
  await picture(page, testInfo, "new");
  await dialog.getByRole("button", { name: "Create dashboard" }).click();
  await expect(page.getByText("No charts yet")).toBeVisible();
  const id = new URL(page.url()).searchParams.get("id") ?? "";
  await fetch(`${stack.gateway.url}/dashboards/${id}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${stack.gateway.masterKey}`, "content-type": "application/json" },
    body: JSON.stringify({ panels }),
  });

  await page.goto("/console/dashboards");
  await expect(page.getByRole("row", { name: /Night watch 1 Only you/ })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await picture(page, testInfo, "dashboards");
  await page.keyboard.press("Control+k");
  // By the title of its chart.
  await page.getByRole("combobox", { name: "Search or jump to" }).fill("blocked ones");
  await page.getByRole("option", { name: "Night watch only you" }).click();
  await expect(titles(page)).toHaveText(["Blocked ones"]);

  await act(page, "Blocked ones", "Remove");
  await expect(page.getByText("No charts yet")).toBeVisible();
  await expect(page.locator("body")).not.toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(titles(page)).toHaveText(["Blocked ones"]);

  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByText("Night watch is shared")).toBeVisible();
  await expect(page.getByRole("button", { name: "Share" })).toHaveCount(0);
  await page.goto("/console/dashboards");
  await expect(page.getByRole("row", { name: /Night watch 1 Everyone/ })).toBeVisible();
});
