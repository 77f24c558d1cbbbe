import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AttemptEnded, CallSettled } from "@/lib/gateway/observer";
import { openDatabase, type Database } from "@/lib/store/database";
import { pruneTrafficMinutes, readTraffic, writeTrafficMinutes } from "@/lib/store/record/traffic-minutes";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { createMinuteWriter, type MinuteWriter } from "./minute-writer";

const AT = Date.UTC(2026, 5, 1, 12, 0, 30);
const MINUTE = Date.UTC(2026, 5, 1, 12);
const HOUR = 3_600_000;
const TIMES = { firstAt: AT, lastAt: AT };

let server: TestDatabase;
let database: Database;
let warnings: unknown[][];
beforeAll(async () => {
  server = await startTestDatabase();
});
beforeEach(async () => {
  database = openDatabase(await server.createDatabase());
  warnings = [];
  return () => database.close();
});
afterAll(() => server.stop());

const log = { info() {}, warn: (...line: unknown[]) => void warnings.push(line), error() {} };
const open = (node = "n1"): MinuteWriter => createMinuteWriter({ database, log, node });

function serve({ observer }: MinuteWriter, deployment: string, times = 1, durationMs = 15): void {
  for (let index = 0; index < times; index++) {
    const call = { request: {} } as CallSettled["call"];
    const at = { startedAt: AT - durationMs, endedAt: AT };
    observer.attemptEnded?.({ call, deployment: { id: deployment }, ...at } as AttemptEnded);
    observer.callSettled?.({ call, record: { status: "success" } } as CallSettled);
  }
}

async function rows(): Promise<unknown[]> {
  const found = await database.pool.query<{ line: string }>(
    "SELECT concat_ws(' ', node, deployment, outcome, count, latency) AS line FROM traffic_minutes ORDER BY 1",
  );
  return found.rows.map(({ line }) => line);
}
const SECOND_BUCKET = (count: number): string => `{0,${count}${",0".repeat(13)}}`;

describe("the minutes of traffic", () => {
  test("two processes of a node add to the same row, at the same time", async () => {
    const [one, other] = [open(), open()];
    for (let round = 0; round < 5; round++) {
      for (const deployment of ["b", "a", "c"]) serve(one, deployment);
      for (const deployment of ["c", "b", "a"]) serve(other, deployment, 2);
      await Promise.all([one.flush(), other.flush()]);
    }
    expect(await rows()).toEqual(["a", "b", "c"].map((id) => `n1 ${id} served 15 ${SECOND_BUCKET(15)}`));
    await Promise.all([one.close(), other.close()]);
  });

  test("what is counted is written when the process stops", async () => {
    const writer = open();
    serve(writer, "a");
    await writer.close();
    expect(await rows()).toEqual([`n1 a served 1 ${SECOND_BUCKET(1)}`]);
  });

  test("counts stay in memory while the database is away, which is logged once", async () => {
    const writer = open();
    await database.pool.query("ALTER TABLE traffic_minutes RENAME TO elsewhere");
    serve(writer, "a");
    await writer.flush();
    serve(writer, "a");
    await writer.flush();
    await database.pool.query("ALTER TABLE elsewhere RENAME TO traffic_minutes");
    await writer.flush();
    expect(await rows()).toEqual([`n1 a served 2 ${SECOND_BUCKET(2)}`]);
    expect(warnings.map(([event]) => event)).toEqual(["traffic.not_written"]);
    await writer.close();
  });

  test("rows that the database refuses for good are dropped, and the next ones are written", async () => {
    const writer = open();
    serve(writer, "nul\0");
    await writer.flush();
    serve(writer, "a");
    await writer.flush();
    expect(await rows()).toEqual([`n1 a served 1 ${SECOND_BUCKET(1)}`]);
    await writer.close();
  });

  test("minutes of a node whose clock is an hour ahead stand under the database's time", async () => {
    const { rows: clock } = await database.pool.query<{ now: string }>(
      "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::text AS now",
    );
    const ahead = Number(clock[0]?.now) + HOUR;
    const minute = Math.floor(ahead / 60_000) * 60_000;
    const row = { deployment: "a", outcome: "failed", count: 1, latency: [], firstAt: ahead, lastAt: ahead } as const;
    await writeTrafficMinutes(
      database,
      "n1",
      [
        { ...row, minute },
        { ...row, minute: minute - 60_000 },
      ],
      ahead,
    );
    const { rows: read } = await database.pool.query<{ minute: Date; first: Date }>(
      "SELECT minute, first_at AS first FROM traffic_minutes ORDER BY minute DESC",
    );
    expect(read.map(({ minute: at }) => at.getTime())).toEqual([minute - HOUR, minute - HOUR - 60_000]);
    expect(Math.abs(Number(read[0]?.first) - (ahead - HOUR))).toBeLessThan(HOUR / 4);
  });

  test("refusals have no latency, and a row without buckets takes none from another node's", async () => {
    const refused = { minute: MINUTE, deployment: "", outcome: "refused", count: 3, latency: [], ...TIMES } as const;
    await writeTrafficMinutes(database, "n1", [refused]);
    await writeTrafficMinutes(database, "n1", [refused]);
    await writeTrafficMinutes(database, "n2", [refused]);
    expect(await rows()).toEqual(["n1  refused 6 {}", "n2  refused 3 {}"]);
    const query = { since: MINUTE, until: MINUTE + 1, stepMinutes: 1, deployment: undefined, limit: 10 };
    const { rows: read } = await readTraffic(database, query);
    expect(read).toEqual([{ ...refused, count: 9, latency: new Array(15).fill(0) }]);
  });

  test("minutes are added up over nodes and steps, the latest first, and cut at the limit", async () => {
    const bucket = (...first: number[]): number[] => [...first, ...new Array(15 - first.length).fill(0)];
    const row = (minute: number, deployment: string, latency: number[]) =>
      ({
        minute,
        deployment,
        outcome: "served",
        count: latency.reduce((sum, one) => sum + one),
        latency,
        ...TIMES,
      }) as const;
    await writeTrafficMinutes(database, "n1", [
      row(MINUTE, "a", bucket(1, 2)),
      row(MINUTE + 60_000, "a", bucket(4)),
      row(MINUTE + 300_000, "b", bucket(0, 1)),
    ]);
    await writeTrafficMinutes(database, "n2", [row(MINUTE, "a", bucket(10))]);
    const query = { since: MINUTE, until: MINUTE + HOUR, stepMinutes: 5, deployment: undefined, limit: 10 };
    const whole = [row(MINUTE + 300_000, "b", bucket(0, 1)), row(MINUTE, "a", bucket(15, 2))];
    expect(await readTraffic(database, query)).toEqual({ rows: whole, truncated: false });
    expect(await readTraffic(database, { ...query, limit: 1 })).toEqual({ rows: whole.slice(0, 1), truncated: true });
    expect((await readTraffic(database, { ...query, deployment: "a" })).rows).toEqual(whole.slice(1));
    expect((await readTraffic(database, { ...query, until: MINUTE })).rows).toEqual([]);
  });

  test("minutes are deleted once they are over for 48 hours", async () => {
    const row = { minute: MINUTE, deployment: "a", outcome: "served", count: 1, latency: [], ...TIMES } as const;
    await writeTrafficMinutes(database, "n1", [row, { ...row, minute: MINUTE + 60_000 }]);
    await pruneTrafficMinutes(database, MINUTE + 48 * HOUR + 1);
    expect(await rows()).toHaveLength(1);
  });
});
