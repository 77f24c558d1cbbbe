import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportCalls } from "@/lib/store/calls/export-calls";
import { type Database, openDatabase } from "@/lib/store/database";
import { EVERY_NAME, type NameAccess, readPayerNames } from "@/lib/store/spend/payer-names";
import { CALL_COLUMNS, EXPORT_COLUMNS } from "@/lib/wire/spend";
import type { PayerIds } from "@/lib/wire/payer-names";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
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
const PRESENT = { isGone: false, onGone() {} };

async function exported(format: "csv" | "jsonl", access: NameAccess = EVERY_NAME): Promise<string> {
  const pages: Buffer[] = [];
  for await (const page of exportCalls(database, { filters: [{}], format, access, pageSize: 37 }, PRESENT))
    pages.push(page);
  return Buffer.concat(pages).toString("utf8");
}

/** The same lines, written here value by value. */
async function expected(format: "csv" | "jsonl", access: NameAccess = EVERY_NAME): Promise<string> {
  const { rows } = await database.pool.query<Row>(
    `SELECT ${CALL_COLUMNS.join(", ")} FROM calls ORDER BY started_at, call_id`,
  );
  const namesOf = await readPayerNames(database.pool, rows, access);
  const calls = rows.map((row): Record<string, unknown> => ({ ...row, ...namesOf(row) }));
  if (format === "jsonl") return calls.map((call) => `${JSON.stringify(call)}\n`).join("");
  return calls
    .map((call) =>
      csvRow(
        EXPORT_COLUMNS.map((column) => {
          const value = call[column];
          if (value instanceof Date) return value.toISOString();
          if (typeof value === "number" || typeof value === "string" || value === null) return value;
          return JSON.stringify(value);
        }),
      ),
    )
    .join("");
}

const TEXT = fc.oneof(
  fc.constantFrom(
    "",
    "plain",
    "gpt-4o",
    "=1+1",
    " =x",
    '"=x',
    "a;=1",
    'a;" -1',
    "\tx",
    "\r",
    "a\nb",
    "＝1",
    "x;－1",
    ";;=",
    "a,b",
  ),
  fc.constantFrom(
    'say "x"',
    "\u001f=1",
    "a\u001fb",
    "\\N",
    "\\.",
    "null",
    "\u2028",
    "\u007f\u0001",
    "🚀",
    "%",
    "'",
    ";\t@",
  ),
  fc.stringMatching(/^[",;\t\r\n=+@＝\- a\\\u001f]{0,9}$/),
);
const MAYBE = fc.option(TEXT);
const ID = fc.option(fc.constantFrom("", "a", "=b", 'c"d', "e,f", "-g", "unknown"));

const CALL = fc.record({
  requested_model: TEXT,
  model: TEXT,
  provider: TEXT,
  deployment: TEXT,
  route: TEXT,
  price_version: MAYBE,
  key_id: ID,
  user_id: ID,
  team_id: ID,
  organization_id: ID,
  end_user_id: ID,
  tags: fc.array(TEXT, { maxLength: 3 }),
  tried: fc.array(fc.record({ deployment: TEXT, provider: TEXT, model: TEXT, failure: TEXT }), { maxLength: 2 }),
  team_organization_id: MAYBE,
  request_id: MAYBE,
  upstream_request_id: MAYBE,
  trace_id: MAYBE,
  decision_ms: fc.option(fc.integer({ min: -5, max: 5 })),
  first_token_ms: fc.option(fc.nat(9)),
  issuer: MAYBE,
  http_status: fc.option(fc.constantFrom(200, 404)),
  upstream_ms: fc.option(fc.nat(9)),
});

/** Replaces all calls by these. Each has an id and an instant of its own, unless two share the instant. */
async function replaceCalls(calls: readonly object[]): Promise<void> {
  await database.pool.query("DELETE FROM calls");
  const rows = calls.map((call, n) => ({
    ...call,
    call_id: `call-${n}`,
    started_at: new Date(Date.UTC(2026, 10, 21) + (n >> 1)).toISOString(),
    duration_ms: n,
    status: "success",
    ...{ prompt_tokens: 1, cached_tokens: 0, completion_tokens: 1, reasoning_tokens: 0, total_tokens: 2 },
    ...{ usage_source: "upstream", spend: n % 3 === 0 ? "-0.000000001" : "12.5", price_state: "priced" },
  }));
  const columns = Object.keys(rows[0] ?? {}).join(", ");
  await database.pool.query(
    `INSERT INTO calls (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::calls, $1::json)`,
    [JSON.stringify(rows)],
  );
}

async function nameEverything(name: string): Promise<void> {
  const ids = ["a", "=b", 'c"d', "e,f", "-g"];
  for (const table of ["users", "teams", "organizations", "end_users"])
    await database.pool.query(
      `INSERT INTO ${table} (id, alias, updated_at) SELECT id, $2, now() FROM unnest($1::text[]) AS id
       ON CONFLICT (id) DO UPDATE SET alias = excluded.alias`,
      [ids, name],
    );
  await database.pool.query("UPDATE users SET email = '+' || id WHERE id <> 'a'");
  await database.pool.query(
    `INSERT INTO keys (id, hash, name, alias, user_id, updated_at) SELECT id, md5(id), 'sk-…' || id, id || $2, 'u', now()
     FROM unnest($1::text[]) AS id ON CONFLICT (id) DO UPDATE SET alias = excluded.alias`,
    [ids, name],
  );
}

test("an export written by the database has the same bytes as one written value by value, whatever the texts", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(CALL, { minLength: 1, maxLength: 90 }), TEXT, async (calls, name) => {
      await replaceCalls(calls);
      await nameEverything(name);
      expect(await exported("csv")).toBe(await expected("csv"));
      expect(await exported("jsonl")).toBe(await expected("jsonl"));
    }),
    { numRuns: 25 },
  );
});

