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
import type { ReportReader, SpendAnswer, SpendQuestion } from "@/lib/reports/report-reader";
import type { CallPage } from "@/lib/store/calls/call-list";
import type { Database } from "@/lib/store/database";
import { EVERY_NAME } from "@/lib/store/spend/payer-names";
import { CALL_SORTS } from "@/lib/wire/spend";
import { type AnalyticsFixture, startAnalyticsFixture } from "@/testing/programs/analytics-fixture";
import { type ClickHouseServer, knownEngines } from "@/testing/programs/clickhouse";
import { bookSamples, repriceSample } from "@/testing/spend/booked-rows";
import { CALL_FILTERS, PAYER_FILTERS, REPORT_QUESTIONS } from "@/testing/spend/spend-questions";
import { bookVaried } from "@/testing/spend/varied-calls";

type Answers = { readonly question: SpendQuestion; readonly expected: SpendAnswer }[];

let fixture: AnalyticsFixture;
let database: Database;
let engine: ClickHouseServer;

const ids = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `call-${String(from + index).padStart(5, "0")}`);

for (const { name, program, isMissing } of knownEngines())
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
      const [clickhouse, postgres] = [
        createClickHouseReader(node.clickhouse, database),
        createPostgresReader(database),
      ];
      /** PostgreSQL's answers, which hold until calls are booked or get another price. */
      const askPostgres = async (): Promise<Answers> => {
        const answers: Answers = [];
        for (const question of REPORT_QUESTIONS) answers.push({ question, expected: await postgres.report(question) });
        return answers;
      };
      const compare = async (state: string, answers: Answers): Promise<void> => {
        for (const { question, expected } of answers) {
          const found = await clickhouse.report(question);
          expect([state, question, inGroups(found)]).toEqual([state, question, inGroups(expected)]);
          expect(found.groups.map(({ day, spend }) => [day, spend])).toEqual(
            expected.groups.map(({ day, spend }) => [day, spend]),
          );
        }
      };
      const compareDeep = async (state: string): Promise<void> => {
        const deep = createClickHouseReader(node.clickhouse, database, { deep: 1 });
        for (const filters of CALL_FILTERS)
          for (const order of ["asc", "desc"] as const) {
            const page: CallPage = { sort: "started_at", order, from: { number: 9 }, size: 11, isCounted: true };
            const list = (reader: ReportReader) => reader.listCalls(filters, page, EVERY_NAME);
            expect([state, filters, order, await list(deep)]).toEqual([state, filters, order, await list(postgres)]);
          }
      };
      /** Compares lists of one payer, which ClickHouse reads by payer where days are summed up. */
      const comparePayers = async (state: string): Promise<void> => {
        const pages = CALL_SORTS.flatMap((sort, at) =>
          [1, 12].map((number): CallPage => ({
            ...{ sort, order: at % 2 === 0 ? "desc" : "asc", from: { number }, size: 7, isCounted: number === 1 },
          })),
        );
        for (const [at, filters] of PAYER_FILTERS.entries())
          for (const page of pages) {
            const clickhouse = createClickHouseReader(node.clickhouse, database, at % 2 === 0 ? { few: 0 } : {});
            const list = (reader: ReportReader) => reader.listCalls(filters, page, EVERY_NAME);
            const expected = await list(postgres);
            expect([state, filters, page, await list(clickhouse)]).toEqual([state, filters, page, expected]);
            if (!expected.next) continue;
            const behind: CallPage = { ...page, from: { after: expected.next } };
            const next = (reader: ReportReader) => reader.listCalls(filters, behind, EVERY_NAME);
            expect([state, filters, behind, await next(clickhouse)]).toEqual([
              state,
              filters,
              behind,
              await next(postgres),
            ]);
          }
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
      await compare("summed up", await askPostgres());
      await compareDeep("summed up");
      await comparePayers("summed up");
      const changed = ids(80_000, 2);
      await bookSamples(database, ...changed);
      await fixture.arrived();
      await expect.poll(summed, { timeout: 200_000 }).toEqual([all, all, all, 0]);
      await node.close();
      const sender = fixture.startNode({}, { sumMs: 3_600_000 });
      await repriceSample(database, "call-80001", 7n);
      await fixture.arrived();
      expect((await daysOf("days")).size).toBeLessThan(all);
      expect((await daysOf("hours")).size).toBeLessThan(all);
      const changedAnswers = await askPostgres();
      await compare("changed", changedAnswers);
      await compareDeep("changed");
      await comparePayers("changed");
      await sender.close();
      const summing = fixture.startNode();
      await expect.poll(summed, { timeout: 200_000 }).toEqual([all, all, all, 0]);
      await summing.close();
      expect(await summed()).toEqual([all, all, all, 0]);
      expect((await daysOf("weeks")).size).toBeGreaterThan(3);
      await compare("summed up again", changedAnswers);
      await engine.ask("TRUNCATE TABLE spend.gateway_summed_days");
      await compare("not summed up", changedAnswers);
    });
  });

/** Groups with the same day and spend may stand in any order. */
function inGroups({ groups, totals }: SpendAnswer): unknown {
  return { totals, groups: groups.map((group) => JSON.stringify(group, Object.keys(group).sort())).sort() };
}
