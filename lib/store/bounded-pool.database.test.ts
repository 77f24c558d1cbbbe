import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startDeafLine } from "@/testing/database/deaf-line";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { inTransaction, type LimitedStatement, openBoundedPool, plannedStatement, queryGroups } from "./bounded-pool";
import { databaseFailure, isDatabaseAway, isDatabaseSlow } from "./failures";
import { type Database, openDatabase } from "./database";

let server: TestDatabase;
let pool: pg.Pool;
let other: pg.Pool;
beforeAll(async () => {
  server = await startTestDatabase();
});
beforeEach(() => {
  pool = openBoundedPool(server.url);
  other = openBoundedPool(server.url);
});
afterEach(() => Promise.all([pool.end(), other.end()]));
afterAll(() => server.stop());

const fault = (work: Promise<unknown>): Promise<unknown> => work.then(String, (error: unknown) => error);
const kind = (error: unknown) => ({ away: isDatabaseAway(error), slow: isDatabaseSlow(error) });

async function running(mark: string): Promise<number> {
  const { rows } = await other.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE state <> 'idle' AND query LIKE $1 AND pid <> pg_backend_pid()",
    [`%${mark}%`],
  );
  return rows[0]?.count ?? 0;
}

test("a statement that takes longer than its limit is cancelled in the server, and counts as slow rather than as away", async () => {
  const statement: LimitedStatement = { text: "SELECT pg_sleep(60) AS mark_one", query_timeout: 100 };
  const error = await fault(pool.query(statement));
  expect(error).toMatchObject({ code: "57014" });
  expect(kind(error)).toEqual({ away: false, slow: true });
  expect(await running("mark_one")).toBe(0);
});

test("a transaction's statements have its limit, and what it wrote before a slow one is undone", async () => {
  const error = await fault(
    inTransaction(pool, 100, async (client) => {
      await client.query("INSERT INTO teams (id) VALUES ('never')");
      await client.query("SELECT pg_sleep(60) AS mark_two");
    }),
  );
  expect(kind(error)).toEqual({ away: false, slow: true });
  expect([await running("mark_two"), (await pool.query("SELECT FROM teams WHERE id = 'never'")).rowCount]).toEqual([
    0, 0,
  ]);
});

test("a connection keeps neither a time limit nor a failed transaction", async () => {
  const pids = new Set<unknown>();
  for (const text of ["SELECT 1", "SELECT 1 / 0", "SELECT nothing", "SELECT 2"]) {
    await fault(pool.query(text));
    const { rows } = await pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    pids.add(rows[0]?.pid);
  }
  expect(pids.size).toBe(1);
  const client = await pool.connect();
  expect((await client.query("SHOW statement_timeout")).rows).toEqual([{ statement_timeout: "0" }]);
  client.release();
});

test("many statements at once each get their own answer, whatever fails beside them", async () => {
  const asked = Array.from({ length: 200 }, (_, index) =>
    index % 7 === 0 ? fault(pool.query("SELECT 1 / 0")) : pool.query("SELECT $1::int AS n", [index]),
  );
  for (const [index, answer] of (await Promise.all(asked)).entries())
    expect(answer).toMatchObject(index % 7 === 0 ? { code: "22012" } : { rows: [{ n: index }] });
});

test("the server prepares no named statement for anything that the pool or Prisma asks", async () => {
  const database: Database = openDatabase(server.url);
  await database.prisma.team.findMany();
  await database.prisma.$transaction((transaction) => transaction.team.findMany());
  await database.pool.query("SELECT $1::int", [1]);
  const { rows } = await database.pool.query("SELECT name FROM pg_prepared_statements WHERE name <> ''");
  expect(rows).toEqual([]);
  await database.close();
});

