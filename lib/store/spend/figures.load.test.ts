import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callLiteral } from "@/lib/calls/literal";
import type { SpendRecord } from "@/lib/calls/record";
import { dollarsFromNano } from "@/lib/prices/money";
import { bookCalls } from "@/lib/store/calls/calls";
import { repriceCalls } from "@/lib/store/calls/reprice";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { record } from "@/testing/spend/spend-records";
import { SAMPLE_TIME } from "@/testing/spend/spend-samples";
import { type Database, openDatabase } from "../database";
import { listIds } from "../listing";
import { readSpent } from "./budget-figures";
import { foldHours } from "./fold-figures";
import { findSpendDiscrepancies } from "./spend-audit";
import type { DailyDimension, GroupQuestion } from "./group-statement";
import { readEntityTotal, reportSpend } from "./spend-reports";
import { entitySpends } from "./spend-totals";
import { sumSpans } from "./sum-spans";

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

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The months before this hour are old. */
const FIRST_KEPT = Date.parse("2026-11-01T00:00:00Z") / HOUR;
/** All hours of the calls are folded before this one. */
const START_OF_2027 = Date.parse("2027-01-01T00:00:00Z") / HOUR;
/** Every week of the calls is over by this day. */
const END = Date.parse("2026-11-30T00:00:00Z") / DAY;
const TIMES = ["2026-09-30T23:59:59Z", "2026-10-31T22:00:00Z", "2026-10-31T23:00:00Z", "2026-11-01T00:00:00Z"].map(
  (text) => Date.parse(text),
);

const report = (filter: GroupQuestion["filter"], dimensions: GroupQuestion["dimensions"], limit: number) =>
  reportSpend(database, { filter, dimensions, limit });

/** The entities that the sample call is charged to. */
const CHARGED = 8;

const reset = () =>
  database.pool.query(`
    WITH calls AS (DELETE FROM calls), totals AS (DELETE FROM entity_totals), shared AS (DELETE FROM shared_totals), hours AS (DELETE FROM hourly_figures),
      days AS (DELETE FROM daily_figures), weeks AS (DELETE FROM span_figures)
    DELETE FROM audit_events`);

const drawn = fc.record({
  spendNano: fc.bigInt(0n, 10n ** 15n),
  startedAt: fc.constantFrom(...TIMES),
  keyId: fc.constantFrom(null, "k1"),
  userId: fc.constantFrom("u1", "u/2"),
  teamId: fc.constantFrom(null, "t1", "t/2"),
  issuer: fc.constantFrom(null, "https://idp", "https://other"),
  tags: fc.constantFrom([], ["x"], ["x", "y"]),
  model: fc.constantFrom("a", "b"),
  status: fc.constantFrom("success" as const, "error" as const),
});
const step = fc.oneof(
  fc.record({ kind: fc.constant("book" as const), calls: fc.array(drawn, { minLength: 1, maxLength: 6 }) }),
  fc.record({ kind: fc.constant("reprice" as const), at: fc.nat(20), spendNano: fc.bigInt(0n, 10n ** 15n) }),
  fc.record({ kind: fc.constant("fold" as const) }),
  fc.record({ kind: fc.constant("sum weeks" as const) }),
);

const CUT: ["user" | "member" | "issuer", DailyDimension[]][] = [
  ["user", ["entity"]],
  ["user", ["day"]],
  ["user", ["day", "entity"]],
  ["user", ["entity", "model"]],
  ["member", ["memberTeam", "memberUser"]],
  ["member", ["day", "memberTeam", "memberUser"]],
  ["member", ["memberUser"]],
  ["issuer", ["entity"]],
  ["issuer", ["day", "entity"]],
];

