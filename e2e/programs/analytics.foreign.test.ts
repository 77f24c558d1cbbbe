import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Secret } from "@/lib/config/secret";
import { createAnalyticsReader } from "@/lib/reports/analytics-reader";
import { createClickHouseReader } from "@/lib/reports/clickhouse-reader";
import { auditAnalytics } from "@/lib/reports/io/audit-analytics";
import { createPostgresReader } from "@/lib/reports/postgres-reader";
import type { ReportReader } from "@/lib/reports/report-reader";
import type { CallPage } from "@/lib/store/calls/call-list";
import { EVERY_NAME } from "@/lib/store/spend/payer-names";
import type { Database } from "@/lib/store/database";
import { startOfDay } from "@/lib/time/period";
import { dayBounds } from "@/lib/time/time-zone";
import { CALL_SORTS } from "@/lib/wire/spend";
import { type AnalyticsFixture, startAnalyticsFixture } from "@/testing/programs/analytics-fixture";
import { type ClickHouseServer, knownEngines } from "@/testing/programs/clickhouse";
import { bookSamples, repriceSample } from "@/testing/spend/booked-rows";
import { conformanceTo } from "@/testing/spend/reader-conformance";
import { CALL_PAGES } from "@/testing/spend/spend-questions";
import { bookVaried } from "@/testing/spend/varied-calls";
import { recordingLog, SAMPLE_TIME } from "@/testing/spend/spend-samples";

let fixture: AnalyticsFixture;
let database: Database;
let engine: ClickHouseServer;

/** ClickHouse's number of calls, their spend in nano-dollars, and the sum of their revisions. */
const engineSums = (): Promise<string> =>
  engine.ask("SELECT count(), toInt64(sum(spend) * 1000000000), sum(revision) FROM spend.gateway_calls FINAL");
async function ledgerSums(): Promise<string> {
  const { rows } = await database.pool.query<{ sums: string }>(
    "SELECT concat_ws(E'\\t', count(*), (sum(spend) * 1000000000)::bigint, sum(revision)) AS sums FROM calls",
  );
  return `${rows[0]?.sums}\n`;
}
const ids = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `call-${String(from + index).padStart(5, "0")}`);

