import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GatewayError } from "@/lib/errors";
import type { SpendBook } from "@/lib/spend/book";
import { type Database, openDatabase } from "@/lib/store/database";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import { entitySpends } from "@/lib/store/spend/spend-totals";
import {
  playCall,
  playCalls,
  recordingLog,
  SAMPLE_ENTRY,
  SAMPLE_PRICE,
  SAMPLE_TIME,
  sampleEnd,
  sampleIntent,
} from "@/testing/spend/spend-samples";
import { startLineTo } from "@/testing/database/tcp-line";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { NO_USAGE } from "@/lib/usage";
import { createSpendBook, type SpendBookOptions } from "./book";
import { recoverJournals } from "./recovery";

let server: TestDatabase;
let database: Database;
let directory: string;
let log: ReturnType<typeof recordingLog>;
const books: SpendBook[] = [];

beforeAll(async () => void (server = await startTestDatabase()));
afterAll(() => server.stop());
beforeEach(async () => {
  database = openDatabase(await server.createDatabase());
  directory = mkdtempSync(join(tmpdir(), "spend-book-"));
  log = recordingLog();
});
afterEach(async () => {
  await Promise.all(books.splice(0).map((book) => book.close()));
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

function openBook(options: Partial<SpendBookOptions> = {}): SpendBook {
  const book = createSpendBook({ directory, database, now: () => SAMPLE_TIME, log, ...options });
  books.push(book);
  return book;
}
async function counted(): Promise<number> {
  expect(await findSpendDiscrepancies(database)).toEqual([]);
  return database.prisma.call.count();
}
const segments = (): string[] => readdirSync(directory).filter((name) => /-\d{6}\.jsonl$/.test(name));

describe("a finished call", () => {
  test("a finished call is a row with all that is known of it, and counts in every total that it belongs to", async () => {
    const book = openBook();
    const ids = { keyId: "k1", endUserId: "e1" };
    const known = { requestId: "mine-1", traceId: "abc", decisionMs: 3, issuer: "https://idp", sessionId: "s1" };
    const end = sampleEnd({ firstTokenMs: 120, upstreamRequestId: "req_1" });
    const record = await playCall(book, sampleIntent("call-1", { ...ids, ...known }), undefined, end);
    expect(record).toMatchObject({ spendNano: 20_000n, priceState: "priced", durationMs: 250 });
    await book.drained();

    const row = await database.prisma.call.findFirstOrThrow({ where: { callId: "call-1" } });
    expect({ ...row, spend: row.spend.toFixed(9), priceVersion: undefined }).toEqual({
      callId: "call-1",
      booking: row.booking,
      bookedAt: expect.any(Date),
      revision: 1,
      ...known,
      firstTokenMs: 120,
      upstreamRequestId: "req_1",
      attempts: 1,
      tried: [],
      startedAt: new Date(SAMPLE_TIME),
      durationMs: 250,
      upstreamMs: 200,
      status: "success",
      httpStatus: 200,
      route: "/chat/completions",
      requestedModel: "sample",
      model: "model",
      provider: "sample",
      deployment: "d1",
      mcpServer: null,
      mcpTool: null,
      content: null,
      promptTokens: 10,
      cachedTokens: 0,
      completionTokens: 5,
      reasoningTokens: 0,
      totalTokens: 15,
      cacheWriteTokens: 0,
      cacheWriteHourTokens: 0,
      promptAudioTokens: 0,
      cachedAudioTokens: 0,
      promptImageTokens: 0,
      completionAudioTokens: 0,
      completionImageTokens: 0,
      images: 0,
      audioSeconds: 0,
      characters: 0,
      searchUnits: 0,
      webSearches: 0,
      usageSource: "upstream",
      spend: "0.000020000",
      priceState: "priced",
      priceVersion: undefined,
      keyId: "k1",
      userId: "u1",
      teamId: "t1",
      organizationId: "o1",
      teamOrganizationId: null,
      endUserId: "e1",
      tags: ["a", 'b,{}"c'],
    });
    const { entityTotal, sharedTotal } = database.prisma;
    const totals = [...(await entityTotal.findMany()), ...(await sharedTotal.findMany())].sort((one, other) =>
      one.entityType.localeCompare(other.entityType),
    );
    expect(
      totals.map((total) => `${total.entityType}:${total.entityId} ${total.spend.toFixed()} ${total.calls}`),
    ).toEqual([
      "all: 0.00002 1",
      "end_user:e1 0.00002 1",
      "issuer:https://idp 0.00002 1",
      "key:k1 0.00002 1",
      "member:t1/u1 0.00002 1",
      "model:sample 0.00002 1",
      "organization:o1 0.00002 1",
      "tag:a 0.00002 1",
      'tag:b,{}"c 0.00002 1',
      "team:t1 0.00002 1",
      "user:u1 0.00002 1",
    ]);
    expect(await counted()).toBe(1);
    expect(await entitySpends(database, "team", ["t1"])).toEqual(new Map([["t1", 0.00002]]));
    expect(await entitySpends(database, "user", ["u1", "nobody"])).toEqual(
      new Map([
        ["u1", 0.00002],
        ["nobody", 0],
      ]),
    );
  });

  test("a finished call counts once however often it is settled", async () => {
    const book = openBook();
    const call = await book.begin(sampleIntent("call-1"), SAMPLE_PRICE);
    const first = call.settle(sampleEnd());
    expect(call.settle(sampleEnd({ status: "error" }))).toBe(first);
    await book.drained();
    expect(await counted()).toBe(1);
    expect(await entitySpends(database, "all", [""])).toEqual(new Map([["", 0.00002]]));
  });

  test("a finished call counts in the UTC hour in which it began", async () => {
    const book = openBook();
    const at = Date.parse("2026-11-20T23:59:59.999Z");
    await playCall(book, sampleIntent("call-1", { startedAt: at }), SAMPLE_ENTRY, sampleEnd({ endedAt: at + 60_000 }));
    await book.drained();
    expect((await database.prisma.hourlyFigure.findMany({ distinct: ["hour"] })).map(({ hour }) => hour)).toEqual([
      Date.parse("2026-11-20T23:00:00Z") / 3_600_000,
    ]);
  });

  test("a call that the upstream refused before any token costs nothing", async () => {
    const unknown = { model_name: "m", gateway_params: { model: "x/y" } };
    const refused = sampleEnd({ status: "error", httpStatus: 401, usage: NO_USAGE });
    expect(await playCall(openBook(), sampleIntent("call-1"), unknown, refused)).toMatchObject({
      spendNano: 0n,
      priceState: "free",
    });
  });

  test("no journal file is left once all calls are booked and the book is closed", async () => {
    const book = openBook({ segmentBytes: 2_000 });
    for (let number = 0; number < 50; number++) await playCalls(book, number, 1);
    expect(segments().length).toBeGreaterThan(5);
    await book.drained();
    expect(segments()).toHaveLength(1);
    await book.close();
    expect(segments()).toEqual([]);
    expect(await counted()).toBe(50);
  });
});

describe("hostile input", () => {
  test.each([
    ["NUL and half a surrogate pair in ids", { userId: "u\0\ud800", teamId: "\udc00t" }, {}],
    ["a name of megabytes", { requestedModel: "m".repeat(2_000_000), userId: "🚀".repeat(1000) }, {}],
    ["a thousand tags", { tags: Array.from({ length: 1000 }, () => "t".repeat(1000)) }, {}],
    [
      "absurd token counts",
      { estimatedPromptTokens: Number.NaN },
      { promptTokens: -5, completionTokens: 1e300, cachedTokens: 99, reasoningTokens: Number.POSITIVE_INFINITY },
    ],
    ["fractions of tokens", {}, { promptTokens: 1.5, completionTokens: 2.4 }],
    ["a clock far in the future", { startedAt: 1e18 }, {}],
    ["a clock far in the past", { startedAt: -1e18 }, {}],
  ])("%s in a call is stored as well as possible", async (_what, intent, usage) => {
    const book = openBook();
    await playCall(
      book,
      sampleIntent("call-1", intent),
      SAMPLE_ENTRY,
      sampleEnd({ usage: { ...sampleEnd().usage, ...usage } }),
    );
    await book.drained();
    expect(await counted()).toBe(1);
    expect(log.events).not.toContain("spend_row_rejected");
  });

  test("a row that the database refuses is kept apart and delays no other", async () => {
    const book = openBook();
    const absurd = {
      model_name: "m",
      gateway_params: { model: "x/y", input_cost_per_token: 1e12, output_cost_per_token: 1 },
    };
    for (let number = 0; number < 40; number++) {
      const entry = number === 7 || number === 8 || number === 31 ? absurd : SAMPLE_ENTRY;
      await playCall(book, sampleIntent(`call-${number}`), entry);
    }
    await book.drained();
    expect(await counted()).toBe(37);
    const [name = ""] = readdirSync(directory).filter((file) => file.endsWith(".rejected.jsonl"));
    const rejected = readFileSync(join(directory, name), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(rejected.map(({ row }) => row.call_id)).toEqual(["call-7", "call-8", "call-31"]);
    expect(rejected[0].error).toContain("overflow");
    expect(log.events.filter((event) => event === "spend_row_rejected")).toHaveLength(3);
  });
});

describe("while the database is away", () => {
  test.each([
    ["all waiting calls are remembered", 10_000],
    ["most waiting calls are only on disk", 5],
  ])("calls continue while the database is away and are booked when it is back: %s", async (_what, maximumQueued) => {
    const line = await startLineTo(database.directUrl);
    const away = openDatabase(line.url);
    const book = openBook({ database: away, maximumQueued, segmentBytes: 4_000 });
    await playCalls(book, 0, 20);
    await book.drained();
    line.cut();
    const open = await book.begin(sampleIntent("call-open"), SAMPLE_PRICE);
    await playCalls(book, 20, 200);
    open.settle(sampleEnd());
    expect(book.fault).toBeUndefined();
    expect(await counted()).toBe(20);
    const booked = book.drained();
    await expect.poll(() => log.events).toContain("spend_ledger_waiting");
    expect(log.events.includes("spend_ledger_spilled")).toBe(maximumQueued < 200);
    line.mend();
    await playCalls(book, 220, 5);
    await booked;
    await book.drained();
    expect(await counted()).toBe(226);
    expect(segments().length).toBeLessThanOrEqual(1);
    await book.close();
    expect(segments()).toEqual([]);
    await away.close();
    await line.close();
  });

  test("closing while the database is away leaves the journal to the next start, which books it once, and open calls as interrupted", async () => {
    const line = await startLineTo(database.directUrl);
    const away = openDatabase(line.url);
    const book = openBook({ database: away });
    await playCalls(book, 0, 3);
    await book.drained();
    line.cut();
    await playCalls(book, 3, 4);
    await book.begin(sampleIntent("call-open"), SAMPLE_PRICE);
    await book.close();
    expect(segments()).toHaveLength(1);
    await expect(book.begin(sampleIntent("late"), SAMPLE_PRICE)).rejects.toThrow(GatewayError);

    const recovery = await recoverJournals({ directory, database, log });
    expect(await recovery.finished).toEqual({ booked: 4, interrupted: 1, rejected: 0, damaged: 0 });
    expect(await counted()).toBe(8);
    expect(segments()).toEqual([]);
    const row = await database.prisma.call.findFirstOrThrow({ where: { callId: "call-open" } });
    expect(row).toMatchObject({
      status: "interrupted",
      usageSource: "estimated",
      promptTokens: 7,
      completionTokens: 0,
      durationMs: 0,
    });
    expect(row.spend.toFixed()).toBe("0.000007");
    await away.close();
  });
});

describe("two processes", () => {
  test("two processes that book for the same payers at once neither wait for each other nor lose a call", async () => {
    const [first, second] = [openBook(), openBook()];
    const calls: Promise<unknown>[] = [];
    for (let number = 0; number < 3_000; number++) {
      const book = number % 2 === 0 ? first : second;
      const payers = { userId: `u${number % 17}`, teamId: `t${(number * 7) % 13}`, model: `m${number % 3}` };
      const call = playCall(book, sampleIntent(`call-${number}`, payers));
      calls.push(call);
      if (number % 100 === 0) await call;
    }
    await Promise.all(calls);
    await Promise.all([first.drained(), second.drained()]);
    expect(await counted()).toBe(3_000);
    expect(log.events).toEqual([]);
  });
});
