import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { callLiteral } from "@/lib/calls/literal";
import { bookCalls } from "@/lib/store/calls/calls";
import { openDatabase } from "@/lib/store/database";
import { dayAt, startOfDayIn } from "@/lib/time/time-zone";
import { NO_USAGE } from "@/lib/usage";
import { startTestDatabase } from "@/testing/database/test-database";
import { startGateway } from "@/testing/gateway/gateway-process";
import { sampleIntent } from "@/testing/spend/spend-samples";
import { expect, signInWithMasterKey, test } from "../support/fixtures";

const ZONE = "Europe/Berlin";
const HOUR_MS = 3_600_000;
const TEAMS = ["search-relevance", "support-assistant", null];
const MODELS = ["gpt-4o", "gpt-4o-mini", "claude-sonnet-4-5"];

/** The instants between which the previous month lies in Berlin. */
function lastMonth(now: number): { start: number; end: number } {
  const date = new Date(dayAt(ZONE, now));
  const first = (later: number): number =>
    startOfDayIn(ZONE, Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1));
  return { start: first(-1), end: first(0) };
}

/**
 * Books a call every five hours of the month, each with an odd price, and one on either side of it; its nano-dollars.
 */
async function book(url: string, { start, end }: { start: number; end: number }): Promise<bigint> {
  const database = openDatabase(url);
  try {
    const times = [start - 1, end];
    for (let at = start; at < end; at += 5 * HOUR_MS) times.push(at);
    times.push(end - 1);
    let total = 0n;
    const literals = times.map((startedAt, index) => {
      const spendNano = BigInt(index) * 1_234_567_000n + 89_013_000n;
      if (startedAt >= start && startedAt < end) total += spendNano;
      return callLiteral({
        ...sampleIntent(`call-${index}`, {
          startedAt,
          teamId: TEAMS[index % TEAMS.length] ?? null,
          provider: "openai",
          model: MODELS[index % MODELS.length] ?? "",
        }),
        status: "success",
        attempts: 1,
        tried: [],
        httpStatus: 200,
        durationMs: 250,
        upstreamMs: 200,
        firstTokenMs: null,
        upstreamRequestId: null,
        usage: { ...NO_USAGE, promptTokens: 10, completionTokens: 5 },
        spendNano,
        priceState: "priced",
        priceVersion: "config:1",
      });
    });
    await bookCalls(database, literals);
    return total;
  } finally {
    await database.close();
  }
}

/** A decimal number of dollars, with or without its sign and commas, as nano-dollars. */
function nanos(text: string): bigint {
  const [whole = "", fraction = ""] = text.replace(/[$,]/g, "").split(".");
  return BigInt(whole + fraction.padEnd(9, "0"));
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

/** The amounts in the last cell of each row of the page's table, and in that of its total. */
async function amountsOf(page: Page, name: string): Promise<{ rows: bigint[]; total: bigint }> {
  const table = page.getByRole("region", { name });
  const rows = await table.locator("tbody tr td:last-child").allInnerTexts();
  return { rows: rows.map(nanos), total: nanos(await table.locator("tfoot td:last-child").innerText()) };
}

/** The column `spend` of the CSV that a choice of the export menu downloads. */
async function exported(page: Page, choice: string): Promise<bigint[]> {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: choice }).click();
  const [head = "", ...lines] = readFileSync(await (await download).path(), "utf8")
    .trim()
    .split("\r\n");
  const column = head.split(",").indexOf("spend");
  // Of the cells before it, none has a comma of its own.
  return lines.map((line) => nanos(line.split(",")[column] ?? ""));
}

