import { violationsOf } from "../support/axe";
import { expect, test } from "../support/fixtures";
import { picture } from "../support/picture";

test("the list of requests flips to a chart of itself, and a bar back to the calls behind it", async ({
  signedIn: page,
  stack,
}, testInfo) => {
  const { masterKey } = stack.gateway;
  await stack.post("/team/new", masterKey, { team_id: "charted", team_alias: "Charted" });
  const { body } = await stack.post("/key/generate", masterKey, { team_id: "charted" });
  for (let call = 0; call < 3; call++) expect((await stack.chat(String(body.key))).status).toBe(200);

  await page.goto("/console/requests?team_id=charted");
  await expect(page.getByText("3 in all")).toBeVisible();
  await page.getByRole("group", { name: "Show as" }).getByRole("button", { name: "Chart" }).click();
  await expect(page).toHaveURL(/chart=calls/);
  const chart = page.getByRole("img", { name: "Calls over time" });
  await expect(chart).toBeVisible();
  await expect(page.getByText("Per hour, UTC")).toBeVisible();
  await page.getByText("Figures").click();
  await expect(page.getByRole("region", { name: "Figures: Calls" }).getByRole("row")).not.toHaveCount(1);
  expect(await violationsOf(page)).toEqual([]);
  await picture(page, testInfo, "chart");

  await page.getByRole("group", { name: "Chart of" }).getByRole("button", { name: "Latency" }).click();
  await expect(page.getByRole("img", { name: "Latency over time" })).toBeVisible();
  await expect(page).toHaveURL(/chart=latency/);
  await page.reload();
  await expect(page.getByRole("img", { name: "Latency over time" })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole("group", { name: "Chart of" }).getByRole("button", { name: "Calls", exact: true }).click();
  const box = await chart.boundingBox();
  if (!box) throw new Error("There is no chart");
  const position = { x: box.width - 8, y: box.height / 2 };
  // The chart finds the bar while it is pointed at.
  await chart.hover({ position });
  await expect(chart.getByText("3 calls")).toBeVisible();
  await chart.click({ position });
  await expect(page).toHaveURL(/time=between/);
  await expect(page.getByText("3 in all")).toBeVisible();
});

test("a chart of what was refused says that charts are of calls", async ({ signedIn: page }) => {
  await page.goto("/console/requests?status=refused&chart=calls");
  await expect(page.getByRole("heading", { name: "Charts are of calls" })).toBeVisible();
});
