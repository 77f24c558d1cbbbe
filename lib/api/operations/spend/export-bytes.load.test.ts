import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPostgresReader } from "@/lib/reports/postgres-reader";
import { type Database, openDatabase } from "@/lib/store/database";
import { EVERY_NAME, type NameAccess, readPayerNames } from "@/lib/store/spend/payer-names";
import { CALL_FIELDS } from "@/lib/calls/columns";
import { EXPORT_COLUMNS } from "@/lib/wire/spend";
import type { PayerIds } from "@/lib/wire/payer-names";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { exportedText } from "@/testing/spend/exported-text";
import { nameEverything, ODD_CALL, ODD_TEXT, replaceCalls } from "@/testing/spend/odd-calls";
import { csvRow } from "@/lib/reports/csv";

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

type Row = Record<string, unknown> & PayerIds & { readonly started_at: Date };

function exported(format: "csv" | "jsonl", access: NameAccess = EVERY_NAME): Promise<string> {
  return exportedText(createPostgresReader(database, { pageSize: 37 }), { filters: [{}], format, access });
}

/** The same lines, written here value by value. */
async function expected(format: "csv" | "jsonl", access: NameAccess = EVERY_NAME): Promise<string> {
  const { rows } = await database.pool.query<Row>(
    `SELECT ${CALL_FIELDS.join(", ")} FROM calls ORDER BY started_at, call_id`,
  );
  const namesOf = await readPayerNames(database.pool, rows, access);
  const calls = rows.map((row): Record<string, unknown> => ({ ...row, ...namesOf(row) }));
  if (format === "jsonl") return calls.map((call) => `${JSON.stringify(call)}\n`).join("");
  const lines = calls.map((call) =>
    csvRow(
      EXPORT_COLUMNS.map((column) => {
        const value = call[column];
        if (value instanceof Date) return value.toISOString();
        if (typeof value === "number" || typeof value === "string" || value === null) return value;
        return JSON.stringify(value);
      }),
    ),
  );
  return [csvRow(EXPORT_COLUMNS), ...lines].join("");
}

test("an export has the same bytes as one written value by value, whatever the texts", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(ODD_CALL, { minLength: 1, maxLength: 90 }), ODD_TEXT, async (calls, name) => {
      await replaceCalls(database, calls);
      await nameEverything(database, name);
      expect(await exported("csv")).toBe(await expected("csv"));
      expect(await exported("jsonl")).toBe(await expected("jsonl"));
    }),
    { numRuns: 25 },
  );
});

test("an export has the names that its reader may see, and no others", async () => {
  await replaceCalls(
    database,
    ["a", "=b", "e,f", null].map((id) => ({ ...EMPTY, key_id: id, user_id: id, end_user_id: id, team_id: id })),
  );
  await nameEverything(database, "shown");
  const own: NameAccess = {
    user: (id) => id === "a",
    key: ({ id, userId }) => id === "=b" && userId === "u",
    endUsers: false,
  };
  const text = await exported("csv", own);
  expect(text).toBe(await expected("csv", own));
  // The aliases of one user, one key and three teams are shown, and of no end user.
  expect(text.split("shown")).toHaveLength(1 + 1 + 1 + 3);
  expect(await exported("jsonl", own)).toBe(await expected("jsonl", own));
});

test("no call is lost or repeated while others are booked on pages that are still to come", async () => {
  const COUNT = 3_000;
  await replaceCalls(
    database,
    Array.from({ length: COUNT }, () => EMPTY),
  );
  const reader = createPostgresReader(database, { pageSize: 100 });
  let isOver = false;
  const bookBeside = (call: number): Promise<unknown> =>
    database.pool.query(
      `INSERT INTO calls SELECT (json_populate_record(call, json_build_object('call_id', 'new-' || gen_random_uuid(), 'started_at', started_at + interval '1 ms'))).*
       FROM calls AS call WHERE call_id = 'call-' || $1`,
      [call],
    );
  const book = async (): Promise<void> => {
    for (let n = 0; !isOver; n++) await bookBeside((n * 7) % COUNT);
  };
  const booking = Promise.all([book(), book(), book(), book()]);
  // However fast the export is, there is one that is booked on its last page while it reads.
  const text = await exportedText(reader, { filters: [{}], format: "jsonl", access: EVERY_NAME }, async () => {
    await Promise.all([bookBeside(0), bookBeside(COUNT - 1)]);
  });
  const ids = text
    .split("\n")
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { call_id: string }).call_id);
  isOver = true;
  await booking;
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => id.startsWith("call-"))).toHaveLength(COUNT);
  expect(ids.some((id) => id.startsWith("new-"))).toBe(true);
});

const EMPTY = { requested_model: "m", model: "m", provider: "p", deployment: "d", route: "r", tags: [], tried: [] };
