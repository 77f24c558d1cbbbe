import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Composition } from "@/lib/server/compose";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { composeTestServices } from "@/testing/gateway/test-services";
import { openDatabase } from "./database";
import { createRowReader, orDirectoryUnavailable } from "./directory/row-reader";
import { createUser } from "./entities/users";
import { orUnavailable } from "./failures";

let server: TestDatabase;
let node: Pick<Composition, "services" | "close">;
let administrator: pg.Client;
beforeAll(async () => {
  server = await startTestDatabase();
  node = await composeTestServices({ databaseUrl: server.url });
  administrator = new pg.Client(server.url);
  await administrator.connect();
});
afterEach(() => administrator.query("DROP TRIGGER IF EXISTS lacks ON users"));
afterAll(async () => {
  await node.close();
  await administrator.end();
  await server.stop();
});

/** What whoever makes a user is told while the server refuses every new row of that table with this SQLSTATE. */
async function refusalOf(state: string): Promise<unknown> {
  await administrator.query(`
    CREATE OR REPLACE FUNCTION lacks() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'the words of the server' USING ERRCODE = '${state}'; END $$;
    CREATE TRIGGER lacks BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION lacks()`);
  return createUser(node.services, "test", { id: `user-${state}`, columns: {}, teams: [] }).catch(
    (error: unknown) => error,
  );
}

test.each([
  ["53100", "has no room left on its disk; nothing was changed. Free some there, or make the disk larger."],
  ["53200", "has no memory left; nothing was changed. Give its server more"],
  ["25006", "is read-only, as a replica is, and a primary during a failover; nothing was changed. Try again"],
])(
  "a write that the server refuses with %s is told what the server lacks, not that it is away",
  async (state, words) => {
    expect(await refusalOf(state)).toMatchObject({
      code: "directory_unavailable",
      status: 503,
      message: expect.stringContaining(`The gateway's database can be reached, but it ${words}`),
    });
  },
);

test("a server that is shutting down is told as one that cannot be reached", async () => {
  expect(await refusalOf("57P01")).toMatchObject({
    code: "directory_unavailable",
    status: 503,
    message: expect.stringContaining("cannot be reached"),
  });
});

test("a server without a free connection is told as such, to whoever changes something and to callers", async () => {
  const role = `full_${process.pid}`;
  await administrator.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret' CONNECTION LIMIT 0`);
  const database = openDatabase(Object.assign(new URL(server.url), { username: role, password: "secret" }).href);
  const lack = "it has no connection left";
  await expect(orUnavailable(database.pool.query("SELECT 1"))).rejects.toMatchObject({
    message: expect.stringContaining(`can be reached, but ${lack}; nothing was changed. Raise its max_connections`),
  });
  await expect(orUnavailable(database.prisma.user.findMany())).rejects.toMatchObject({
    message: expect.stringContaining(lack),
  });
  const { log, now } = node.services;
  const read = createRowReader({ database, log, now })("SELECT id FROM users WHERE id = $1", "somebody");
  await expect(orDirectoryUnavailable(read)).rejects.toMatchObject({
    code: "directory_unavailable",
    message: "The gateway's database has no connection left; try again shortly.",
  });
  await database.close();
  await administrator.query(`DROP ROLE ${role}`);
});
