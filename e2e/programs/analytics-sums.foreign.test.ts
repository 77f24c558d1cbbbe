import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClickHouseReader } from "@/lib/reports/clickhouse-reader";
import { type ClickHouse, ClickHouseError } from "@/lib/reports/clickhouse/clickhouse";
import { CALLS_TABLE, SUMMED_TABLE } from "@/lib/reports/clickhouse/schema";
import { type SummedDays, summedDays, summedDaysStatement, type SumsOf } from "@/lib/reports/clickhouse/sums";
import { createClickHouse } from "@/lib/reports/io/clickhouse-client";
import { prepareClickHouse } from "@/lib/reports/io/prepare-clickhouse";
import { sumDays } from "@/lib/reports/io/sum-days";
import { DAY_MS } from "@/lib/time/period";
import { type AnalyticsFixture, startAnalyticsFixture } from "@/testing/programs/analytics-fixture";
import { knownEngines } from "@/testing/programs/clickhouse";

/** A Monday, and the noon behind the last of eight days. */
const FIRST = Date.parse("2026-11-09T00:00:00Z");
const DAYS = 8;
const NOON = FIRST + DAYS * DAY_MS + DAY_MS / 2;
let fixture: AnalyticsFixture;
let clickhouse: ClickHouse;

/** Adds a call at noon of a day, which counts from 0. */
async function addCall(day: number, booking: number): Promise<void> {
  const started = new Date(FIRST + day * DAY_MS + DAY_MS / 2).toISOString();
  const line = {
    call_id: `call-${booking}`,
    started_at: started,
    status: "success",
    spend: "0.5",
    booking,
    revision: 1,
  };
  await clickhouse.insert(CALLS_TABLE, [JSON.stringify(line)], `${booking}`, new AbortController().signal);
}

const daysOf = async (of: SumsOf): Promise<SummedDays> =>
  summedDays(await clickhouse.query(summedDaysStatement({ from: FIRST, to: NOON }, of)));

for (const { name, program, isMissing } of knownEngines())
  describe.skipIf(isMissing)(`sums of days in ClickHouse (${name})`, () => {
    beforeAll(async () => {
      fixture = await startAnalyticsFixture(program);
      clickhouse = createClickHouse(fixture.engine.settings, fixture.upstreams);
      await prepareClickHouse(clickhouse, fixture.engine.settings, fixture.database);
    }, 300_000);
    afterAll(async () => {
      await fixture?.close();
    });

    test("a first look that breaks off goes on with the days that are missing or have changed, whatever the clock says", async () => {
      for (let day = 0; day < DAYS; day++) await addCall(day, day + 1);
      const breaking = new AbortController();
      let asked = 0;
      const now = (): number => {
        // The clock is read once for the look and once for each day, so the fourth reading breaks off the third day.
        if (++asked === 4) breaking.abort();
        return NOON;
      };
      const broken = sumDays(clickhouse, { through: BigInt(DAYS), now, signal: breaking.signal });
      await expect(broken).rejects.toThrow(ClickHouseError);
      const noted = () =>
        clickhouse.query({ sql: `SELECT count() FROM ${SUMMED_TABLE} FINAL WHERE day > '1970-01-01'` });
      expect(await noted()).toEqual([["2"]]);
      expect([...(await daysOf("days"))]).toEqual([]);

      await addCall(0, 100);
      const { signal } = new AbortController();
      // The clock of the second look is five seconds behind.
      const summing = { through: 100n, now: () => NOON - 5_000, signal };
      expect(await sumDays(clickhouse, summing)).toBe(DAYS - 1);
      const days = await daysOf("days");
      expect([days.size, (await daysOf("hours")).size, (await daysOf("weeks")).size]).toEqual([DAYS, DAYS, 1]);
      expect([days.get(FIRST), days.get(FIRST + DAY_MS)]).toEqual([String(NOON + 1), String(NOON)]);
      expect(await sumDays(clickhouse, summing)).toBe(0);
      const filter = { entityType: "all", entityId: "", from: FIRST, to: FIRST + (DAYS - 1) * DAY_MS } as const;
      const reader = createClickHouseReader(clickhouse, fixture.database);
      const { totals } = await reader.report({ filter, dimensions: ["entity"], limit: 10 });
      expect([totals.calls, totals.spend]).toEqual([DAYS + 1, (DAYS + 1) / 2]);
    });
  });
