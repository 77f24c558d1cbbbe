import { beforeAll, expect, test } from "vitest";
import { raisePrunedBefore } from "@/lib/store/calls/call-pruning";
import { readEntityTotal } from "@/lib/store/spend/spend-reports";
import { bookSamples } from "@/testing/spend/booked-rows";
import { useSpendFixture } from "@/testing/spend/spend-fixture";
import { recordingLog, SAMPLE_TIME } from "@/testing/spend/spend-samples";
import { startFiguresKeeper } from "./figures-keeper";

const fixture = useSpendFixture();

// Test databases come with the partitions of the months around the day of the run.
beforeAll(async () => {
  const { pool } = fixture.database;
  const { rows } = await pool.query<{ tables: string }>(
    "SELECT string_agg(inhrelid::regclass::text, ', ') AS tables FROM pg_inherits WHERE inhparent IN ('hourly_figures'::regclass, 'daily_figures'::regclass)",
  );
  await pool.query(`DROP TABLE ${rows[0]?.tables}`);
});

async function keep(now: number, dailyDays?: number, budgets: readonly string[] = []): Promise<readonly string[]> {
  const log = recordingLog();
  const keeper = startFiguresKeeper({
    database: fixture.database,
    log,
    now: () => now,
    hourlyDays: () => 90,
    dailyDays: () => dailyDays,
    budgetDurations: () => budgets,
  });
  await keeper.keep();
  await keeper.close();
  return log.events.filter((event) => event !== "figures.summed");
}

/** The ends of the partitions' names. */
async function partitionsOf(like: string): Promise<string[]> {
  const { rows } = await fixture.database.pool.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relispartition AND relkind = 'r' AND relname LIKE $1 ORDER BY 1",
    [like],
  );
  return rows.map(({ name }) => name.slice(like.length - 1));
}

const monthsOfUsers = () => partitionsOf("hourly_figures_user_%");

test("partitions of this month and the next two are made before anybody books in them", async () => {
  expect(await keep(SAMPLE_TIME)).toEqual([]);
  expect(await monthsOfUsers()).toEqual(["2026_11", "2026_12", "2027_01"]);
});

test("hours become days once their whole month is older than hourly_retention_days, and a later round drops the month", async () => {
  await bookSamples(fixture.database, "call-1");
  expect(await keep(Date.parse("2027-02-28T12:00:00Z"))).toEqual([]);
  expect(await keep(Date.parse("2027-03-01T00:00:00Z"))).toEqual(["figures.folded"]);
  expect(await fixture.database.prisma.hourlyFigure.count()).toBe(0);
  // A partition that a vacuum is reading is left to a later round.
  await expect
    .poll(async () => {
      await keep(Date.parse("2027-03-01T01:00:00Z"));
      return monthsOfUsers();
    })
    .toEqual(["2026_12", "2027_01", "2027_02", "2027_03", "2027_04", "2027_05"]);
});

test("days are forgotten with their year once neither the setting, nor calls, nor a budget needs them, and all-time totals stay", async () => {
  const { database } = fixture;
  await bookSamples(database, "call-1");
  const later = Date.parse("2028-01-01T00:00:00Z");
  const forgets = async (...settings: [dailyDays?: number, budgets?: readonly string[]]) =>
    (await keep(later, ...settings)).includes("figures.forgotten");
  expect(await forgets()).toBe(false);
  const ofTags = () =>
    fixture.ask("/spend/report", { start_date: "1900-01-01", end_date: "2027-12-31", group_by: "tag" });
  const kept = async () => ({ report: await ofTags(), total: await readEntityTotal(database, "tag", "a") });
  const before = await kept();
  expect(before).toMatchObject({ report: { totals: { calls: 2 } }, total: { calls: 1 } });

  expect(await forgets(1)).toBe(false);
  await raisePrunedBefore(database, Date.parse("2026-12-01T00:00:00Z"));
  expect(await forgets(1)).toBe(false);
  await raisePrunedBefore(database, Date.parse("2027-12-01T00:00:00Z"));
  expect(await forgets(366)).toBe(false);
  expect(await forgets(1, ["60mo"])).toBe(false);
  expect(await kept()).toEqual(before);

  expect(await forgets(365)).toBe(true);
  const { report, total } = await kept();
  expect({ report, total }).toMatchObject({ report: { data: [], totals: { calls: 0 } }, total: before.total });
  expect(before.report).not.toHaveProperty("note");
  expect(report).toMatchObject({
    note: expect.stringMatching(/^Figures are kept since .*only in all-time totals\.$/) as string,
  });
  await expect
    .poll(async () => {
      await keep(later, 365);
      return partitionsOf("daily_figures_user_%");
    })
    .not.toContain("2026");
});
