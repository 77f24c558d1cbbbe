import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClickHouseReader } from "@/lib/reports/clickhouse-reader";
import type { ClickHouse } from "@/lib/reports/clickhouse/clickhouse";
import { summedDays, summedDaysStatement } from "@/lib/reports/clickhouse/sums";
import { sumDays } from "@/lib/reports/io/sum-days";
import { createPostgresReader } from "@/lib/reports/postgres-reader";
import { DAY_MS, startOfDay } from "@/lib/time/period";
import { type AnalyticsFixture, startAnalyticsFixture } from "@/testing/programs/analytics-fixture";
import { knownEngines } from "@/testing/programs/clickhouse";
import { conformanceTo } from "@/testing/spend/reader-conformance";
import { SAMPLE_TIME } from "@/testing/spend/spend-samples";
import { bookVaried } from "@/testing/spend/varied-calls";

const LAST = startOfDay(SAMPLE_TIME);
/**
 * The days that have calls: two whole weeks around the night in which Berlin puts its clocks back, and the last four.
 * Each day that is summed up takes an engine half a second.
 */
const DAYS = new Set([...days(Date.parse("2026-10-19T00:00:00Z"), 14), ...days(LAST - 3 * DAY_MS, 4)]);
function days(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => first + at * DAY_MS);
}

let fixture: AnalyticsFixture;
let clickhouse: ClickHouse;
let conforms: ReturnType<typeof conformanceTo>;

/** How many days are summed up, by day, by hour and by payer, and how many weeks. */
async function summed(): Promise<number[]> {
  const found = (["days", "hours", "payers", "weeks"] as const).map(async (of) =>
    summedDays(await clickhouse.query(summedDaysStatement({ from: 0, to: Date.now() }, of))),
  );
  return (await Promise.all(found)).map(({ size }) => size);
}

for (const { name, program, isMissing } of knownEngines())
  describe.skipIf(isMissing)(`the largest groups over time (${name})`, { timeout: 600_000 }, () => {
    beforeAll(async () => {
      fixture = await startAnalyticsFixture(program);
      await bookVaried(fixture.database, 0, 2_000, ({ startedAt }) => DAYS.has(startOfDay(startedAt)));
      conforms = conformanceTo(createPostgresReader(fixture.database));
    }, 300_000);
    afterAll(async () => {
      await fixture?.close();
    });

    test("are those of PostgreSQL, with the same others and totals, from the calls themselves", async () => {
      const node = fixture.startNode({}, { sumMs: 3_600_000 });
      await fixture.arrived();
      await node.close();
      clickhouse = node.clickhouse;
      expect(
        await fixture.engine.ask("SELECT count() > 800, uniqExact(toDate(started_at)) FROM spend.gateway_calls"),
      ).toBe(`1\t${DAYS.size}\n`);
      expect(await summed()).toEqual([0, 0, 0, 0]);
      await conforms(createClickHouseReader(clickhouse, fixture.database), "largest", "not summed up");
    });

    test("are the same from days and hours that are summed up", async () => {
      const { signal } = new AbortController();
      await sumDays(clickhouse, { through: 1_000_000n, now: Date.now, signal });
      expect(await summed()).toEqual([DAYS.size, DAYS.size, DAYS.size, 2]);
      await conforms(createClickHouseReader(clickhouse, fixture.database), "largest", "summed up");
    });
  });