test("every report is the sum of its calls after any mix of booking, re-pricing, folding, summing weeks and late booking", async () => {
  const all = { from: Date.parse("2026-09-01T00:00:00Z"), to: Date.parse("2026-11-30T00:00:00Z") };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
      await reset();
      const made: SpendRecord[] = [];
      for (const one of steps) {
        if (one.kind === "fold") await foldHours(database, FIRST_KEPT);
        else if (one.kind === "sum weeks") await sumSpans(database, END);
        else if (one.kind === "reprice") {
          const call = made[one.at];
          if (!call) continue;
          made[one.at] = { ...call, spendNano: one.spendNano };
          const price = {
            call_id: call.callId,
            started_at: new Date(call.startedAt).toISOString(),
            spend: dollarsFromNano(one.spendNano),
            price_state: "priced",
            price_version: "n",
          };
          await repriceCalls(database, { id: "run", actor: "test" }, [price], () => ({}));
        } else {
          const records = one.calls.map((changes, at) => record(made.length + at, changes));
          made.push(...records);
          await bookCalls(database, records.map(callLiteral));
        }
      }
      expect(await findSpendDiscrepancies(database)).toEqual([]);
      const sum = (calls: readonly SpendRecord[]) => calls.reduce((total, { spendNano }) => total + spendNano, 0n);
      expect((await report({ entityType: "all", entityId: "", ...all }, ["day"], 1)).totals.calls).toBe(made.length);
      const { groups: byMember } = await report(
        { entityType: "member", ...all },
        ["day", "memberTeam", "memberUser", "model"],
        100,
      );
      for (const { day, memberTeam, memberUser, model, spend } of byMember) {
        const calls = made.filter(
          (call) =>
            call.teamId === memberTeam &&
            call.userId === memberUser &&
            call.model === model &&
            new Date(call.startedAt).toISOString().startsWith(day ?? "none"),
        );
        expect([spend, calls.length > 0]).toEqual([dollarsFromNano(sum(calls)), true]);
      }
      const { groups: byUser } = await report({ entityType: "user", ...all }, ["entity"], 100);
      expect(new Map(byUser.map(({ entity, spend }) => [entity, spend]))).toEqual(
        new Map(
          [...new Set(made.map(({ userId }) => userId))].map((id) => [
            id,
            dollarsFromNano(sum(made.filter(({ userId }) => userId === id))),
          ]),
        ),
      );
      // A limit leaves out the last groups, and none of the totals, in whatever way they are added up.
      for (const [entityType, dimensions] of CUT) {
        const ask = (limit: number) => report({ entityType, ...all }, dimensions, limit);
        const [few, many] = [await ask(2), await ask(100)];
        const shown = ({ day, spend }: { day?: string; spend: string }) => [day, spend];
        expect(few.groups.map(shown)).toEqual(many.groups.slice(0, 2).map(shown));
        const whole = made.filter(
          ({ teamId, issuer }) => entityType === "user" || (entityType === "issuer" ? issuer : teamId) !== null,
        );
        expect([dimensions, few.totals.spend]).toEqual([dimensions, Number(dollarsFromNano(sum(whole)))]);
      }
      const windows = [
        { start: TIMES[2]!, end: TIMES[2]! + HOUR },
        { start: TIMES[1]!, end: TIMES[3]! + HOUR },
        { start: TIMES[3]! - DAY, end: TIMES[3]! },
      ];
      expect(
        await readSpent(
          database.pool,
          windows.map((window) => ({ type: "all" as const, id: "", ...window })),
        ),
      ).toEqual(
        windows.map(({ start, end }) => sum(made.filter(({ startedAt }) => startedAt >= start && startedAt < end))),
      );
    }),
    { numRuns: 10 },
  );
});

async function partitions(like: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    "SELECT inhrelid::regclass::text AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE relkind = 'r' AND relname LIKE $1 ORDER BY 1",
    [like],
  );
  return rows.map(({ name }) => name);
}

test("two nodes that both meet a missing partition book all of their calls", async () => {
  await reset();
  const other = openDatabase(server.url);
  const at = Date.parse("2031-03-31T23:00:00Z");
  const batches = Array.from({ length: 8 }, (_, batch) =>
    Array.from({ length: 5 }, (_, index) => callLiteral(record(batch * 5 + index, { startedAt: at + index * HOUR }))),
  );
  const booked = await Promise.all(batches.map((rows, at) => bookCalls(at % 2 ? database : other, rows)));
  await other.close();
  expect(booked).toEqual(batches.map((rows) => rows.length));
  expect(await findSpendDiscrepancies(database)).toEqual([]);
  expect(await partitions("hourly_figures_user_2031%")).toEqual([
    "hourly_figures_user_2031_03",
    "hourly_figures_user_2031_04",
  ]);
});

test("a month without the partition of issuers gets it with the first call that has one", async () => {
  await reset();
  const at = Date.parse("2031-05-01T00:00:00Z");
  await bookCalls(database, [callLiteral(record(1, { startedAt: at }))]);
  await database.pool.query("DROP TABLE hourly_figures_issuer_2031_05");
  await bookCalls(database, [callLiteral(record(2, { startedAt: at, issuer: "https://idp" }))]);
  expect(await partitions("hourly_figures_issuer_2031_05")).toHaveLength(1);
  expect(await findSpendDiscrepancies(database)).toEqual([]);
  const day = { from: at, to: at };
  expect((await report({ entityType: "issuer", ...day }, ["entity"], 10)).groups).toMatchObject([
    { entity: "https://idp", calls: 1, spend: "0.000000005" },
  ]);
});

