import pg from "pg";
import { startGateway } from "@/testing/gateway/gateway-process";
import { startTestDatabase } from "@/testing/database/test-database";
import { expect, signInWithMasterKey, test } from "./fixtures";

/** Dollars of a usual day, and where a team's calls go. */
const TEAMS = [
  ["support-assistant", 41, ["openai", "gpt-4o"]],
  ["search-relevance", 28, ["anthropic", "claude-sonnet-4-5"]],
  ["data-platform", 17, ["openai", "gpt-4o-mini"]],
  ["contract-review", 12, ["anthropic", "claude-sonnet-4-5"]],
  ["mobile-app", 7, ["openai", "gpt-4o-mini"]],
] as const;
const DAYS = 30;

/** A month as a platform team would see it: growing, quieter at weekends, the same on every run but for the dates. */
function* month(
  now: number,
): Generator<{ day: string; team: string; provider: string; model: string; spend: number; calls: number }> {
  for (let back = DAYS - 1; back >= 0; back--) {
    const date = new Date(now - back * 86_400_000);
    const weekend = [0, 6].includes(date.getUTCDay()) ? 0.35 : 1;
    for (const [index, [team, dollars, [provider, model]]] of TEAMS.entries()) {
      const wave = 1 + 0.22 * Math.sin(back * 1.7 + index * 2.1);
      const spend = dollars * weekend * wave * (1 - back / 90);
      yield {
        day: date.toISOString().slice(0, 10),
        team,
        provider,
        model,
        spend: Number(spend.toFixed(6)),
        calls: Math.round(spend * 55),
      };
    }
  }
}

async function fill(url: string, now: number): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  let total = 0;
  try {
    for (const { day, team, provider, model, spend, calls } of month(now)) {
      total += spend;
      for (const [type, id] of [
        ["team", team],
        ["all", ""],
      ]) {
        await client.query(
          `INSERT INTO daily_totals (day, entity_type, entity_id, model, provider, spend, calls, failed_calls, prompt_tokens, completion_tokens, unpriced_calls)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0)
           ON CONFLICT (day, entity_type, entity_id, model, provider)
           DO UPDATE SET spend = daily_totals.spend + excluded.spend, calls = daily_totals.calls + excluded.calls,
             failed_calls = daily_totals.failed_calls + excluded.failed_calls,
             prompt_tokens = daily_totals.prompt_tokens + excluded.prompt_tokens,
             completion_tokens = daily_totals.completion_tokens + excluded.completion_tokens`,
          [day, type, id, model, provider, spend, calls, Math.round(calls / 150), calls * 1180, calls * 310],
        );
      }
    }
  } finally {
    await client.end();
  }
  return total;
}

// UPDATE_PICTURES=1 keeps the picture, for the README; otherwise a run leaves no trace in the working tree.
test("a month of spend is charted by team, and its bars add up to the total", async ({ page }, testInfo) => {
  test.slow();
  const database = await startTestDatabase();
  try {
    const total = await fill(database.url, Date.now());
    // Totals without the calls they would be the sums of: nothing to audit.
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
      const path = process.env.UPDATE_PICTURES ? "docs/console.png" : testInfo.outputPath("console.png");
      await page.screenshot({ path, animations: "disabled" });
    } finally {
      await page.close(); // it would still ask
      await gateway.stop();
    }
  } finally {
    await database.stop();
  }
});
