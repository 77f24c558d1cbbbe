import { startGateway } from "@/testing/gateway/gateway-process";
import { DAYS, fillMonth, TEAMS } from "@/testing/pictures/month";
import { startTestDatabase } from "@/testing/database/test-database";
import { expect, signInWithMasterKey, test } from "../support/fixtures";

test("a month of spend is charted by team, and its bars add up to the total", async ({ page }, testInfo) => {
  test.slow();
  const database = await startTestDatabase();
  try {
    const total = await fillMonth(database.url, Date.now());
    // The totals have no calls behind them, so there is nothing to audit.
    const gateway = await startGateway({ environment: { DATABASE_URL: database.url }, audit: false });
    try {
      await page.setViewportSize({ width: 1440, height: 900 });
      await signInWithMasterKey(page, { gateway });
      await page.goto(`${gateway.url}/console/spend`);
      const bars = page.getByRole("img", { name: /spend per day/ }).locator(".recharts-bar-rectangle path");
      await expect(bars).toHaveCount(DAYS * TEAMS.length);
      const table = page.getByRole("region", { name: "Spend by team" });
      const shown = total.toLocaleString("en-US", { style: "currency", currency: "USD" });
      await expect(table.getByRole("row", { name: "Total" })).toContainText(shown);
      // The head and the total are rows, too.
      await expect(table.getByRole("row")).toHaveCount(TEAMS.length + 2);
      await page.screenshot({ path: testInfo.outputPath("console.png"), animations: "disabled" });
    } finally {
      await page.close(); // an open page would ask the stopped gateway
      await gateway.stop();
    }
  } finally {
    await database.stop();
  }
});
