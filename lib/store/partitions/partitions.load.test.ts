import { afterAll, beforeAll, expect, test } from "vitest";
import { bookCalls, refusesRows } from "@/lib/store/calls/calls";
import { type Database, openDatabase } from "@/lib/store/database";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import { sampleLiteral } from "@/testing/spend/booked-rows";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { dropPartition, makePartitions, readPartitions } from "./partitions";

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

const at = (text: string): number => Date.parse(text);
const namesOf = async (): Promise<string[]> => (await readPartitions(database, "calls")).map(({ name }) => name);
const partitionOf = async (callId: string): Promise<unknown> =>
  (
    await database.pool.query<{ name: string }>("SELECT tableoid::regclass AS name FROM calls WHERE call_id = $1", [
      callId,
    ])
  ).rows[0]?.name;

test("a booking makes the month that it misses, also across a turn of the year, and no call is refused for that", async () => {
  const literals = [
    sampleLiteral("last", at("2031-12-31T23:59:59.999Z")),
    sampleLiteral("first", at("2032-01-01T00:00:00.000Z")),
    sampleLiteral("again", at("2031-12-01T00:00:00.000Z")),
  ];
  expect(await bookCalls(database, literals)).toBe(3);
  expect(await bookCalls(database, literals)).toBe(0);
  expect([await partitionOf("last"), await partitionOf("first"), await partitionOf("again")]).toEqual([
    "calls_2031_12",
    "calls_2032_01",
    "calls_2031_12",
  ]);
  expect(await findSpendDiscrepancies(database)).toEqual([]);
});

test("a call is booked once, and another one that has its id by mistake is booked as another", async () => {
  const literal = sampleLiteral("twice", at("2031-12-05T00:00:00Z"));
  expect(await bookCalls(database, [literal, literal])).toBe(1);
  expect(await bookCalls(database, [literal])).toBe(0);
  expect(await bookCalls(database, [sampleLiteral("twice", at("2031-12-06T00:00:00Z"))])).toBe(1);
});

test("many nodes that miss the same months at once make each of them once", async () => {
  const nodes = Array.from({ length: 8 }, () => openDatabase(server.url));
  const months = ["2033-01-15", "2033-02-15", "2033-03-15"].map(at);
  const booked = await Promise.all(
    nodes.map((node, index) =>
      bookCalls(
        node,
        months.map((month) => sampleLiteral(`${index}-${month}`, month)),
      ),
    ),
  );
  expect(booked).toEqual(nodes.map(() => 3));
  expect((await namesOf()).filter((name) => name.startsWith("calls_2033"))).toEqual([
    "calls_2033_01",
    "calls_2033_02",
    "calls_2033_03",
  ]);
  await Promise.all(nodes.map((node) => node.close()));
});

test("a partition is made while another transaction books", async () => {
  const other = await database.pool.connect();
  await other.query("BEGIN; LOCK TABLE calls IN ROW EXCLUSIVE MODE");
  expect(await makePartitions(database, "calls", [at("2034-06-10")])).toEqual(["calls_2034_06"]);
  expect(await makePartitions(database, "calls", [at("2034-06-30")])).toEqual([]);
  await other.query("ROLLBACK");
  other.release();
});

test("a partition has every index of its table, and its calls draw numbers and get revisions", async () => {
  const { rows } = await database.pool.query<{ parent: number; child: number }>(`
    SELECT (SELECT count(*)::int FROM pg_index WHERE indrelid = 'calls'::regclass) AS parent,
      (SELECT count(*)::int FROM pg_index WHERE indrelid = 'calls_2034_06'::regclass) AS child`);
  expect(rows[0]?.child).toBe(rows[0]?.parent);
  await bookCalls(database, [sampleLiteral("june", at("2034-06-10"))]);
  await database.pool.query("UPDATE calls SET spend = 5 WHERE call_id = 'june'");
  const { rows: calls } = await database.pool.query(
    "SELECT revision, booking > 0 AS placed, booked_at IS NOT NULL AS dated FROM calls WHERE call_id = 'june'",
  );
  expect(calls).toEqual([{ revision: 2, placed: true, dated: true }]);
  await database.pool.query("UPDATE calls SET spend = 0.00002 WHERE call_id = 'june'");
});

test("a partition that is needed stays, and one in use is left alone after half a second", async () => {
  const partition = (await readPartitions(database, "calls")).find(({ name }) => name === "calls_2034_06");
  if (!partition) throw new Error("There is no such partition");
  expect(await dropPartition(database, "calls", partition, "true")).toBe(false);
  const reader = await database.pool.connect();
  await reader.query("BEGIN; LOCK TABLE calls IN ACCESS SHARE MODE");
  await expect(dropPartition(database, "calls", partition, "false")).rejects.toMatchObject({ code: "55P03" });
  await reader.query("ROLLBACK");
  reader.release();
  expect(await namesOf()).toContain("calls_2034_06");
  expect(await dropPartition(database, "calls", partition, "false")).toBe(true);
  expect(await namesOf()).not.toContain("calls_2034_06");
});

test("a call of a clock that is far ahead is booked in a month of its own", async () => {
  expect(await bookCalls(database, [sampleLiteral("far", at("9999-12-31T23:59:59.999Z"))])).toBe(1);
  expect(await partitionOf("far")).toBe("calls_9999_12");
  expect((await readPartitions(database, "calls")).at(-1)).toMatchObject({ until: Infinity });
  expect(await bookCalls(database, [sampleLiteral("far", at("9999-12-31T23:59:59.999Z"))])).toBe(0);
});

test("a row that breaks a constraint is refused as before", async () => {
  await database.pool.query("ALTER TABLE calls ADD CONSTRAINT positive CHECK (spend >= 0)");
  const broken = sampleLiteral("broken").replace("0.000020000", "-1.000000000");
  const error: unknown = await bookCalls(database, [broken]).catch((reason: unknown) => reason);
  await database.pool.query("ALTER TABLE calls DROP CONSTRAINT positive");
  expect(error).toMatchObject({ code: "23514", constraint: "positive" });
  expect(refusesRows(error)).toBe(true);
});
