import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createChangeFeed } from "./changes/change-feed";
import { type Database, openDatabase } from "./database";
import { createUser } from "./entities/users";
import { generateKey } from "./entities/keys";
import { inTransaction } from "./bounded-pool";
import { write } from "./write";
import { execute } from "@/testing/database/test-server";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";

const log = { info() {}, warn() {}, error() {} };
/** Defaults that a server, a database or a role may have, none of which may change what the gateway does. */
const DEFAULTS = [
  "timezone = 'America/St_Johns'",
  "datestyle = 'German'",
  "default_transaction_isolation = 'serializable'",
  "bytea_output = 'escape'",
  "intervalstyle = 'iso_8601'",
  "extra_float_digits = -15",
];
const KEY_ENDS = new Date("2030-07-02T03:04:05.678Z");

let server: TestDatabase;
let url: string;
beforeAll(async () => {
  server = await startTestDatabase();
});
beforeEach(async () => {
  url = await server.createDatabase();
  const name = pg.escapeIdentifier(new URL(url).pathname.slice(1));
  for (const setting of DEFAULTS) await execute(url, `ALTER DATABASE ${name} SET ${setting}`);
});
afterAll(() => server.stop());

async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = openDatabase(url);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

test("a time is the same moment for Prisma, for other statements and for the database, whatever zone and form that has", async () => {
  await withDatabase(async (database) => {
    const changes = await createChangeFeed({ database, node: "one", log, now: Date.now });
    const { row } = await generateKey({ database, changes }, "test", {
      owners: {},
      columns: { expiresAt: KEY_ENDS },
    });
    const { rows } = await database.pool.query<{ ends: Date; epoch: number; created: Date; agoMs: number }>(
      `SELECT expires_at AS ends, extract(epoch FROM expires_at) * 1000 AS epoch, created_at AS created,
         (extract(epoch FROM now() - created_at) * 1000)::float8 AS "agoMs" FROM keys WHERE id = $1`,
      [row.id],
    );
    expect(row.expiresAt).toEqual(KEY_ENDS);
    expect(rows).toMatchObject([{ ends: KEY_ENDS, created: row.createdAt }]);
    expect(Number(rows[0]?.epoch)).toBe(KEY_ENDS.getTime());
    expect(Math.abs(rows[0]?.agoMs ?? Infinity)).toBeLessThan(900_000); // a zone is at least a quarter of an hour
    await changes.close();
  });
});

test("statements and writes that change one row at once all succeed, whatever isolation is usual there", async () => {
  await withDatabase(async (database) => {
    const changes = await createChangeFeed({ database, node: "one", log, now: Date.now });
    await createUser({ database, changes }, "test", { id: "u1", columns: { maxBudget: 0 }, teams: [] });
    const one = "UPDATE users SET max_budget = max_budget + 1 WHERE id = 'u1'";
    await Promise.all([
      ...Array.from({ length: 8 }, () => database.pool.query(one)),
      ...Array.from({ length: 8 }, () =>
        inTransaction(database.pool, 5_000, async (client) => {
          await client.query("SELECT max_budget FROM users");
          await client.query(one);
        }),
      ),
      ...Array.from({ length: 8 }, () =>
        write({ database, changes }, async (transaction) => {
          await transaction.user.findMany();
          await transaction.user.update({ where: { id: "u1" }, data: { maxBudget: { increment: 1 } } });
          return { result: undefined, audit: [], changes: [] };
        }),
      ),
    ]);
    const { rows } = await database.pool.query("SELECT max_budget::int AS count FROM users");
    expect(rows).toEqual([{ count: 24 }]);
    await changes.close();
  });
});
