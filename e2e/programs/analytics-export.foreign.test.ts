import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClickHouseReader } from "@/lib/reports/clickhouse-reader";
import type { ClickHouse } from "@/lib/reports/clickhouse/clickhouse";
import { CALLS_TABLE } from "@/lib/reports/clickhouse/schema";
import { createClickHouse } from "@/lib/reports/io/clickhouse-client";
import { prepareClickHouse } from "@/lib/reports/io/prepare-clickhouse";
import { createPostgresReader } from "@/lib/reports/postgres-reader";
import { EVERY_NAME, type NameAccess } from "@/lib/store/spend/payer-names";
import { CALL_FIELDS } from "@/lib/calls/columns";
import { type AnalyticsFixture, startAnalyticsFixture } from "@/testing/programs/analytics-fixture";
import { knownEngines } from "@/testing/programs/clickhouse";
import { exportedText } from "@/testing/spend/exported-text";
import { nameEverything, ODD_CALL, ODD_TEXT, replaceCalls } from "@/testing/spend/odd-calls";

const SOME_NAMES: NameAccess = {
  user: (id) => id === "a",
  key: ({ id, userId }) => id === "=b" && userId === "u",
  endUsers: false,
};
let fixture: AnalyticsFixture;
let clickhouse: ClickHouse;

/** Copies PostgreSQL's calls to ClickHouse, in place of those it has. */
async function copyCalls(): Promise<void> {
  await clickhouse.run({ sql: `TRUNCATE TABLE ${CALLS_TABLE}` });
  const { rows } = await fixture.database.pool.query<{ line: string }>(
    `SELECT row_to_json(line)::text AS line
     FROM (SELECT ${CALL_FIELDS.join(", ")}, started_at AS booked_at, 0 AS revision, 0 AS booking FROM calls) AS line`,
  );
  const { signal } = new AbortController();
  await clickhouse.insert(
    CALLS_TABLE,
    rows.map(({ line }) => line),
    "",
    signal,
  );
}

for (const { name, program, isMissing } of knownEngines())
  describe.skipIf(isMissing)(`an export of ClickHouse (${name})`, { timeout: 300_000 }, () => {
    beforeAll(async () => {
      fixture = await startAnalyticsFixture(program);
      clickhouse = createClickHouse(fixture.engine.settings, fixture.upstreams);
      await prepareClickHouse(clickhouse, fixture.engine.settings, fixture.database);
    }, 300_000);
    afterAll(async () => {
      await fixture?.close();
    });

    test("has the same bytes as one of PostgreSQL, whatever the texts and names, and names for whom may see them", async () => {
      const { database } = fixture;
      const readers = [createPostgresReader(database), createClickHouseReader(clickhouse, database, { pageSize: 37 })];
      await fc.assert(
        fc.asyncProperty(fc.array(ODD_CALL, { minLength: 1, maxLength: 90 }), ODD_TEXT, async (calls, name) => {
          await replaceCalls(database, calls);
          await nameEverything(database, name);
          await copyCalls();
          for (const format of ["csv", "jsonl"] as const)
            for (const access of [EVERY_NAME, SOME_NAMES]) {
              const question = { filters: [{}], format, access };
              const [expected, found] = await Promise.all(readers.map((reader) => exportedText(reader, question)));
              expect(found).toBe(expected);
            }
        }),
        { numRuns: 15 },
      );
    });
  });
