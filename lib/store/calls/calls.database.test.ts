import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { callLiteral, rowLiteral } from "@/lib/calls/literal";
import { callRowJson } from "@/lib/calls/row";
import { storableText } from "@/lib/calls/storable";
import { memberEntityId } from "@/lib/entity-type";
import { dollarsFromNano } from "@/lib/prices/money";
import type { SpendRecord } from "@/lib/calls/record";
import { NO_USAGE } from "@/lib/usage";
import { SAMPLE_TIME, sampleIntent } from "@/testing/spend/spend-samples";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { bookCalls, refusesRows } from "./calls";
import { type Database, openDatabase } from "../database";
import { ALL_TOTALS } from "@/lib/store/spend/all-totals";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";

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
afterEach(empty);

/** Deleting is faster for these few rows: truncating makes a new file for each index of each partition. */
async function empty(): Promise<void> {
  const tables = ["calls", "entity_totals", "shared_totals", "hourly_figures", "daily_figures"];
  await database.pool.query(tables.map((table) => `DELETE FROM ${table}`).join("; "));
}

const day = 86_400_000;
const records = fc
  .array(
    fc.record({
      spendNano: fc.bigInt(0n, 10n ** 17n),
      startedAt: fc.constantFrom(SAMPLE_TIME, SAMPLE_TIME + day - 1, SAMPLE_TIME - day),
      keyId: fc.constantFrom(null, "k1", "k2"),
      userId: fc.constantFrom(null, "u1", ""),
      teamId: fc.constantFrom(null, "t1", "all"),
      organizationId: fc.constantFrom(null, "o1", "o2"),
      teamOrganizationId: fc.constantFrom(null, "o2", "o3"),
      endUserId: fc.constantFrom(null, "e'1\\\"", "🚀"),
      issuer: fc.constantFrom(null, "https://idp", ""),
      mcpServer: fc.constantFrom(null, "tickets"),
      tags: fc.array(fc.constantFrom("x", "y", ""), { maxLength: 4 }),
      model: fc.constantFrom("a", "b"),
      status: fc.constantFrom("success" as const, "error" as const, "cancelled" as const, "interrupted" as const),
      priceState: fc.constantFrom("priced" as const, "unpriced" as const, "free" as const),
    }),
    { maxLength: 40 },
  )
  .map((drawn) =>
    drawn.map((changes, index): SpendRecord => ({
      ...sampleIntent(`call-${index}`),
      ...changes,
      attempts: 1,
      tried: [],
      httpStatus: null,
      durationMs: 1,
      upstreamMs: null,
      firstTokenMs: null,
      upstreamRequestId: null,
      priceVersion: null,
      usage: { ...NO_USAGE, promptTokens: index, completionTokens: 1 },
    })),
  );

test("every total is the exact sum of its calls, for any order, batches and repetitions", async () => {
  await fc.assert(
    fc.asyncProperty(
      records.chain((made) =>
        fc.tuple(fc.constant(made), fc.shuffledSubarray([...made, ...made], { minLength: made.length * 2 })),
      ),
      fc.integer({ min: 1, max: 20 }),
      async ([made, sent], size) => {
        await empty();
        let booked = 0;
        for (let at = 0; at < sent.length; at += size) {
          booked += await bookCalls(database, sent.slice(at, at + size).map(callLiteral), undefined, [], at % 8);
        }
        expect(booked).toBe(made.length);
        expect(await findSpendDiscrepancies(database)).toEqual([]);
        const sum = (chosen: SpendRecord[]): string =>
          dollarsFromNano(chosen.reduce((total, { spendNano }) => total + spendNano, 0n));
        const total = async (entityType: string, entityId: string): Promise<string> =>
          (
            await database.pool.query<{ spend: string | null }>(
              `SELECT sum(spend)::text AS spend FROM ${ALL_TOTALS} AS total WHERE entity_type = $1 AND entity_id = $2`,
              [entityType, entityId],
            )
          ).rows[0]?.spend ?? "0.000000000";
        expect(await total("all", "")).toBe(sum(made));
        expect(await total("team", "all")).toBe(sum(made.filter(({ teamId }) => teamId === "all")));
        const ofOrganization = made.filter((call) => [call.organizationId, call.teamOrganizationId].includes("o2"));
        expect(await total("organization", "o2")).toBe(sum(ofOrganization));
        expect(await total("user", "")).toBe(sum(made.filter(({ userId }) => userId === "")));
      },
    ),
    { numRuns: 20 },
  );
});

