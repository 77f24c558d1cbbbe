import { expect, test } from "vitest";
import { ALL_TOTALS } from "@/lib/store/spend/all-totals";
import { bookSamples } from "@/testing/spend/booked-rows";
import { useSpendDesk } from "@/testing/spend/spend-desk";
import { recordingLog, SAMPLE_TIME } from "@/testing/spend/spend-samples";
import { startFiguresKeeper } from "./figures-keeper";

const DAY = 86_400_000;
const desk = useSpendDesk();

async function keep(now: number): Promise<readonly string[]> {
  const log = recordingLog();
  const keeper = startFiguresKeeper({ database: desk.database, log, now: () => now, hourlyDays: () => 90 });
  await keeper.keep();
  await keeper.close();
  return log.events;
}

async function monthsOfUsers(): Promise<string[]> {
  const { rows } = await desk.database.pool.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relispartition AND relkind = 'r' AND relname LIKE 'hourly_figures_user_%' ORDER BY 1",
  );
  return rows.map(({ name }) => name.slice(-7));
}

test("partitions of this month and the next two are made before anybody books in them", async () => {
  expect(await keep(SAMPLE_TIME)).toEqual([]);
  expect(await monthsOfUsers()).toEqual(["2026_11", "2026_12", "2027_01"]);
});

test("hours become days once their whole month is older than hourly_retention_days, and a later round drops the month", async () => {
  await bookSamples(desk.database, "call-1");
  expect(await keep(Date.parse("2027-02-28T12:00:00Z"))).toEqual([]);
  expect(await keep(Date.parse("2027-03-01T00:00:00Z"))).toEqual(["figures.folded"]);
  expect(await desk.database.prisma.hourlyFigure.count()).toBe(0);
  expect(await keep(Date.parse("2027-03-01T01:00:00Z"))).toEqual(["figures.folded"]);
  expect(await monthsOfUsers()).toEqual(["2026_12", "2027_01", "2027_02", "2027_03", "2027_04", "2027_05"]);
});

test("what an older version has booked is moved, and the log says how much it was", async () => {
  await bookSamples(desk.database, "call-1");
  await desk.database.pool.query(`
    WITH hours AS (DELETE FROM hourly_figures RETURNING *)
    INSERT INTO daily_totals SELECT date '1970-01-01' + hour / 24, entity_type, entity_id, model, provider, hours.spend * 0.000000001,
      hours.calls, failed_calls, hours.prompt_tokens, hours.completion_tokens, hours.unpriced_calls
    FROM hours JOIN ${ALL_TOTALS} AS total ON total.number = entity JOIN served_models ON served_models.number = served`);
  const before = await desk.ask("/spend/report", { group_by: "day,user" });
  expect(await keep(SAMPLE_TIME + DAY)).toEqual(["figures.moved"]);
  expect(await desk.database.prisma.dailyTotal.count()).toBe(0);
  expect(await desk.ask("/spend/report", { group_by: "day,user" })).toEqual(before);
});