for (const { name, program, isMissing } of knownEngines())
  describe.skipIf(isMissing)(`a real ClickHouse (${name})`, { timeout: 600_000 }, () => {
    beforeAll(async () => {
      fixture = await startAnalyticsFixture(program);
      ({ database, engine } = fixture);
    }, 300_000);
    afterAll(async () => {
      await fixture?.close();
    });

    test("an existing ledger and each later call arrive once, also re-priced, while engine and nodes are killed", async () => {
      await bookSamples(database, ...ids(0, 3_000));
      const nodes = [fixture.startNode(), fixture.startNode()];
      await fixture.arrived();
      expect(await engineSums()).toBe(await ledgerSums());
      await repriceSample(database, "call-00007", 123_456_789n);
      await engine.kill();
      await bookSamples(database, ...ids(3_000, 2_000));
      await nodes[0]?.close();
      await repriceSample(database, "call-00008", 1n);
      await engine.start();
      const third = fixture.startNode();
      await bookSamples(database, ...ids(5_000, 500));
      await fixture.arrived();
      expect(await engineSums()).toBe(await ledgerSums());
      expect((await engineSums()).startsWith("5500\t")).toBe(true);
      await Promise.all([nodes[1]?.close(), third.close()]);
    });

    test("the audit finds both sides alike, and then the day of a call that one of them lost or has at another price", async () => {
      const node = fixture.startNode();
      await fixture.arrived();
      await node.close();
      const audit = () => auditAnalytics(engine.settings, database, fixture.upstreams);
      expect(await audit()).toEqual({ exitCode: 0, output: "ClickHouse has the same calls.\n" });
      // Re-priced, and not sent yet.
      await repriceSample(database, "call-00009", 5n);
      expect((await audit()).exitCode).toBe(0);
      await engine.ask(
        "ALTER TABLE spend.gateway_calls UPDATE spend = spend + 0.000000001 WHERE call_id = 'call-00010' SETTINGS mutations_sync = 1",
      );
      const { exitCode, output } = await audit();
      expect([exitCode, output.split("\n").length]).toEqual([1, 3]);
      expect(output).toContain("2026-11-21  PostgreSQL: 5500 calls");
    });

    test("a table that is lost or created again gets every call again, from the beginning", async () => {
      await engine.ask("DROP TABLE spend.gateway_calls");
      const node = fixture.startNode();
      await expect.poll(() => engineSums().catch(() => "")).toBe(await ledgerSums());
      await node.close();
    });

    test("every list and export of ClickHouse equals that of PostgreSQL", async () => {
      await bookVaried(database, 0, 3_000);
      const node = fixture.startNode();
      await fixture.arrived();
      const conforms = conformanceTo(createPostgresReader(database));
      const clickhouse = createClickHouseReader(node.clickhouse, database);
      for (const of of ["lists", "exports", "series"] as const) await conforms(clickhouse, of, "as the calls came");
      await node.close();
    });

    test("a list is exact also while older prices of a hundred calls stand in front of it", async () => {
      const node = fixture.startNode();
      await fixture.arrived();
      await engine.ask("SYSTEM STOP MERGES spend.gateway_calls");
      const dear = ids(90_000, 100);
      await bookSamples(database, ...dear);
      for (const price of [900_000_000_000n, 1n]) {
        for (const id of dear) await repriceSample(database, id, price);
        await fixture.arrived();
      }
      const [clickhouse, postgres] = [
        createClickHouseReader(node.clickhouse, database),
        createPostgresReader(database),
      ];
      for (const [sort, filter] of [
        ["spend", {}],
        ["spend", { priceState: "priced" }],
        ["started_at", { priceState: "unpriced" }],
      ] as const) {
        const page: CallPage = { sort, order: "desc", from: { number: 1 }, size: 5, isCounted: true };
        const list = (reader: ReportReader) => reader.listCalls([filter], page, EVERY_NAME);
        expect([sort, filter, await list(clickhouse)]).toEqual([sort, filter, await list(postgres)]);
      }
      expect(await engine.ask("SELECT count() > 5 FROM spend.gateway_calls WHERE spend > 100")).toBe("1\n");
      await engine.ask("SYSTEM START MERGES spend.gateway_calls");
      await node.close();
    });

    test("a page that is far from the first is the same as in PostgreSQL, in every order, also behind the last", async () => {
      const node = fixture.startNode();
      await fixture.arrived();
      const total = Number((await ledgerSums()).split("\t")[0]);
      const [clickhouse, postgres] = [
        createClickHouseReader(node.clickhouse, database, { deep: 1 }),
        createPostgresReader(database),
      ];
      const size = 40;
      for (const sort of CALL_SORTS)
        for (const [filter, last] of [
          [{}, Math.ceil(total / size)],
          [{ status: "error" }, 2],
          [{ priceState: "unpriced" }, 2],
        ] as const)
          for (const number of [Math.ceil(last / 3), last - 1, last, last + 1]) {
            const page: CallPage = { sort, order: "desc", from: { number }, size, isCounted: true };
            const list = (reader: ReportReader) => reader.listCalls([filter], page, EVERY_NAME);
            expect([filter, page, await list(clickhouse)]).toEqual([filter, page, await list(postgres)]);
          }
      await node.close();
    });

    test("pages behind a call reach every call once, in every order", async () => {
      const node = fixture.startNode();
      await fixture.arrived();
      const total = Number((await ledgerSums()).split("\t")[0]);
      const clickhouse = createClickHouseReader(node.clickhouse, database);
      for (const { sort, order } of CALL_PAGES.slice(0, 8)) {
        const seen: string[] = [];
        let from: CallPage["from"] = { number: 1 };
        for (;;) {
          const page: CallPage = { sort, order, from, size: 3_000, isCounted: false };
          const { calls, next } = await clickhouse.listCalls([{}], page, EVERY_NAME);
          seen.push(...calls.map(({ call_id: id }) => id));
          if (!next) break;
          from = { after: next };
        }
        expect(new Set(seen).size).toBe(total);
        expect(seen).toHaveLength(total);
      }
      await node.close();
    });

    test.each([
      ["a wrong password", { password: new Secret("sk-wrong") }, "it answered error 516"],
      ["a database that does not exist", { database: "nowhere" }, "it has no database nowhere"],
    ])("%s is a finding without a secret, and mends itself once it is right", async (_what, wrong, message) => {
      const said: string[] = [];
      const note = (...words: readonly unknown[]): void => void said.push(JSON.stringify(words));
      const log = { info: note, warn: note, error: note };
      const node = fixture.startNode({ settings: { ...engine.settings, ...wrong }, log, onFinding: note });
      await expect.poll(() => said.join("\n")).toContain(message);
      expect(await node.reach()).toBeUndefined();
      await node.close();
      expect(said.join("\n")).toContain("C185");
      expect(said.join("\n")).not.toContain("sk-wrong");
      const right = fixture.startNode();
      await expect.poll(() => right.reach()).toBeDefined();
      await right.close();
    });

    test("a report says how far ClickHouse is, and one while it is away comes from PostgreSQL and says what is missing", async () => {
      const node = fixture.startNode();
      await fixture.arrived();
      const reader = createAnalyticsReader(createPostgresReader(database), node, database, recordingLog());
      const list = () =>
        reader.listCalls(
          [{}],
          { sort: "spend", order: "desc", from: { number: 1 }, size: 5, isCounted: true },
          EVERY_NAME,
        );
      await expect.poll(async () => (await list()).asOf).toBeGreaterThan(0);
      const { rows } = await database.pool.query<{ booked: Date }>("SELECT max(booked_at) AS booked FROM calls");
      expect((await list()).asOf).toBe(rows[0]?.booked.getTime());
      expect((await list()).note).toBeUndefined();
      await database.pool.query("INSERT INTO call_retention (id, pruned_before) VALUES (1, '2026-09-01')");
      const august = { from: Date.parse("2026-08-01T00:00:00Z"), to: Date.parse("2026-08-02T00:00:00Z") };
      expect(await reader.kept(august)).toEqual({});
      const zoned = {
        filter: {
          ...({ entityType: "all", ...august } as const),
          zoned: { bounds: dayBounds("Asia/Kolkata", august.from, august.to), source: "calls" } as const,
        },
        dimensions: ["day"] as const,
        limit: 10,
      };
      expect((await reader.report(zoned)).note).toBeUndefined();
      await engine.kill();
      expect((await reader.report(zoned)).note).toBe(
        "ClickHouse cannot be asked at the moment, and PostgreSQL has only the calls since 2026-09-01: what is missing is not counted.",
      );
      expect(await reader.kept(august)).toEqual({ callsSince: Date.parse("2026-09-01T00:00:00Z") });
      expect(await list()).toMatchObject({
        note: "ClickHouse cannot be asked at the moment, and PostgreSQL has only the calls since 2026-09-01.",
      });
      const report = await reader.report({
        filter: { entityType: "all", from: 0, to: startOfDay(SAMPLE_TIME) },
        dimensions: ["day"],
        limit: 1,
      });
      expect([report.note, report.asOf]).toEqual([undefined, undefined]);
      await engine.start();
      await expect.poll(async () => (await list()).asOf).toBeGreaterThan(0);
      await node.close();
    });
  });
