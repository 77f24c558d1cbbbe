import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Logger } from "@/lib/log";
import { startTcpLine, type TcpLine } from "@/testing/database/tcp-line";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { createChangeFeed } from "@/lib/store/changes/change-feed";
import { CHANGES_CHANNEL, type ChangeNotice, encodeNotice } from "@/lib/store/changes/change-notice";
import { type Database, openDatabase } from "../database";
import { createDirectory } from "./directory";
import { rowIndex } from "./row-changes";
import { createRowReader, type RowReader } from "./row-reader";
import { keyHash } from "@/lib/store/entities/key-secret";

const log: Logger = { info() {}, warn() {}, error() {} };
let server: TestDatabase;
const opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  server = await startTestDatabase();
});
afterEach(async () => {
  for (const resource of opened.splice(0).reverse()) await resource.close();
});
afterAll(() => server.stop());

/** A node that reaches its database over a line that can be broken, and the same database reached directly. */
async function startNode(): Promise<{
  direct: Database;
  line: TcpLine;
  directory: ReturnType<typeof createDirectory>;
  /** How many statements the node has sent that ask for an id. */
  asked: (id: string) => number;
  state: { ahead: number };
  connected: () => boolean;
}> {
  const url = await server.createDatabase();
  const direct = openDatabase(url);
  opened.push(direct);
  const line = await startTcpLine(Number(new URL(url).port));
  opened.push(line);
  const database = openDatabase(Object.assign(new URL(url), { port: String(line.port) }).href);
  opened.push(database);
  const state = { ahead: 0 };
  const now = () => Date.now() + state.ahead;
  const changes = await createChangeFeed({ database, node: "one", log, now });
  opened.push(changes);
  const directory = createDirectory({ database, changes, log, now, staleTtlSeconds: () => 300, capacity: () => 100 });
  const query = vi.spyOn(database.pool, "query");
  const asked = (id: string): number =>
    query.mock.calls.filter(([statement]) => JSON.stringify(statement).includes(`"${id}"`)).length;
  return { direct, line, directory, asked, state, connected: () => changes.connected };
}

async function until(check: () => boolean): Promise<void> {
  while (!check()) await new Promise((resolve) => setTimeout(resolve, 10));
}

const unavailable = { code: "directory_unavailable", status: 503 };

test("the directory answers with the row of each entity, and with undefined for entities without one", async () => {
  const { direct, directory } = await startNode();
  const expiresAt = new Date("2030-01-02T03:04:05.678Z");
  await direct.prisma.team.create({
    data: { id: "t1", alias: "Team", organizationId: "o1", models: ["gpt-*"], blocked: true },
  });
  await direct.prisma.user.create({
    data: { id: "u1", email: "u@example.com", memberships: { create: { teamId: "t1" } } },
  });
  await direct.prisma.organization.create({ data: { id: "o1", models: ["a"] } });
  await direct.prisma.endUser.create({ data: { id: "e1", blocked: true } });
  await direct.prisma.key.create({
    data: { id: "key_1", hash: keyHash("sk-1"), name: "sk-...1", alias: "ci", userId: "u1", teamId: "t1", expiresAt },
  });

  expect(await directory.team("t1")).toEqual({
    id: "t1",
    alias: "Team",
    organizationId: "o1",
    models: ["gpt-*"],
    blocked: true,
    limits: null,
    objectPermission: null,
    hostedTools: null,
    logContent: false,
    contentDays: null,
  });
  expect(await directory.user("u1")).toEqual({
    id: "u1",
    email: "u@example.com",
    models: [],
    blocked: false,
    teams: ["t1"],
    administers: [],
    role: null,
    limits: null,
    memberLimits: null,
    objectPermission: null,
  });
  expect(await directory.organization("o1")).toEqual({
    id: "o1",
    models: ["a"],
    blocked: false,
    limits: null,
    objectPermission: null,
  });
  expect(await directory.endUser("e1")).toEqual({
    id: "e1",
    blocked: true,
    limits: null,
    objectPermission: null,
  });
  expect(await directory.keyByHash(keyHash("sk-1"))).toEqual({
    id: "key_1",
    alias: "ci",
    name: "sk-...1",
    userId: "u1",
    teamId: "t1",
    organizationId: null,
    models: [],
    allowedRoutes: [],
    maker: null,
    blocked: false,
    limits: null,
    expiresAt: expiresAt.getTime(),
    objectPermission: null,
    hostedTools: null,
    logContent: false,
    contentDays: null,
  });
  await direct.prisma.retiredSecret.create({
    data: { hash: keyHash("sk-0"), keyId: "key_1", name: "sk-...0", validUntil: new Date("2029-01-01") },
  });
  expect(await directory.keyByHash(keyHash("sk-0"))).toMatchObject({
    id: "key_1",
    name: "sk-...0",
    teamId: "t1",
    expiresAt: Date.UTC(2029, 0, 1),
  });
  await direct.prisma.retiredSecret.create({
    data: { hash: keyHash("sk-00"), keyId: "key_1", name: "sk-...00", validUntil: new Date("2031-01-01") },
  });
  expect(await directory.keyByHash(keyHash("sk-00"))).toMatchObject({ expiresAt: expiresAt.getTime() });
  for (const read of [directory.team, directory.user, directory.organization, directory.endUser, directory.keyByHash]) {
    expect(await read("nobody")).toBeUndefined();
  }
});