test("a tag is charged once per call, and a member is kept apart from a team or user with a similar name", async () => {
  const calls = [
    { tags: ["x", "x", "y"], teamId: "a/b", userId: "c" },
    { tags: ["x"], teamId: "a", userId: "b/c" },
    { tags: [], teamId: "a~1b", userId: "c" },
    { tags: [], teamId: null, userId: "c" },
  ];
  const rows = calls.map((changes, index) =>
    callLiteral({
      ...sampleIntent(`call-${index}`, changes),
      status: "success",
      attempts: 1,
      tried: [],
      httpStatus: 200,
      durationMs: 1,
      upstreamMs: 1,
      firstTokenMs: null,
      upstreamRequestId: null,
      spendNano: 5n,
      priceState: "priced",
      priceVersion: null,
      usage: NO_USAGE,
    }),
  );
  await bookCalls(database, rows);
  const totals = await database.prisma.entityTotal.findMany({
    where: { entityType: { in: ["tag", "member"] } },
    orderBy: { entityId: "asc" },
  });
  expect(totals.map(({ entityType, entityId, calls: count }) => `${entityType} ${entityId} ${count}`).sort()).toEqual([
    ...[memberEntityId("a", "b/c"), memberEntityId("a/b", "c"), memberEntityId("a~1b", "c")]
      .map((id) => `member ${id} 1`)
      .sort(),
    "tag x 2",
    "tag y 1",
  ]);
  expect(await findSpendDiscrepancies(database)).toEqual([]);
});

test("a journal line of a version that knew fewer units is booked with zero for the others", async () => {
  const usage = {
    ...NO_USAGE,
    promptTokens: 9,
    cacheWriteTokens: 4,
    cacheWriteHourTokens: 3,
    promptAudioTokens: 2,
    images: 1,
    audioSeconds: 7,
    characters: 8,
  };
  const row = callRowJson({
    ...sampleIntent("new"),
    status: "success",
    attempts: 1,
    tried: [],
    httpStatus: 200,
    durationMs: 1,
    upstreamMs: 1,
    firstTokenMs: null,
    upstreamRequestId: null,
    spendNano: 5n,
    priceState: "priced",
    priceVersion: null,
    usage,
  });
  const older: Record<string, unknown> = { ...JSON.parse(row), call_id: "old" };
  const added = [
    "cache_write_tokens",
    "cache_write_hour_tokens",
    "prompt_audio_tokens",
    "images",
    "audio_seconds",
    "characters",
  ];
  expect(Object.keys(older)).toEqual(expect.arrayContaining(added));
  await bookCalls(
    database,
    [row, JSON.stringify(older, (name, value: unknown) => (added.includes(name) ? undefined : value))].map(rowLiteral),
  );
  const units = {
    cacheWriteTokens: true,
    cacheWriteHourTokens: true,
    promptAudioTokens: true,
    cachedAudioTokens: true,
    images: true,
    audioSeconds: true,
    characters: true,
  };
  const stored = await database.prisma.call.findMany({ select: units, orderBy: { callId: "asc" } });
  expect(stored).toEqual([
    {
      cacheWriteTokens: 4,
      cacheWriteHourTokens: 3,
      promptAudioTokens: 2,
      cachedAudioTokens: 0,
      images: 1,
      audioSeconds: 7,
      characters: 8,
    },
    {
      cacheWriteTokens: 0,
      cacheWriteHourTokens: 0,
      promptAudioTokens: 0,
      cachedAudioTokens: 0,
      images: 0,
      audioSeconds: 0,
      characters: 0,
    },
  ]);
});

