import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClickHouseReader } from "@/lib/reports/clickhouse-reader";
import { summedDays, summedDaysStatement, type SumsOf } from "@/lib/reports/clickhouse/sums";
import { createPostgresReader } from "@/lib/reports/postgres-reader";
import { type AnalyticsFixture, startAnalyticsFixture } from "@/testing/programs/analytics-fixture";
import { knownEngines } from "@/testing/programs/clickhouse";
import { LARGEST_QUESTIONS } from "@/testing/spend/spend-questions";
import { bookVaried } from "@/testing/spend/varied-calls";

let fixture: AnalyticsFixture;

for (const { name, program, isMissing } of knownEngines())
  describe.skipIf(isMissing)(`the largest groups over time (${name})`, { timeout: 600_000 }, () => {
    beforeAll(async () => {
      fixture = await startAnalyticsFixture(program);
      await bookVaried(fixture.database, 0, 1_000);
    }, 300_000);
    afterAll(async () => {
      await fixture?.close();
    });

    test.each([
      ["the calls themselves", 3_600_000],
      ["days and hours that are summed up", 10],
    ])("are those of PostgreSQL, with the same others and totals, from %s", async (_source, sumMs) => {
      const node = fixture.startNode({}, { sumMs });
      await fixture.arrived();
      const daysOf = async (of: SumsOf): Promise<number> =>
        summedDays(await node.clickhouse.query(summedDaysStatement({ from: 0, to: Date.now() }, of))).size;
      const all = Number(await fixture.engine.ask("SELECT uniqExact(toDate(started_at)) FROM spend.gateway_calls"));
      const expected = sumMs === 10 ? [all, all, all] : [0, 0, 0];
      const summed = (): Promise<number[]> => Promise.all((["days", "hours", "payers"] as const).map(daysOf));
      await expect.poll(summed, { timeout: 200_000 }).toEqual(expected);
      const [clickhouse, postgres] = [
        createClickHouseReader(node.clickhouse, fixture.database),
        createPostgresReader(fixture.database),
      ];
      for (const question of LARGEST_QUESTIONS)
        expect([question, await clickhouse.largest(question)]).toEqual([question, await postgres.largest(question)]);
      await node.close();
    });
  });
