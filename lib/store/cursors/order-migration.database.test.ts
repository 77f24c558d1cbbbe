import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrateDatabase, readMigrations } from "@/lib/database/migrate";
import { openDatabase } from "@/lib/store/database";
import { bookSamples, insertOldCall } from "@/testing/spend/booked-rows";
import { startTestDatabase } from "@/testing/database/test-database";
import { MIGRATIONS_DIRECTORY } from "@/testing/database/test-server";

const MIGRATION = "0021_order_of_booking";

test("calls that exist get their place without the table being written again", async () => {
  const server = await startTestDatabase();
  const database = openDatabase(server.url);
  const before = await mkdtemp(join(tmpdir(), "model-gateway-order-"));
  try {
    await database.pool.query("DROP SCHEMA public CASCADE");
    await database.pool.query("CREATE SCHEMA public");
    const earlier = (await readMigrations(MIGRATIONS_DIRECTORY)).filter(({ name }) => name < MIGRATION);
    for (const { name } of earlier) await cp(join(MIGRATIONS_DIRECTORY, name), join(before, name), { recursive: true });
    await migrateDatabase(server.url, { directory: before });
    await insertOldCall(database, "old");
    const file = async (table: string): Promise<unknown> =>
      (await database.pool.query("SELECT pg_relation_filenode($1::regclass) AS file", [table])).rows[0];
    const written = await file("calls");
    await migrateDatabase(server.url, { directory: MIGRATIONS_DIRECTORY });
    expect(await file("calls_first")).toEqual(written);
    await bookSamples(database, "new");
    const { rows } = await database.pool.query(
      "SELECT call_id, booking, booked_at, revision FROM calls ORDER BY booking",
    );
    expect(rows).toEqual([
      { call_id: "old", booking: "0", booked_at: null, revision: 1 },
      { call_id: "new", booking: expect.stringMatching(/^[1-9]\d*$/), booked_at: expect.any(Date), revision: 1 },
    ]);
  } finally {
    await rm(before, { recursive: true, force: true });
    await database.close();
    await server.stop();
  }
});