test("the directory answers undefined without asking the database for a text that cannot be an id", async () => {
  const { line, directory } = await startNode();
  line.cut();
  for (const id of ["", "nul\0", "lone \ud800", "line\nbreak", "x".repeat(257)])
    expect(await directory.team(id)).toBeUndefined();
});

test("while the database is down the directory serves known rows and refuses others; it reads again once the database is back", async () => {
  const { direct, line, directory, state, connected } = await startNode();
  await direct.prisma.team.createMany({ data: [{ id: "known" }, { id: "unknown" }] });
  await directory.team("known");
  line.cut();
  await until(() => !connected());
  state.ahead = 2_000; // well past the second after which entries are read again
  expect((await directory.team("known"))?.blocked).toBe(false);
  await expect(directory.team("unknown")).rejects.toMatchObject(unavailable);
  state.ahead = 302_000;
  await expect(directory.team("known")).rejects.toMatchObject(unavailable);

  await direct.prisma.team.update({ where: { id: "known" }, data: { blocked: true } });
  line.mend();
  await until(connected);
  state.ahead += 1_000;
  expect((await directory.team("known"))?.blocked).toBe(true);
  expect(await directory.team("unknown")).toBeDefined();
});

test("the directory's version grows with each change, and is undefined while the change feed is down", async () => {
  const { direct, line, directory, connected } = await startNode();
  await direct.prisma.team.create({ data: { id: "known" } });
  await directory.team("known");
  const first = directory.version;
  await directory.team("known");
  expect(first).toBeDefined();
  expect(directory.version).toBe(first);
  const notice = encodeNotice({ id: "change-1", node: "two", changes: [{ entity: "team", id: "known" }] });
  await direct.pool.query("SELECT pg_notify($1, $2)", [CHANGES_CHANNEL, notice]);
  await until(() => directory.version !== first);
  line.cut();
  await until(() => !connected());
  expect(directory.version).toBeUndefined();
  line.mend();
  await until(connected);
  expect(directory.version).toBeGreaterThan((first ?? 0) + 1);
});

test("a change is known of the row that it names, and of every row when it says less", async () => {
  const { direct, directory } = await startNode();
  const [known, other, alias] = [
    rowIndex("team", "known"),
    rowIndex("user", "other"),
    rowIndex("teamsByAlias", "Data"),
  ];
  const tell = async (...changes: ChangeNotice["changes"]): Promise<boolean[]> => {
    const { version: before = 0 } = directory;
    const notice = encodeNotice({ id: randomUUID(), node: "two", changes });
    await direct.pool.query("SELECT pg_notify($1, $2)", [CHANGES_CHANNEL, notice]);
    await until(() => directory.version !== before);
    return [known, other, alias].map((bucket) => directory.areUnchanged([bucket], before));
  };
  expect(await tell({ entity: "user", id: "somebody" })).toEqual([true, true, true]);
  expect(await tell({ entity: "team", id: "known", aliases: [] })).toEqual([false, true, true]);
  expect(await tell({ entity: "team", id: "another", aliases: ["Data"] })).toEqual([true, true, false]);
  expect(await tell({ entity: "user", id: "other" })).toEqual([true, false, true]);
  expect(await tell({ entity: "team", id: "another" })).toEqual([false, false, false]); // as older versions announce it
  expect(await tell({ entity: "organization", id: "" })).toEqual([false, false, false]);
});

