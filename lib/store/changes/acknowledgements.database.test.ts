import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { fulfilTogether } from "@/lib/store/entities/made-by-tokens";
import { PATIENCE_MS } from "@/testing/patience.mjs";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { type Database, openDatabase } from "../database";
import { write } from "../write";
import { type ChangeFeed, createChangeFeed } from "./change-feed";
import type { Change } from "./change-notice";

const log = { info() {}, warn() {}, error() {} };
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
  readonly heard: readonly Change[];
}

async function startNodes(...names: readonly string[]): Promise<Node[]> {
  const url = await server.createDatabase();
  const nodes: Node[] = [];
  for (const node of names) {
    const database = openDatabase(url);
    opened.push(database);
    const changes = await createChangeFeed({ database, node, log, now: Date.now, acknowledgeWithinMs: PATIENCE_MS });
    opened.push(changes);
    const heard: Change[] = [];
    changes.subscribe((change) => void heard.push(change));
    nodes.push({ database, changes, heard });
  }
  return nodes;
}

function setBlocked(node: Node, blocked: boolean) {
  return write(node, async (transaction) => ({
    result: await transaction.team.upsert({ where: { id: "t1" }, create: { id: "t1", blocked }, update: { blocked } }),
    audit: [],
    changes: [{ entity: "team", id: "t1" }],
  }));
}

const eventually = (check: () => Promise<boolean> | boolean): Promise<void> =>
  expect.poll(check, { interval: 10 }).toBe(true);

/** Counts the acknowledgements that nodes hold for a while. */
async function keptAcknowledgements({ database }: Node): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
     WHERE datname = current_database() AND locktype = 'advisory' AND mode = 'ShareLock'`,
  );
  return rows[0]?.count ?? -1;
}

test("a write sends one notice, however many nodes acknowledge it", async () => {
  const [one] = await startNodes("one", "two", "three");
  if (!one) throw new Error("It has just been started");
  const notices: string[] = [];
  const listener = new pg.Client({ connectionString: one.database.directUrl });
  await listener.connect();
  opened.push({ close: () => listener.end() });
  listener.on("notification", ({ channel }) => void notices.push(channel));
  for (const channel of ["gateway_changes", "gateway_acknowledgements"]) await listener.query(`LISTEN ${channel}`);
  const { nodes } = await setBlocked(one, true);
  expect(nodes.map(({ node, acknowledged_ms }) => [node, typeof acknowledged_ms])).toEqual([
    ["one", "number"],
    ["three", "number"],
    ["two", "number"],
  ]);
  await one.database.pool.query("SELECT pg_notify('gateway_changes', 'the last')");
  await eventually(() => notices.length >= 2);
  expect(notices).toEqual(["gateway_changes", "gateway_changes"]);
});

test("a write on the way of a call is not acknowledged, because nobody waits for that", async () => {
  const [one, two] = await startNodes("one", "two");
  if (!one || !two) throw new Error("They have just been started");
  const made = { kind: "create-team", id: "t1", alias: undefined } as const;
  await fulfilTogether(one, [{ obligations: [made], actor: "test" }], { team: undefined, user: undefined });
  await eventually(() => two.heard.length > 0);
  await two.database.pool.query("SELECT 1");
  expect(await keptAcknowledgements(one)).toBe(0);
});

test("a node keeps a bounded number of acknowledgements, each of which the writer finds, and then none", async () => {
  const [one] = await startNodes("one", "two");
  if (!one) throw new Error("It has just been started");
  for (let count = 0; count < 100; count++) {
    const { nodes } = await setBlocked(one, count % 2 === 0);
    expect(nodes[1]?.acknowledged_ms).toEqual(expect.any(Number));
  }
  const kept = await keptAcknowledgements(one);
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThanOrEqual(32);
  await eventually(async () => (await keptAcknowledgements(one)) === 0);
});
