import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { GatewayError } from "@/lib/errors";
import { type Database, openDatabase } from "@/lib/store/database";
import { EVERY_NAME } from "@/lib/store/spend/payer-names";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { LARGEST_QUESTIONS, REPORT_QUESTIONS } from "@/testing/spend/spend-questions";
import { bookVaried } from "@/testing/spend/varied-calls";
import { createPostgresReader } from "./postgres-reader";
import { createReplicaReader } from "./replica-reader";
import type { ReportReader } from "./report-reader";

const PAGE = { sort: "started_at", order: "desc", from: { number: 1 }, size: 100, isCounted: false } as const;
let server: TestDatabase;
let primary: Database;
let replicaUrl: string;
const opened: Database[] = [];

beforeAll(async () => {
  server = await startTestDatabase();
  primary = openDatabase(server.url);
  await bookVaried(primary, 0, 40);
  replicaUrl = await server.createDatabase();
  const replica = openDatabase(replicaUrl);
  await bookVaried(replica, 0, 30);
  // As on a replica, no statement may write there.
  await replica.pool.query(
    `ALTER DATABASE ${new URL(replicaUrl).pathname.slice(1)} SET default_transaction_read_only = on`,
  );
  await replica.close();
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});
afterAll(async () => {
  await primary.close();
  await server.stop();
});

interface Replica {
  readonly reader: ReportReader;
  readonly events: string[];
  readonly clock: { now: number };
}

function readerOf(url: string): ReportReader {
  const database = openDatabase(url);
  opened.push(database);
  return createPostgresReader(database);
}

/** A reader whose replica is this one, with the events of its log. */
function withReplica(replica: ReportReader): Replica {
  const events: string[] = [];
  const note = (event: string): void => void events.push(event);
  const clock = { now: 0 };
  const options = { log: { info: note, warn: note, error: note }, now: () => clock.now };
  return { reader: createReplicaReader(replica, createPostgresReader(primary), options), events, clock };
}

const idsOf = async ({ reader }: Replica): Promise<string[]> =>
  (await reader.listCalls([{}], PAGE, EVERY_NAME)).calls.map((call) => call.call_id);

test("a replica that lags answers lists, and the primary a lookup of what it has not got yet", async () => {
  const replica = withReplica(readerOf(replicaUrl));
  const all = (await createPostgresReader(primary).listCalls([{}], PAGE, EVERY_NAME)).calls;
  const known = await idsOf(replica);
  expect([known.length, all.length]).toEqual([30, 40]);
  const latest = all.map((call) => call.call_id).find((id) => !known.includes(id)) ?? "";
  const found = await replica.reader.listCalls([{ callId: latest }], PAGE, EVERY_NAME);
  expect(found.calls.map((call) => call.call_id)).toEqual([latest]);
  expect(replica.events).toEqual([]);
});

test("a replica that is away is left alone for ten seconds, and the primary answers meanwhile", async () => {
  const replica = withReplica(readerOf("postgresql://nobody@127.0.0.1:1/none"));
  expect(await idsOf(replica)).toHaveLength(40);
  expect(await idsOf(replica)).toHaveLength(40);
  replica.clock.now = 10_000;
  expect(await idsOf(replica)).toHaveLength(40);
  expect(replica.events).toEqual(["database.replica_away"]);
});

test("a replica that is back answers again, and one line says so", async () => {
  const usual = readerOf(replicaUrl);
  let isAway = true;
  const replica = withReplica({
    ...usual,
    listCalls: (...asked) =>
      isAway
        ? Promise.reject(new Error("canceling statement due to conflict with recovery"))
        : usual.listCalls(...asked),
  });
  expect(await idsOf(replica)).toHaveLength(40);
  isAway = false;
  expect(await idsOf(replica)).toHaveLength(40);
  replica.clock.now = 10_000;
  expect(await idsOf(replica)).toHaveLength(30);
  expect(replica.events).toEqual(["database.replica_away", "database.replica_back"]);
});

test("a question that takes the replica too long is not asked twice", async () => {
  const kept = () => Promise.reject(new GatewayError("database_too_slow", "The question took too long."));
  const replica = withReplica({ ...readerOf(replicaUrl), kept });
  await expect(replica.reader.kept({ from: 0, to: 0 })).rejects.toThrow("took too long");
  expect(replica.events).toEqual([]);
});

test("a replica on which nothing may be written answers every kind of question", async () => {
  const replica = withReplica(readerOf(replicaUrl));
  for (const question of REPORT_QUESTIONS) await replica.reader.report(question);
  for (const question of LARGEST_QUESTIONS) await replica.reader.largest(question);
  const asked = { filters: [{}], format: "csv", access: EVERY_NAME } as const;
  const { lines } = await replica.reader.exportCalls(asked, { isGone: false, onGone() {} });
  let bytes = 0;
  for await (const page of lines) bytes += page.length;
  expect(bytes).toBeGreaterThan(0);
  expect(replica.events).toEqual([]);
});