test("the directory does not hang when the database hangs", async () => {
  const { direct, line, directory, connected } = await startNode();
  await direct.prisma.team.create({ data: { id: "known" } });
  await directory.team("known");
  line.freeze();
  const answers = await Promise.allSettled(["a", "b", "c", "a"].map((id) => directory.team(id)));
  for (const answer of answers) expect(answer).toMatchObject({ status: "rejected", reason: unavailable });
  expect(connected()).toBe(false);
  expect(await directory.team("known")).toBeDefined();
  line.mend();
  await until(connected);
  expect(await directory.team("known")).toBeDefined();
});

test("a frozen database costs the first reads two seconds, and no later one asks it", async () => {
  const { direct, line, directory, asked } = await startNode();
  await direct.prisma.team.createMany({ data: [{ id: "known" }, { id: "later" }] });
  await directory.team("known");
  line.freeze();
  await expect(directory.team("first")).rejects.toMatchObject(unavailable);
  // Long enough for several probes, after each of which a read might ask again.
  for (const ends = Date.now() + 3_000; Date.now() < ends; await new Promise((resolve) => setTimeout(resolve, 50)))
    await Promise.all([directory.team("known"), directory.team("another").catch(() => undefined)]);
  expect([asked("known"), asked("another")]).toEqual([1, 0]);
  line.mend();
  await until(() => directory.version !== undefined);
  for (;;) {
    const found = await directory.team("later").catch(() => undefined);
    if (found) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
});

test("the directory loses no read when its idle connections are ended", async () => {
  const { direct, directory } = await startNode();
  await direct.prisma.team.createMany({ data: [{ id: "a" }, { id: "b" }] });
  await directory.team("a");
  await direct.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = ''",
  );
  expect(await directory.team("b")).toBeDefined();
});

test("the directory says that the database is too slow when it answers, and gives up its reads in the server too", async () => {
  const { direct, directory, connected } = await startNode();
  await direct.prisma.team.create({ data: { id: "known" } });
  await directory.team("known");
  const holder = await direct.pool.connect();
  await holder.query("BEGIN; LOCK TABLE teams IN ACCESS EXCLUSIVE MODE");
  await expect(directory.team("other")).rejects.toMatchObject({
    ...unavailable,
    message: "The gateway's database answers too slowly; try again shortly.",
  });
  const waiting =
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  expect((await direct.pool.query(waiting)).rows).toEqual([{ count: 0 }]);
  expect(await directory.team("known")).toBeDefined();
  expect(connected()).toBe(true);
  await holder.query("ROLLBACK");
  holder.release();
});

test("a token with a thousand groups asks the database once for teams and once for aliases", async () => {
  const { direct } = await startNode();
  await direct.prisma.team.createMany({
    data: [
      { id: "t1" },
      { id: "t2", alias: "group-3" },
      { id: "t4", alias: "group-4" },
      { id: "t3", alias: "group-4" },
      { id: "t5", alias: "group-4" },
    ],
  });
  const changes = await createChangeFeed({ database: direct, node: "two", log, now: Date.now });
  opened.push(changes);
  const reader = createRowReader({ database: direct, log, now: Date.now });
  let reads = 0;
  const readRows: RowReader = (statement, wanted) => {
    reads++;
    return reader(statement, wanted);
  };
  const options = { database: direct, changes, log, now: Date.now, staleTtlSeconds: () => 300, capacity: () => 10_000 };
  const directory = createDirectory({ ...options, readRows });
  const groups = Array.from({ length: 1_000 }, (_, index) => (index === 0 ? "t1" : `group-${index}`));
  const teams = await Promise.all(groups.map(directory.team));
  expect(teams.flatMap((team) => (team ? [team.id] : []))).toEqual(["t1"]);
  const aliases = await Promise.all(groups.map(directory.teamsByAlias));
  expect(aliases.filter((ids) => ids !== undefined)).toEqual([["t2"], ["t3", "t4"]]);
  expect(reads).toBe(2);
  await Promise.all([...groups.map(directory.team), ...groups.map(directory.teamsByAlias)]);
  expect(reads).toBe(2);
});