test("a planned statement is planned once for each connection that leads straight to the server, and behind a pooler each time", async () => {
  const kept = async (asked: pg.Pool): Promise<unknown[]> => {
    for (const n of [1, 2])
      expect((await asked.query(plannedStatement("doubled", "SELECT $1::int * 2 AS n", [n]))).rows).toEqual([
        { n: 2 * n },
      ]);
    return (await asked.query("SELECT name FROM pg_prepared_statements")).rows;
  };
  const line = await startDeafLine(server.url);
  const pooled = openBoundedPool(line.url);
  expect([await kept(pool), await kept(pooled)]).toEqual([[{ name: "doubled" }], []]);
  await pooled.end();
  await line.close();
});

test("a connection that breaks while a transaction uses it fails that transaction, and nothing else", async () => {
  const work = fault(inTransaction(pool, 10_000, (client) => client.query("SELECT pg_sleep(60) AS mark_three")));
  await expect.poll(() => running("mark_three")).toBe(1);
  await other.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%mark_three%' AND pid <> pg_backend_pid()",
  );
  expect(kind(await work)).toEqual({ away: true, slow: false });
  expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
});

test("what Prisma asks is cancelled and counts as slow too, within a transaction and alone", async () => {
  const database = openDatabase(server.url);
  const alone = database.prisma.$transaction(async (transaction) => {
    await transaction.$executeRaw`SET LOCAL statement_timeout = 50`;
    await transaction.$queryRaw`SELECT 1 FROM pg_sleep(60)`;
  });
  expect(kind(await fault(alone))).toEqual({ away: false, slow: true });
  const holder = await other.connect();
  await holder.query("BEGIN; LOCK TABLE teams IN ACCESS EXCLUSIVE MODE");
  const locked = database.prisma.$transaction(async (transaction) => {
    await transaction.$executeRaw`SET LOCAL statement_timeout = 50`;
    await transaction.team.findMany();
  });
  expect(kind(await fault(locked))).toEqual({ away: false, slow: true });
  await holder.query("ROLLBACK");
  holder.release();
  await database.close();
});

test("a connection to a server that has become read-only is given up, and the next statement goes to the primary", async () => {
  const write = "INSERT INTO teams (id) VALUES ('after-failover')";
  const client = await pool.connect();
  await client.query("SET default_transaction_read_only = on"); // what a demoted server does to its connections
  client.release();
  const refused = await fault(pool.query(write));
  expect([kind(refused), databaseFailure(refused)]).toMatchObject([
    { away: true, slow: false },
    { status: 503, message: expect.stringContaining("read-only") },
  ]);
  expect((await pool.query(write)).rowCount).toBe(1);
});

test("a transaction of Prisma's that a demoted server refuses gives its connection up at once", async () => {
  const database = openDatabase(server.url);
  const client = await database.pool.connect();
  await client.query("SET default_transaction_read_only = on"); // what a demoted server does to its connections
  client.release();
  const write = (id: string) =>
    database.prisma.$transaction((transaction) => transaction.team.create({ data: { id } }));
  expect(kind(await fault(write("refused")))).toEqual({ away: true, slow: false });
  expect(database.pool.totalCount).toBe(0);
  expect(await write("after-demotion")).toMatchObject({ id: "after-demotion" });
  expect(database.pool.totalCount).toBe(1);
  await database.close();
});

test("a statement that groups many rows has more memory, never less than the server gives, and only for itself", async () => {
  const memory = async () => (await queryGroups<{ work_mem: string }>(pool, "SHOW work_mem", []))[0]?.work_mem;
  const usual = (await pool.query("SHOW work_mem")).rows[0].work_mem;
  expect(usual).toBe("4MB");
  expect(await memory()).toBe("32MB");
  expect((await pool.query("SHOW work_mem")).rows[0].work_mem).toBe("4MB");
  const url = new URL(server.url);
  url.searchParams.set("options", "-c work_mem=64MB");
  const rich = openBoundedPool(url.href);
  expect(await queryGroups(rich, "SHOW work_mem", [])).toEqual([{ work_mem: "64MB" }]);
  await rich.end();
});
