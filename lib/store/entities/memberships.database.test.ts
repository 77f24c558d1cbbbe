import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ChangeFeed } from "@/lib/store/changes/change-feed";
import type { Directory } from "@/lib/auth/facts";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { createChangeFeed } from "@/lib/store/changes/change-feed";
import { openDatabase, type Database } from "../database";
import { createDirectory } from "@/lib/store/directory/directory";
import { fulfilTogether } from "./made-by-tokens";

const log = { info() {}, warn() {}, error() {} };
let server: TestDatabase;
let database: Database;
let changes: ChangeFeed;
let directory: Directory;

beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
  changes = await createChangeFeed({ database, node: "memberships-test", log, now: Date.now });
  directory = createDirectory({
    database,
    changes,
    log,
    now: Date.now,
    staleTtlSeconds: () => 300,
    capacity: () => 100,
  });
});
afterAll(async () => {
  await changes?.close();
  await database?.close();
  await server?.stop();
});
beforeEach(async () => {
  await database.pool.query(`
    DELETE FROM memberships; DELETE FROM users; DELETE FROM teams; DELETE FROM audit_events;
    INSERT INTO users (id) VALUES ('u1');
    INSERT INTO teams (id) VALUES ('a'), ('b'), ('c');
    INSERT INTO memberships (team_id, user_id, role) VALUES ('a', 'u1', 'admin'), ('b', 'u1', 'user')`);
  await changes.settle(crypto.randomUUID(), [{ entity: "user", id: "" }]);
});

const sync = (join: string[], leave: string[], userId = "u1") =>
  fulfilTogether(
    { database, changes },
    [{ obligations: [{ kind: "sync-memberships", userId, join, leave }], actor: "token of u1" }],
    { team: undefined, user: undefined },
  );
const teamsOfUser = async () => (await directory.user("u1"))?.teams;
const events = async () =>
  (await database.pool.query("SELECT actor, action, entity_id, before, after FROM audit_events")).rows;

test("a sync makes a user join and leave teams, which the directory sees at once and one audit event records", async () => {
  expect(await teamsOfUser()).toEqual(["a", "b"]);
  await sync(["c"], ["b"]);
  expect(await teamsOfUser()).toEqual(["a", "c"]);
  expect(await events()).toEqual([
    {
      actor: "token of u1",
      action: "user.sync_teams",
      entity_id: "u1",
      before: { teams: ["a", "b"] },
      after: { teams: ["a", "c"] },
    },
  ]);
});

test("a sync of memberships that is repeated changes nothing", async () => {
  await sync(["c"], ["b"]);
  await sync(["c"], ["b"]);
  expect(await events()).toHaveLength(1);
  expect(await teamsOfUser()).toEqual(["a", "c"]);
});

test("many concurrent syncs of one user have the effect of one", async () => {
  await Promise.all(Array.from({ length: 8 }, () => sync(["c"], ["b"])));
  expect(await events()).toHaveLength(1);
  expect(await teamsOfUser()).toEqual(["a", "c"]);
});

test("a sync does not fail when an administrator adds the user to the same team meanwhile", async () => {
  const administrator = await database.pool.connect();
  try {
    await administrator.query("BEGIN; SELECT 1 FROM teams WHERE id = 'c' FOR UPDATE");
    const synced = sync(["c"], []);
    const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1);
    await administrator.query("INSERT INTO memberships (team_id, user_id) VALUES ('c', 'u1'); COMMIT");
    await synced;
  } finally {
    administrator.release();
  }
  expect(await teamsOfUser()).toEqual(["a", "b", "c"]);
});

test("a sync keeps the role of a membership that stays", async () => {
  await sync(["a", "c"], []);
  const { rows } = await database.pool.query("SELECT team_id, role FROM memberships ORDER BY team_id");
  expect(rows).toEqual([
    { team_id: "a", role: "admin" },
    { team_id: "b", role: "user" },
    { team_id: "c", role: "user" },
  ]);
});

test("a sync skips a team or a user that has been deleted meanwhile", async () => {
  await sync(["gone", "c"], []);
  await sync(["c"], [], "nobody");
  expect(await teamsOfUser()).toEqual(["a", "b", "c"]);
});
