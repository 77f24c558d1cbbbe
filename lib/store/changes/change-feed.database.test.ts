import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Change } from "./change-notice";
import type { ChangeFeed } from "./change-feed";
import type { Logger } from "@/lib/log";
import { startTcpLine } from "@/testing/database/tcp-line";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { createChangeFeed } from "./change-feed";
import { encodeNotice } from "./change-notice";
import { type Database, openDatabase } from "../database";
import { createDirectory } from "@/lib/store/directory/directory";
import { fulfilTogether } from "@/lib/store/entities/made-by-tokens";
import { createTeam, teamRows } from "@/lib/store/entities/teams";
import { write } from "../write";
import { PATIENCE_MS } from "@/testing/patience.mjs";

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

interface Node {
  readonly database: Database;
  readonly changes: ChangeFeed;
  readonly heard: Change[];
  readonly directory: ReturnType<typeof createDirectory>;
}

/** A node waits for acknowledgements for as long as a test does, unless `isHasty`: then for 250 ms, as the product. */
async function startNode(url: string, name: string, isHasty = false): Promise<Node> {
  const database = openDatabase(url);
  opened.push(database);
  const wait = isHasty ? {} : { acknowledgeWithinMs: PATIENCE_MS };
  const changes = await createChangeFeed({ database, node: name, log, now: Date.now, ...wait });
  opened.push(changes);
  const directory = createDirectory({
    database,
    changes,
    log,
    now: Date.now,
    staleTtlSeconds: () => 300,
    capacity: () => 100,
  });
  const heard: Change[] = [];
  changes.subscribe((change) => void heard.push(change));
  return { database, changes, heard, directory };
}

async function twoNodes(areHasty = false): Promise<[Node, Node]> {
  const url = await server.createDatabase();
  return [await startNode(url, "one", areHasty), await startNode(url, "two", areHasty)];
}

async function addTeam(node: Node, id: string): Promise<void> {
  await node.database.prisma.team.create({ data: { id } });
}

function setBlocked(node: Node, id: string, blocked: boolean) {
  const action = blocked ? "team.block" : "team.unblock";
  return write(node, async (transaction) => ({
    result: await transaction.team.update({ where: { id }, data: { blocked } }),
    audit: [{ actor: "test", action, entityType: "team", entityId: id }],
    changes: [{ entity: "team", id }],
  }));
}

const eventually = (check: () => Promise<boolean> | boolean): Promise<void> =>
  expect.poll(check, { interval: 10 }).toBe(true);

function terminateFeeds(node: Node, name: string) {
  return node.database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1",
    [`gateway-node ${name}`],
  );
}

test("a block has reached the other node before the write answers, and the receipt says how long that took", async () => {
  const [one, two] = await twoNodes();
  await addTeam(one, "t1");
  expect((await two.directory.team("t1"))?.blocked).toBe(false);
  const { nodes } = await setBlocked(one, "t1", true);
  expect((await one.directory.team("t1"))?.blocked).toBe(true);
  expect((await two.directory.team("t1"))?.blocked).toBe(true);
  expect(nodes.map(({ node }) => node)).toEqual(["one", "two"]);
  for (const { acknowledged_ms } of nodes) expect(acknowledged_ms).toEqual(expect.any(Number));
});

test("two nodes agree after each of many blocks and unblocks made on both in turn", async () => {
  const nodes = await twoNodes();
  await addTeam(nodes[0], "t1");
  for (let turn = 0; turn < 40; turn++) {
    const blocked = turn % 3 !== 0;
    await setBlocked(nodes[turn % 2 === 0 ? 0 : 1], "t1", blocked);
    for (const node of nodes) expect((await node.directory.team("t1"))?.blocked).toBe(blocked);
  }
});