test("folded months lose their partitions in the next round, and a late call is counted anyway", async () => {
  await reset();
  await bookCalls(database, [
    callLiteral(record(1, { startedAt: TIMES[0]! })),
    callLiteral(record(2, { startedAt: TIMES[3]! })),
  ]);
  expect(await foldHours(database, FIRST_KEPT)).toMatchObject({ rows: CHARGED });
  expect(await database.prisma.hourlyFigure.count()).toBe(CHARGED);
  expect((await foldHours(database, FIRST_KEPT)).dropped).toBeGreaterThan(0);
  expect(await partitions("hourly_figures_%_2026_09")).toEqual([]);
  await bookCalls(database, [callLiteral(record(3, { startedAt: TIMES[0]! + 1 }))]);
  expect(await foldHours(database, FIRST_KEPT)).toMatchObject({ rows: CHARGED });
  expect(await findSpendDiscrepancies(database)).toEqual([]);
  expect(await database.prisma.dailyFigure.findMany({ where: { kind: 9 }, select: { calls: true } })).toEqual([
    { calls: 2 },
  ]);
});

test("a reader that holds up a drop leaves it to a later round", async () => {
  await reset();
  await bookCalls(database, [callLiteral(record(1, { startedAt: TIMES[0]! }))]);
  await foldHours(database, FIRST_KEPT);
  const reader = await database.pool.connect();
  await reader.query("BEGIN; SELECT count(*) FROM hourly_figures_all_2026_09");
  expect(await partitions("hourly_figures_all_2026_09")).toHaveLength(1);
  await foldHours(database, FIRST_KEPT);
  expect(await partitions("hourly_figures_all_2026_09")).toHaveLength(1);
  await reader.query("COMMIT");
  reader.release();
  await foldHours(database, FIRST_KEPT);
  expect(await partitions("hourly_figures_all_2026_09")).toEqual([]);
});

test("a window of hours on a day that is kept whole is answered from the calls", async () => {
  await reset();
  const start = SAMPLE_TIME - (SAMPLE_TIME % HOUR);
  await bookCalls(database, [
    callLiteral(record(1, { startedAt: start, spendNano: 3n })),
    callLiteral(record(2, { startedAt: start - 1, spendNano: 4n })),
  ]);
  await foldHours(database, START_OF_2027);
  const window = { type: "user" as const, id: "u1", start, end: start + HOUR };
  expect(await readSpent(database.pool, [window])).toEqual([3n]);
  await bookCalls(database, [callLiteral(record(3, { startedAt: start + 1, spendNano: 5n }))]);
  expect(await readSpent(database.pool, [window])).toEqual([8n]);
});

test("processes add to shared totals under shards of their own, and every reader adds these up", async () => {
  await reset();
  await database.pool.query(
    "INSERT INTO teams (id, alias, updated_at) VALUES ('t1', 'One', now()), ('t2', 'Two', now()) ON CONFLICT DO NOTHING",
  );
  for (let shard = 0; shard < 8; shard++)
    await bookCalls(
      database,
      [callLiteral(record(shard, { startedAt: SAMPLE_TIME, teamId: "t1", spendNano: 2n }))],
      undefined,
      [],
      shard,
    );
  await bookCalls(database, [
    callLiteral(record(8, { startedAt: SAMPLE_TIME, teamId: "t1", spendNano: 1n })),
    callLiteral(record(9, { startedAt: SAMPLE_TIME, teamId: "t2", spendNano: 5n })),
  ]);
  expect(await database.prisma.sharedTotal.count({ where: { entityType: "team", entityId: "t1" } })).toBe(8);
  expect(await findSpendDiscrepancies(database)).toEqual([]);
  const days = { from: SAMPLE_TIME - (SAMPLE_TIME % DAY), to: SAMPLE_TIME - (SAMPLE_TIME % DAY) };
  const { groups: byTeam } = await report({ entityType: "team", ...days }, ["entity"], 1);
  expect(byTeam.map(({ entity, calls }) => [entity, calls])).toEqual([["t1", 9]]);
  await foldHours(database, START_OF_2027);
  expect((await report({ entityType: "team", ...days }, ["entity"], 1)).groups).toEqual(byTeam);
  expect(await readEntityTotal(database, "team", "t1")).toMatchObject({ calls: 9, spend: 17e-9 });
  expect(await entitySpends(database, "team", ["t1", "t3"])).toEqual(
    new Map([
      ["t1", 17e-9],
      ["t3", 0],
    ]),
  );
  const spent = [{ type: "team" as const, id: "t1", start: 0, end: Number.POSITIVE_INFINITY }];
  expect(await readSpent(database.pool, spent)).toEqual([17n]);
  const listed = await listIds(database, "team", { sort: "spend", order: "desc", page: 1, size: 10 });
  expect(listed).toEqual({ rows: ["t1", "t2"], total: 2, next: undefined });
});
