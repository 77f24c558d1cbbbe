import { type Database, openDatabase } from "@/lib/store/database";
import { DAY_OF_OLD, makeDailyPartitions } from "@/lib/store/spend/figure-partitions";
import { FIGURE_KINDS } from "@/lib/store/spend/figure-kinds";
import { startTestDatabase } from "@/testing/database/test-database";
import { startGateway } from "@/testing/gateway/gateway-process";
import { expect, signInWithMasterKey, test } from "../support/fixtures";

const CALLS = 20_060;

/** Writes calls of one deployment, which no figures count, and what retention leaves of older ones. */
async function fill({ pool }: Database): Promise<void> {
  await pool.query(
    `INSERT INTO calls (call_id, started_at, duration_ms, status, route, requested_model, model, provider, deployment,
       prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens, total_tokens, usage_source, spend, price_state)
     SELECT 'call-' || n, now() - n * interval '1 ms', 5, 'success', '/chat/completions', 'm', 'm', 'p', 'busy', 1, 0, 1, 0, 2, 'upstream', 0, 'free'
     FROM generate_series(1, ${CALLS}) AS n`,
  );
  await pool.query("INSERT INTO call_retention (pruned_before) VALUES ('2024-06-01')");
  await pool.query(
    `INSERT INTO entity_totals (entity_type, entity_id, spend, calls, prompt_tokens, completion_tokens, unpriced_calls, number)
     VALUES ('all', '', 1, 1, 1, 1, 0, 999999)`,
  );
  await pool.query(
    `INSERT INTO daily_figures (kind, entity, day, served, spend, calls, failed_calls, prompt_tokens, completion_tokens, unpriced_calls)
     SELECT ${FIGURE_KINDS.all}, 999999, day, 0, 1000000000, 1, 0, 1, 1, 0 FROM unnest($1::int[]) AS day`,
    [[DAY_OF_OLD, Date.parse("2025-01-01T00:00:00Z") / 86_400_000]],
  );
}

test("lists go on behind what was counted, and pages say since when calls and figures are kept", async ({ page }) => {
  test.slow();
  const server = await startTestDatabase();
  const database = openDatabase(server.url);
  try {
    const gateway = await startGateway({ environment: { DATABASE_URL: server.url } });
    try {
      await makeDailyPartitions(database, [DAY_OF_OLD, Date.parse("2025-01-01T00:00:00Z") / 86_400_000]);
      await fill(database);
      await page.setViewportSize({ width: 1280, height: 900 });
      await signInWithMasterKey(page, { gateway });

      await page.goto(`${gateway.url}/console/requests?status=calls&deployment=busy`);
      await expect(page.getByText("1–25 of more than 20,000")).toBeVisible();
      await page.goto(`${gateway.url}/console/requests?status=calls&deployment=busy&page=802`);
      await expect(page.getByText("20026–20050 of more than 20,000")).toBeVisible();
      await page.getByRole("button", { name: "Next page" }).click();
      await expect(page.getByText("20051–20060 of more than 20,000")).toBeVisible();
      await expect(page.getByRole("button", { name: "Next page" })).toBeDisabled();

      await page.goto(`${gateway.url}/console/requests?status=calls&time=between&from=2024-01-01`);
      await expect(page.getByText("Single calls are kept since 2024-06-01")).toBeVisible();
      await page.goto(`${gateway.url}/console/spend?range=between&from=2024-01-01&to=2024-03-01`);
      await expect(page.getByText("Figures are kept since 2025-01-01")).toBeVisible();
      // These calls were never booked, so the audit at the end would miss their totals.
      await database.pool.query("TRUNCATE calls, daily_figures, hourly_figures, entity_totals");
    } finally {
      await gateway.stop();
    }
  } finally {
    await database.close();
    await server.stop();
  }
});