test("a read that races with a block never leaves the old row in the cache", async () => {
  const [one, two] = await twoNodes();
  await addTeam(one, "t1");
  for (let turn = 1; turn <= 30; turn++) {
    const blocked = turn % 2 === 1;
    let done = false;
    const readers = [one, two].map(async (node) => {
      while (!done) {
        await node.directory.team("t1");
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    await setBlocked(one, "t1", blocked);
    done = true;
    await Promise.all(readers);
    for (const node of [one, two]) expect((await node.directory.team("t1"))?.blocked).toBe(blocked);
  }
});

test("a node that listens but does not answer is reported as not acknowledged", async () => {
  const [one, two] = await twoNodes(true);
  await addTeam(one, "t1");
  two.changes.subscribe(() => new Promise(() => {}));
  const { nodes } = await setBlocked(one, "t1", true);
  expect(nodes).toEqual([
    { node: "one", acknowledged_ms: expect.any(Number) },
    { node: "two", acknowledged_ms: null },
  ]);
});

test("a database that is slow to list the nodes leaves none of them out of the receipts", async () => {
  const [one] = await twoNodes(true);
  const busy = Array.from({ length: 10 }, () => one.database.pool.query("SELECT pg_sleep(0.5)"));
  const receipts = await one.changes.settle("a change that was not announced", [{ entity: "team", id: "t1" }]);
  expect(receipts).toEqual([
    { node: "one", acknowledged_ms: expect.any(Number) },
    { node: "two", acknowledged_ms: null },
  ]);
  await Promise.all(busy);
});

test("a change that a listener failed to apply is not acknowledged", async () => {
  const [one, two] = await twoNodes(true);
  await addTeam(one, "t1");
  two.changes.subscribe(() => Promise.reject(new Error("cannot read the revision")));
  const { nodes } = await setBlocked(one, "t1", true);
  expect(nodes[1]).toEqual({ node: "two", acknowledged_ms: null });
});

test("a write waits only for the live nodes of its own database", async () => {
  const [one, two] = await twoNodes(true);
  await startNode(await server.createDatabase(), "elsewhere");
  await addTeam(one, "t1");
  await two.changes.close();
  await eventually(async () => (await setBlocked(one, "t1", true)).nodes.length === 1);
});

test("the change feed ignores notifications that are not the gateway's", async () => {
  const [one, two] = await twoNodes();
  for (const payload of ["", "{}", "not json", '{"id":"x","node":"y","changes":[{"entity":"nothing","id":"z"}]}']) {
    await one.database.pool.query("SELECT pg_notify('gateway_changes', $1), pg_notify('gateway_heartbeat', $1)", [
      payload,
    ]);
  }
  await addTeam(one, "t1");
  const { nodes } = await setBlocked(one, "t1", true);
  expect(nodes.every(({ acknowledged_ms }) => acknowledged_ms !== null)).toBe(true);
  expect(two.heard).toEqual([{ entity: "team", id: "t1" }]);
});

test("a list of changes too long for one notice is announced by its entities", async () => {
  const [one, two] = await twoNodes();
  await addTeam(one, "t1");
  expect((await two.directory.team("t1"))?.blocked).toBe(false);
  const changes = [
    { entity: "team" as const, id: "t1" },
    ...Array.from({ length: 500 }, (_, index) => ({ entity: "team" as const, id: `another team ${index}` })),
  ];
  expect(encodeNotice({ id: "", node: "", changes })).toContain('{"entity":"team","id":""}');
  await write(one, async (transaction) => ({
    result: await transaction.team.update({ where: { id: "t1" }, data: { blocked: true } }),
    audit: [],
    changes,
  }));
  expect((await two.directory.team("t1"))?.blocked).toBe(true);
});

test("the change feed refuses a node name that PostgreSQL would cut or change", async () => {
  const database = openDatabase(server.url);
  opened.push(database);
  for (const node of ["", "two words", "größe", "n".repeat(51)]) {
    await expect(createChangeFeed({ database, node, log, now: Date.now })).rejects.toThrow(RangeError);
  }
});

test("a node whose feed connection was lost sees a block within about a second, and at once after reconnecting", async () => {
  const [one, two] = await twoNodes(true);
  await addTeam(one, "t1");
  expect((await two.directory.team("t1"))?.blocked).toBe(false);
  await terminateFeeds(one, "two");
  await setBlocked(one, "t1", true);
  await eventually(async () => (await two.directory.team("t1"))?.blocked === true);
  await eventually(() => two.changes.connected);
  // A busy machine may take longer for one acknowledgement, but not for each.
  await eventually(async () => (await setBlocked(one, "t1", false)).nodes[1]?.acknowledged_ms !== null);
  expect((await two.directory.team("t1"))?.blocked).toBe(false);
});

test("a node whose feed connection is back reads its cached rows again, because it may have missed a change", async () => {
  const [one, two] = await twoNodes();
  await addTeam(one, "t1");
  await two.directory.team("t1");
  await terminateFeeds(one, "two");
  await eventually(() => !two.changes.connected);
  await eventually(() => two.changes.connected);
  expect(two.heard).toContainEqual({ entity: "team", id: "" });
  expect(two.heard).toContainEqual({ entity: "config", id: "" });
});

test("a feed notices that its connection has gone silent, which nothing else would tell for a quarter of an hour", async () => {
  const url = new URL(await server.createDatabase());
  const line = await startTcpLine(Number(url.port));
  opened.push(line);
  const database = openDatabase(url.href);
  opened.push(database);
  url.port = String(line.port);
  const changes = await createChangeFeed({
    database: { ...database, directUrl: url.href },
    node: "one",
    log,
    now: Date.now,
  });
  opened.push(changes);
  expect(changes.connected).toBe(true);
  line.freeze();
  await eventually(() => !changes.connected);
  line.mend();
  await eventually(() => changes.connected);
});

test("every node finds a team by its new alias, and no longer by its old one, once a change is acknowledged", async () => {
  const [one, two] = await twoNodes();
  const change = (id: string, alias: string | null) =>
    teamRows.change(one, { actor: "test", verb: "update", id, columns: { alias } });
  const found = (alias: string) => Promise.all([one, two].map((node) => node.directory.teamsByAlias(alias)));
  expect(await found("ML")).toEqual([undefined, undefined]);
  await createTeam(one, "test", { id: "t1", columns: { alias: "ML" }, members: [] });
  expect(await found("ML")).toEqual([["t1"], ["t1"]]);
  const made = { kind: "create-team", id: "t2", alias: "ML" } as const;
  await fulfilTogether(two, [{ obligations: [made], actor: "test" }], { team: undefined, user: undefined });
  await eventually(async () => (await one.directory.teamsByAlias("ML"))?.length === 2);
  await createTeam(one, "test", { id: "t3", columns: { alias: "ML" }, members: [] });
  expect(await found("ML"), "two are enough to name none").toEqual([
    ["t1", "t2"],
    ["t1", "t2"],
  ]);
  await change("t1", "Machine Learning");
  expect(await found("ML")).toEqual([
    ["t2", "t3"],
    ["t2", "t3"],
  ]);
  expect(await found("Machine Learning")).toEqual([["t1"], ["t1"]]);
  await teamRows.remove(one, "test", { ids: ["t2", "t3"], cascade: false });
  await change("t1", null);
  expect(await found("ML")).toEqual([undefined, undefined]);
  expect(await found("Machine Learning")).toEqual([undefined, undefined]);
});

test("a notice that does not say which aliases changed, as of an older version, makes every alias be read again", async () => {
  const [one, two] = await twoNodes();
  expect(await two.directory.teamsByAlias("ML")).toBeUndefined();
  await write(one, async (transaction) => ({
    result: await transaction.team.create({ data: { id: "t1", alias: "ML" } }),
    audit: [],
    changes: [{ entity: "team", id: "t1" }],
  }));
  expect(await two.directory.teamsByAlias("ML")).toEqual(["t1"]);
});
