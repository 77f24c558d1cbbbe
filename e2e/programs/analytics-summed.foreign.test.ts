import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClickHouseReader } from "@/lib/reports/clickhouse-reader";
import {
  isLater,
  type SummedDays,
  summedDays,
  summedDaysStatement,
  type SumsOf,
  wholeWeeks,
} from "@/lib/reports/clickhouse/sums";
import { createPostgresReader } from "@/lib/reports/postgres-reader";
import type { ReportReader } from "@/lib/reports/report-reader";
import type { Database } from "@/lib/store/database";
import { type AnalyticsFixture, startAnalyticsFixture } from "@/testing/programs/analytics-fixture";
import { type ClickHouseServer, knownEngines } from "@/testing/programs/clickhouse";
import { bookSamples, repriceSample } from "@/testing/spend/booked-rows";
import { conformanceTo } from "@/testing/spend/reader-conformance";
import { bookVaried } from "@/testing/spend/varied-calls";

let fixture: AnalyticsFixture;
let database: Database;
let engine: ClickHouseServer;

const ids = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `call-${String(from + index).padStart(5, "0")}`);

/** Each state is asked a part of the questions, each engine another part: all of them take minutes. */
const STATES = ["summed up", "changed", "summed up again", "not summed up"] as const;
type State = (typeof STATES)[number];

for (const [engineAt, { name, program, isMissing }] of knownEngines().entries())
  describe.skipIf(isMissing)(`reports and lists of days that are summed up (${name})`, { timeout: 1_200_000 }, () => {
    beforeAll(async () => {
      fixture = await startAnalyticsFixture(program);
      ({ database, engine } = fixture);
      await bookVaried(database, 0, 3_000);
    }, 300_000);
    afterAll(async () => {
      await fixture?.close();
    });

    test("every report is the same, whether days are summed up, have changed since then or are not summed up yet", async () => {
      const node = fixture.startNode();
      await fixture.arrived();
      const reader = (bounds: Parameters<typeof createClickHouseReader>[2] = {}): ReportReader =>
        createClickHouseReader(node.clickhouse, database, bounds);
      let conforms = conformanceTo(createPostgresReader(database));
      const compareReports = async (state: State): Promise<void> =>
        conforms(reader(), "reports", state, { oneIn: 3, from: engineAt + STATES.indexOf(state) });
      const compareAll = async (state: State): Promise<void> => {
        const sample = { oneIn: 2, from: engineAt + STATES.indexOf(state) };
        await compareReports(state);
        await conforms(reader({ deep: 1 }), "laterPages", state, sample);
        await conforms(reader({ few: 0 }), "payers", state, sample);
        await conforms(reader(), "otherPayers", state, sample);
      };
      const daysOf = async (of: SumsOf): Promise<SummedDays> =>
        summedDays(await node.clickhouse.query(summedDaysStatement({ from: 0, to: Date.now() }, of)));
      /** How many days are summed up, by day and by hour, and how many whole weeks are not. */
      const summed = async (): Promise<unknown> => {
        const kinds = ["days", "hours", "payers", "weeks"] as const;
        const [days, hours, payers, weeks] = await Promise.all(kinds.map(daysOf));
        const missing = [...wholeWeeks(days ?? new Map())].filter(
          ([week, rounds]) => !isLater(weeks?.get(week), rounds),
        );
        return [days?.size, hours?.size, payers?.size, missing.length];
      };
      const all = Number(await engine.ask("SELECT uniqExact(toDate(started_at)) FROM spend.gateway_calls"));
      await expect.poll(summed, { timeout: 200_000 }).toEqual([all, all, all, 0]);
      // A node that goes on looking for days would share the engine with the questions.
      await node.close();
      await compareAll("summed up");
      const again = fixture.startNode();
      const changed = ids(80_000, 2);
      await bookSamples(database, ...changed);
      await fixture.arrived();
      await expect.poll(summed, { timeout: 200_000 }).toEqual([all, all, all, 0]);
      await again.close();
      const sender = fixture.startNode({}, { sumMs: 3_600_000 });
      await repriceSample(database, "call-80001", 7n);
      await fixture.arrived();
      expect((await daysOf("days")).size).toBeLessThan(all);
      expect((await daysOf("hours")).size).toBeLessThan(all);
      conforms = conformanceTo(createPostgresReader(database));
      await compareAll("changed");
      await sender.close();
      const summing = fixture.startNode();
      await expect.poll(summed, { timeout: 200_000 }).toEqual([all, all, all, 0]);
      await summing.close();
      expect(await summed()).toEqual([all, all, all, 0]);
      expect((await daysOf("weeks")).size).toBeGreaterThan(3);
      await compareReports("summed up again");
      await engine.ask("TRUNCATE TABLE spend.gateway_summed_days");
      await compareReports("not summed up");
    });
  });
