import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Secret } from "@/lib/config/secret";
import { createClickHouseReader } from "@/lib/reports/clickhouse-reader";
import { PAYERS_TABLE, SCHEMA_STEPS, SCHEMA_TABLE } from "@/lib/reports/clickhouse/schema";
import { auditAnalytics } from "@/lib/reports/io/audit-analytics";
import { createPostgresReader } from "@/lib/reports/postgres-reader";
import type { ReportReader } from "@/lib/reports/report-reader";
import type { CallPage } from "@/lib/store/calls/call-list";
import { EVERY_NAME } from "@/lib/store/spend/payer-names";
import { whyNoChdb } from "@/scripts/setup/chdb.mjs";
import { type AnalyticsNode, type AnalyticsFixture, startAnalyticsFixture } from "@/testing/programs/analytics-fixture";
import { startFaultyDoor } from "@/testing/programs/faulty-door";
import { PAYER_FILTERS } from "@/testing/spend/spend-questions";
import { bookVaried } from "@/testing/spend/varied-calls";

const missing = whyNoChdb();
if (missing !== undefined) process.stderr.write(`Skipped: ${missing}\n`);

let fixture: AnalyticsFixture;
let booked = 0;

async function bookSome(): Promise<void> {
  await bookVaried(fixture.database, booked, booked + 300);
  booked += 300;
}
const numberIn = async (sql: string): Promise<number> => Number(await fixture.engine.ask(sql).catch(() => "-1"));
const steps = (): Promise<number> => numberIn(`SELECT max(step) FROM spend.${SCHEMA_TABLE}`);
const inOrderOfPayers = (): Promise<number> => numberIn(`SELECT count() FROM spend.${PAYERS_TABLE}`);
const audit = () => auditAnalytics(fixture.engine.settings, fixture.database, fixture.upstreams);
const ALIKE = { exitCode: 0, output: "ClickHouse has the same calls.\n" };

describe.skipIf(missing !== undefined)(
  "a ClickHouse that goes on while something changes",
  { timeout: 300_000 },
  () => {
    beforeAll(async () => {
      fixture = await startAnalyticsFixture();
    }, 300_000);
    afterAll(async () => {
      await fixture?.close();
    });

    async function compareLists(node: AnalyticsNode): Promise<void> {
      const page: CallPage = { sort: "started_at", order: "desc", from: { number: 1 }, size: 20, isCounted: true };
      const clickhouse = createClickHouseReader(node.clickhouse, fixture.database);
      for (const filters of PAYER_FILTERS) {
        const list = (reader: ReportReader) => reader.listCalls(filters, page, EVERY_NAME);
        expect([filters, await list(clickhouse)]).toEqual([
          filters,
          await list(createPostgresReader(fixture.database)),
        ]);
      }
    }

    test("a schema that an earlier version left one step behind is extended, keeps its calls and puts them in order", async () => {
      const first = fixture.startNode();
      await bookSome();
      await fixture.arrived();
      await expect.poll(inOrderOfPayers).toBeGreaterThan(0);
      await first.close();
      expect(await steps()).toBe(7);
      const table = await fixture.engine.ask("SELECT uuid FROM system.tables WHERE name = 'gateway_calls'");

      await fixture.engine.ask(`DROP TABLE spend.${PAYERS_TABLE} SYNC`);
      await fixture.engine.ask(`ALTER TABLE spend.${SCHEMA_TABLE} DELETE WHERE step = 7 SETTINGS mutations_sync = 2`);
      expect([await steps(), SCHEMA_STEPS.length]).toEqual([6, 7]);
      await bookSome();

      const nodes = [fixture.startNode(), fixture.startNode()] as const;
      await expect.poll(steps).toBe(7);
      await fixture.arrived();
      await expect.poll(inOrderOfPayers).toBeGreaterThan(0);
      await compareLists(nodes[0]);
      expect(await audit()).toEqual(ALIKE);
      // The table is the same one, so nothing was sent again.
      expect(await fixture.engine.ask("SELECT uuid FROM system.tables WHERE name = 'gateway_calls'")).toBe(table);
      expect(await numberIn(`SELECT count() FROM spend.${SCHEMA_TABLE} WHERE step = 7`)).toBe(1);
      for (const node of nodes) await node.close();
    });

    test("calls wait while ClickHouse refuses the password, and arrive once it takes it again, without a restart", async () => {
      const door = await startFaultyDoor(fixture.engine.settings.origin);
      const said: (string | undefined)[] = [];
      const node = fixture.startNode({
        settings: { ...fixture.engine.settings, origin: door.origin },
        onFinding: (name, finding) => void (name.endsWith("away") && said.push(finding?.message)),
      });
      await bookSome();
      await fixture.arrived();
      const refusals = Array.from({ length: 20 }, () => async (response: ServerResponse) => {
        response.writeHead(403, { "x-clickhouse-exception-code": "516" }).end("Code: 516. DB::Exception: gateway");
      });
      door.meet("?", ...refusals);
      await bookSome();
      await expect.poll(() => said.join("\n")).toContain("check the user and the password");
      expect(await node.reach()).toBeUndefined();
      await expect.poll(() => door.left).toBe(0);
      await fixture.arrived();
      await expect.poll(() => said.at(-1)).toBeUndefined();
      await node.close();
      await door.close();
      expect(await audit()).toEqual(ALIKE);
    });

    test("a node with a wrong password loses nothing, and one with the right password sends what has waited", async () => {
      const said: string[] = [];
      const wrong = fixture.startNode({
        settings: { ...fixture.engine.settings, password: new Secret("yesterday's") },
        onFinding: (_name, finding) => void said.push(finding?.message ?? ""),
      });
      await bookSome();
      await expect.poll(() => said.join("\n")).toContain("check the user and the password");
      expect(await numberIn("SELECT count() FROM spend.gateway_calls FINAL")).toBe(booked - 300);
      const right = fixture.startNode();
      await fixture.arrived();
      await Promise.all([wrong.close(), right.close()]);
      expect(await audit()).toEqual(ALIKE);
    });
  },
);
