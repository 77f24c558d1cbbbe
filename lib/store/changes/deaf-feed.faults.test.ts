import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Logger } from "@/lib/log";
import { createDirectory } from "@/lib/store/directory/directory";
import { startDeafLine } from "@/testing/database/deaf-line";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { openDatabase } from "../database";
import { write } from "../write";
import { createChangeFeed, type FeedCondition } from "./change-feed";
import type { Change } from "./change-notice";

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

async function startNode(url: string, name: string, directUrl?: string) {
  const database = openDatabase(url, directUrl);
  opened.push(database);
  const state = { ahead: 0 };
  const now = () => Date.now() + state.ahead;
  const conditions: FeedCondition[] = [];
  const onCondition = (condition: FeedCondition) => void conditions.push(condition);
  const changes = await createChangeFeed({ database, node: name, log, now, onCondition });
  opened.push(changes);
  const directory = createDirectory({ database, changes, log, now, staleTtlSeconds: () => 300, capacity: () => 100 });
  const heard: Change[] = [];
  changes.subscribe((change) => void heard.push(change));
  return { database, changes, conditions, directory, heard, state };
}

/** A node that hears, and one whose listening connection loses every notification. */
async function startNodes() {
  const url = await server.createDatabase();
  const line = await startDeafLine(url);
  opened.push(line);
  const hearing = await startNode(url, "hearing");
  const deaf = await startNode(url, "deaf", line.url);
  return { url, line, hearing, deaf };
}

type Node = Awaited<ReturnType<typeof startNode>>;

function setBlocked(node: Node, blocked: boolean) {
  return write(node, async (transaction) => ({
    result: await transaction.team.upsert({ where: { id: "t1" }, create: { id: "t1", blocked }, update: { blocked } }),
    audit: [],
    changes: [{ entity: "team", id: "t1" }],
  }));
}

const addPrice = (node: Node, id: string) =>
  node.database.prisma.price.create({
    data: { id, provider: "p", model: id, prices: {}, effectiveFrom: new Date(), createdBy: "test" },
  });

test("a feed is connected once it hears itself, and deaf when its connection loses what is sent to it", async () => {
  const { hearing, deaf } = await startNodes();
  expect([hearing.changes.state, hearing.changes.connected]).toEqual(["connected", true]);
  expect([deaf.changes.state, deaf.changes.connected]).toEqual(["deaf", false]);
  expect(deaf.conditions).toEqual([{ state: "deaf" }]);
});

test("a deaf node takes a block by another node in once its row is a second old, and its own at once", async () => {
  const { hearing, deaf } = await startNodes();
  await setBlocked(hearing, false);
  expect((await deaf.directory.team("t1"))?.blocked).toBe(false);
  const { nodes } = await setBlocked(hearing, true);
  // While its connection is made again, the deaf node is not in the list at all.
  expect(nodes.filter(({ acknowledged_ms }) => acknowledged_ms !== null).map(({ node }) => node)).toEqual(["hearing"]);
  deaf.state.ahead += 1_000;
  expect((await deaf.directory.team("t1"))?.blocked).toBe(true);
  await setBlocked(deaf, false);
  expect((await deaf.directory.team("t1"))?.blocked).toBe(false);
  expect((await hearing.directory.team("t1"))?.blocked).toBe(false);
});

test("a deaf node does once what is asked of every node, and a node that starts later does not", async () => {
  const { url, line, hearing, deaf } = await startNodes();
  const asked: Change = { entity: "team_calls", id: "t1" };
  const team: Change = { entity: "team", id: "t1" };
  await write(hearing, async () => ({ result: undefined, audit: [], changes: [team, asked] }));
  const requests = (node: Node) => node.heard.filter(({ entity }) => entity === "team_calls");
  await expect.poll(() => requests(deaf)).toEqual([asked]);
  const later = await startNode(url, "later", line.url);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect([requests(deaf), requests(hearing), requests(later)]).toEqual([[asked], [asked], []]);
});

test("a deaf node reads settings and prices again when the database has others, and only then", async () => {
  const { hearing, deaf } = await startNodes();
  const rereads = () => deaf.heard.filter(({ entity }) => entity === "price").length;
  await expect.poll(rereads).toBe(1); // what changed before is unknown
  await addPrice(hearing, "one");
  await expect.poll(rereads).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(rereads()).toBe(2);
  await hearing.database.prisma.price.delete({ where: { id: "one" } });
  await expect.poll(rereads).toBe(3);
  expect(deaf.heard).toContainEqual({ entity: "config", id: "" });
});

test("a node that cannot connect its feed reads settings and prices again too", async () => {
  const node = await startNode(await server.createDatabase(), "one", "postgresql://nobody@127.0.0.1:1/none");
  expect(node.changes.state).toBe("disconnected");
  await expect.poll(() => node.heard).toContainEqual({ entity: "price", id: "" });
});

test("a feed that goes deaf says so, and when it hears again suspects everything that it has missed", async () => {
  const { line, deaf, hearing } = await startNodes();
  line.isDeaf = false;
  await expect.poll(() => deaf.changes.state).toBe("connected");
  await setBlocked(hearing, false);
  expect((await deaf.directory.team("t1"))?.blocked).toBe(false);
  line.isDeaf = true;
  await expect.poll(() => deaf.changes.state).toBe("deaf");
  await setBlocked(hearing, true);
  deaf.heard.length = 0;
  line.isDeaf = false;
  await expect.poll(() => deaf.changes.state).toBe("connected");
  expect(deaf.heard).toContainEqual({ entity: "team", id: "" });
  expect((await deaf.directory.team("t1"))?.blocked).toBe(true);
  expect(deaf.conditions.map(({ state }) => state)).toEqual(["deaf", "connected", "deaf", "connected"]);
});
