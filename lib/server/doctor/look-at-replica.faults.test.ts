import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { environmentFrom } from "@/lib/config/environment-variables";
import { type ReplicatedServer, startReplicatedServer } from "@/testing/database/standby";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { execute } from "@/testing/database/test-server";
import { judgeReplica } from "./judge-replica";
import { lookAtReplica } from "./look-at-replica";
import type { ReplicaSeen } from "./observations";

let server: ReplicatedServer;
let elsewhere: TestDatabase;
beforeAll(async () => {
  server = await startReplicatedServer();
  elsewhere = await startTestDatabase();
});
afterEach(() => execute(server.replica, "SELECT pg_wal_replay_resume()"));
afterAll(async () => {
  await server?.stop();
  await elsewhere?.stop();
});

async function seen(replica: string): Promise<ReplicaSeen | undefined> {
  const variables: Record<string, string> = { DATABASE_URL: server.primary, DATABASE_READ_URL: replica };
  return lookAtReplica(
    environmentFrom((name) => variables[name]),
    { limitMs: 5_000, now: Date.now() },
  );
}

/** Waits until the replica has replayed what the primary has written. */
async function caughtUp(): Promise<void> {
  const client = new pg.Client(server.replica);
  await client.connect();
  // A commit that does not wait for the disk is inserted, and perhaps not written yet.
  const { rows } = await ask(server.primary, "SELECT pg_current_wal_insert_lsn()::text AS at");
  await expect
    .poll(async () => (await client.query("SELECT pg_last_wal_replay_lsn() >= $1 AS done", [rows[0].at])).rows[0].done)
    .toBe(true);
  await client.end();
}

async function ask(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

test("a replica that follows is right, and nothing is complained about", async () => {
  await execute(server.primary, "CREATE TABLE written (id int)");
  await caughtUp();
  const found = await seen(server.replica);
  expect(found).toEqual({ reached: true, role: "replica", behindMs: 0, fault: undefined });
  expect(judgeReplica(found)).toEqual([]);
});

test("a replica that replays no more is behind since its last commit", async () => {
  await execute(server.primary, "CREATE TABLE replayed (id int)");
  await caughtUp();
  await execute(server.replica, "SELECT pg_wal_replay_pause()");
  await execute(server.primary, "CREATE TABLE not_replayed (id int)");
  // It is behind once it has received what it does not replay.
  await expect
    .poll(() => seen(server.replica))
    .toMatchObject({ reached: true, role: "replica", fault: undefined, behindMs: expect.toSatisfy((ms) => ms > 0) });
});

test("the primary itself and another database are not replicas", async () => {
  expect(await seen(server.primary)).toMatchObject({ reached: true, role: "writable" });
  expect(await seen(elsewhere.url)).toMatchObject({ reached: true, role: "another" });
});

test("a role that may not read the calls is named, and one that may only read is enough", async () => {
  await execute(server.primary, "CREATE ROLE reader LOGIN PASSWORD 'reads'");
  await caughtUp();
  const address = Object.assign(new URL(server.replica), { username: "reader", password: "reads" }).href;
  expect(await seen(address)).toMatchObject({ fault: expect.stringContaining("permission denied for") });
  await execute(server.primary, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader");
  await caughtUp();
  expect(await seen(address)).toMatchObject({ role: "replica", behindMs: 0, fault: undefined });
});

test("a replica that does not answer is named by its own variable, without its password", async () => {
  const found = await seen("postgresql://u:hunter2@127.0.0.1:1/d");
  expect(judgeReplica(found)).toEqual([
    {
      check: "database",
      problem: "The database at 127.0.0.1:1 cannot be used (connect ECONNREFUSED 127.0.0.1:1)",
      cure: "check that it runs and that DATABASE_READ_URL is right",
    },
  ]);
});