test("a month in Berlin adds up to the nano-dollar: the page, its rows, its files, and the calls behind them", async ({
  page,
}, testInfo) => {
  test.slow();
  const database = await startTestDatabase();
  try {
    const month = lastMonth(Date.now());
    const expected = await book(database.url, month);
    const gateway = await startGateway({ environment: { DATABASE_URL: database.url } });
    try {
      await page.setViewportSize({ width: 1280, height: 900 });
      await signInWithMasterKey(page, { gateway });
      await page.goto(`${gateway.url}/console/spend?exact=yes`);
      await page.getByLabel("Time zone").fill(ZONE);
      await page.getByLabel("Time", { exact: true }).selectOption("Last month");
      await expect(page).toHaveURL(/range=between&from=\d{4}-\d\d-01&to=\d{4}-\d\d-\d\d&zone=Europe%2FBerlin/);
      const teams = page.getByRole("region", { name: "Spend by team" });
      await expect(teams.getByRole("row", { name: /No team/ })).toBeVisible();
      await expect(teams.locator("tfoot")).toContainText("100.0%");

      // The days before stay on the page until the month has been read.
      await expect.poll(async () => (await amountsOf(page, "Spend by team")).total).toBe(expected);
      const byTeam = await amountsOf(page, "Spend by team");
      expect(byTeam.rows).toHaveLength(TEAMS.length);
      expect([byTeam.total, sum(byTeam.rows)]).toEqual([expected, expected]);
      expect(sum(await exported(page, "Sums as CSV"))).toBe(expected);
      expect(sum(await exported(page, "CSV, for spreadsheets"))).toBe(expected);
      await page.screenshot({ path: testInfo.outputPath("month-end.png"), fullPage: true, animations: "disabled" });

      await page.getByLabel("Group by").selectOption("all");
      const days = page.getByRole("region", { name: `Spend by day (${ZONE})` });
      await expect(days).toBeVisible();
      const byDay = await amountsOf(page, `Spend by day (${ZONE})`);
      expect([byDay.total, sum(byDay.rows)]).toEqual([expected, expected]);

      // The first bar is the first day, which begins on the evening before in UTC.
      const bars = page.getByRole("img", { name: /spend per day/ }).locator(".recharts-bar-rectangle path");
      await bars.first().click();
      await expect(page.getByLabel("Since")).toHaveValue(new Date(month.start).toISOString().replace(".000Z", "Z"));
      expect(sum(await exported(page, "CSV, for spreadsheets"))).toBe(byDay.rows.at(-1));
      await page.goBack();
      await expect(days).toBeVisible();

      await page.getByLabel("Group by").selectOption("model");
      const models = page.getByRole("region", { name: "Spend by model" });
      await expect(models.getByRole("row")).toHaveCount(MODELS.length + 2);
      const drilled: bigint[] = [];
      for (const model of MODELS) {
        const row = models.getByRole("row").filter({ has: page.getByRole("button", { name: model, exact: true }) });
        const shown = nanos(await row.locator("td:last-child").innerText());
        await row.getByRole("link", { name: `Calls of ${model}` }).click();
        await expect(page.getByRole("heading", { name: "Requests" })).toBeVisible();
        await expect(page.getByLabel("Since")).toHaveValue(/T2[123]:00:00Z$/);
        const calls = await exported(page, "CSV, for spreadsheets");
        expect(sum(calls)).toBe(shown);
        drilled.push(...calls);
        await page.goBack();
        await expect(models.getByRole("row")).toHaveCount(MODELS.length + 2);
      }
      expect(sum(drilled)).toBe(expected);
    } finally {
      await page.close(); // an open page would ask the stopped gateway
      await gateway.stop();
    }
  } finally {
    await database.stop();
  }
});

test("a saved view comes back with its days in this browser", async ({ signedIn: page, stack }) => {
  expect((await stack.chat(stack.gateway.masterKey)).status).toBe(200);
  await page.goto("/console/spend?by=provider&zone=Asia%2FTokyo&per=week");
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save this view…" }).click();
  await page.getByLabel("Name").fill("Providers, Tokyo");
  await page.getByLabel("Name").press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();

  await page.goto("/console/spend");
  await expect(page.getByLabel("Group by")).toHaveValue("team");
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Providers, Tokyo" }).click();
  await expect(page.getByLabel("Group by")).toHaveValue("provider");
  await expect(page.getByLabel("Time zone")).toHaveValue("Asia/Tokyo");
  await expect(page).toHaveURL(/range=between&from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/);

  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Remove views…" }).click();
  await page.getByRole("button", { name: "Remove Providers, Tokyo" }).click();
  // The button that removes it is the one that brings it back, and keeps the focus.
  const undo = page.getByRole("button", { name: "Undo the removal of Providers, Tokyo" });
  await expect(undo).toBeFocused();
  await undo.click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Views" }).click();
  await expect(page.getByRole("menuitem", { name: "Providers, Tokyo" })).toBeVisible();

  await page.keyboard.press("Escape");
  await page.goto("/console/spend?by=user");
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save this view…" }).click();
  await page.getByLabel("Name").fill("Providers, Tokyo");
  await expect(page.getByText("A view has this name. It is replaced")).toBeVisible();
  await page.getByLabel("Name").press("Enter");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Providers, Tokyo" }).click();
  await expect(page.getByLabel("Group by")).toHaveValue("provider");

  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Remove views…" }).click();
  await page.getByRole("button", { name: "Remove Providers, Tokyo" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Views" }).click();
  await expect(page.getByText("No saved views in this browser")).toBeVisible();
});