test("an export has the names that its reader may see, and no others", async () => {
  await replaceCalls(
    ["a", "=b", "e,f", null].map((id) => ({ ...EMPTY, key_id: id, user_id: id, end_user_id: id, team_id: id })),
  );
  await nameEverything("shown");
  const own: NameAccess = {
    user: (id) => id === "a",
    key: ({ id, userId }) => id === "=b" && userId === "u",
    endUsers: false,
  };
  const text = await exported("csv", own);
  expect(text).toBe(await expected("csv", own));
  // The alias of one user, one key and three teams, and of no end user.
  expect(text.split("shown")).toHaveLength(1 + 1 + 1 + 3);
  expect(await exported("jsonl", own)).toBe(await expected("jsonl", own));
});

test("no call is lost or repeated while others are booked on pages that are still to come", async () => {
  const COUNT = 3_000;
  await replaceCalls(Array.from({ length: COUNT }, () => EMPTY));
  const question = { filters: [{}], format: "jsonl", access: EVERY_NAME, pageSize: 100 } as const;
  let isOver = false;
  const book = async (): Promise<void> => {
    for (let n = 0; !isOver; n++)
      await database.pool.query(
        `INSERT INTO calls SELECT (json_populate_record(call, json_build_object('call_id', 'new-' || gen_random_uuid(), 'started_at', started_at + interval '1 ms'))).*
         FROM calls AS call WHERE call_id = 'call-' || $1`,
        [(n * 7) % COUNT],
      );
  };
  const booking = Promise.all([book(), book(), book(), book()]);
  const ids: string[] = [];
  for await (const page of exportCalls(database, question, PRESENT))
    for (const line of page.toString("utf8").split("\n").filter(Boolean))
      ids.push((JSON.parse(line) as { call_id: string }).call_id);
  isOver = true;
  await booking;
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => id.startsWith("call-"))).toHaveLength(COUNT);
  expect(ids.some((id) => id.startsWith("new-"))).toBe(true);
});

const EMPTY = { requested_model: "m", model: "m", provider: "p", deployment: "d", route: "r", tags: [], tried: [] };