test("the database stores every column of a call as its record has it, whatever the texts", async () => {
  const texts = fc.string({ unit: "binary", maxLength: 40 }).map(storableText);
  const drawn = fc.record({
    requestedModel: texts,
    model: texts,
    userId: texts,
    issuer: fc.option(texts),
    deployment: texts,
    tags: fc.array(texts, { maxLength: 3 }),
    failure: texts,
  });
  await fc.assert(
    fc.asyncProperty(drawn, async ({ failure, ...changes }) => {
      await empty();
      const units = Object.fromEntries(
        Object.keys(NO_USAGE)
          .filter((name) => name !== "source")
          .map((name, at) => [name, at + 1]),
      );
      const record: SpendRecord = {
        ...sampleIntent("call-1", { keyId: "k1", endUserId: "e1" }),
        ...changes,
        status: "success",
        attempts: 2,
        tried: [{ deployment: failure, provider: "p", model: "m", failure }],
        httpStatus: 200,
        durationMs: 7,
        upstreamMs: 5,
        firstTokenMs: null,
        upstreamRequestId: null,
        spendNano: 1_234_567_890_123n,
        priceState: "priced",
        priceVersion: "v",
        usage: { ...NO_USAGE, ...units },
      };
      await bookCalls(database, [callLiteral(record)]);
      const { estimatedPromptTokens: _, endUserSigned: __, usage, spendNano, startedAt, tried, ...others } = record;
      const { source: usageSource, ...counted } = usage;
      const shown = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll("\\u001e", "\uFFFD"));
      const [stored] = await database.prisma.call.findMany();
      expect(stored).toMatchObject({ ...(shown({ ...others, ...counted, usageSource }) as object), tried });
      expect([stored?.startedAt.getTime(), stored?.spend.toFixed(9), stored?.totalTokens]).toEqual([
        startedAt,
        dollarsFromNano(spendNano),
        usage.promptTokens + usage.completionTokens,
      ]);
    }),
    { numRuns: 30 },
  );
});

test("the spend audit reports every total that differs from the sum of its calls", async () => {
  const record: SpendRecord = {
    ...sampleIntent("call-1", { userId: null, organizationId: null }),
    status: "success",
    attempts: 1,
    tried: [],
    httpStatus: 200,
    durationMs: 1,
    upstreamMs: 1,
    firstTokenMs: null,
    upstreamRequestId: null,
    spendNano: 5n,
    priceState: "priced",
    priceVersion: null,
    usage: { ...NO_USAGE, promptTokens: 1, completionTokens: 1 },
  };
  await bookCalls(database, [callLiteral(record)]);
  await database.pool.query("UPDATE shared_totals SET spend = spend + 0.000000001 WHERE entity_type = 'team'");
  await database.pool.query("DELETE FROM hourly_figures WHERE kind = 9");
  await database.pool
    .query(`INSERT INTO entity_totals (entity_type, entity_id, spend, calls, prompt_tokens, completion_tokens, unpriced_calls)
    VALUES ('user', 'ghost', 1, 1, 1, 1, 0)`);
  const found = await findSpendDiscrepancies(database);
  expect(found.map(({ table, entityType, entityId }) => `${table} ${entityType}:${entityId}`).sort()).toEqual([
    "entity_totals team:t1",
    "entity_totals user:ghost",
    "hourly_figures all:",
  ]);
});

test.each([
  ["a value out of range", `{"call_id":"x","prompt_tokens":99999999999}`, true],
  ["a missing value", `{"call_id":"x"}`, true],
  ["text that PostgreSQL cannot hold", `{"call_id":"a\\u0000b"}`, true],
  ["text that is not JSON", `{"call_id":`, true],
])("a refusal because of %s is the row's fault", async (_what, row, fault) => {
  const error: unknown = await bookCalls(database, [rowLiteral(row)]).catch((reason: unknown) => reason);
  expect(refusesRows(error)).toBe(fault);
});

test("a refusal because of a missing server or table is not the row's fault", async () => {
  const nowhere = openDatabase("postgresql://user@127.0.0.1:1/none");
  expect(refusesRows(await bookCalls(nowhere, [rowLiteral("{}")]).catch((reason: unknown) => reason))).toBe(false);
  await nowhere.close();
  const bare = openDatabase(server.url.replace(/\/[^/]*$/, "/template1"));
  expect(refusesRows(await bookCalls(bare, [rowLiteral("{}")]).catch((reason: unknown) => reason))).toBe(false);
  await bare.close();
});
