import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openDatabase, type Database } from "@/lib/store/database";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import {
  playCall,
  recordingLog,
  SAMPLE_PRICE,
  SAMPLE_TIME,
  sampleEnd,
  sampleIntent,
} from "@/testing/spend/spend-samples";
import { startLineTo, type TcpLine } from "@/testing/database/tcp-line";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { createSpendBook, type JournalPolicy } from "./book";
import type { SpendBook } from "@/lib/spend/book";

let server: TestDatabase;
let line: TcpLine & { readonly url: string };
let database: Database;
let folder: string;
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());
beforeEach(async () => {
  line = await startLineTo(await server.createDatabase());
  database = openDatabase(line.url);
  folder = mkdtempSync(join(tmpdir(), "journal-policy-"));
});
afterEach(async () => {
  await database.close();
  await line.close();
  rmSync(folder, { recursive: true });
});

function open(policy: JournalPolicy, directory = join(folder, "journal")): SpendBook {
  return createSpendBook({
    directory,
    database,
    now: () => SAMPLE_TIME,
    log: recordingLog(),
    segmentBytes: 2_000,
    policy: () => policy,
  });
}

test("a journal that has grown beyond its bound takes no more calls, ends those it has, and goes on once the database takes them", async () => {
  const book = open({ maximumBytes: 20_000, whenUnavailable: "refuse" });
  line.cut();
  const early = await book.begin(sampleIntent("early"), SAMPLE_PRICE);
  let count = 1;
  const fill = async (): Promise<void> => {
    for (;;) await playCall(book, sampleIntent(`call-${count++}`));
  };
  await expect(fill()).rejects.toMatchObject({ code: "journal_unavailable" });
  expect(book.fault).toMatch(/holds \d+ bytes that the database has not taken; journal_max_bytes is 20000/);
  expect(book.state).toMatchObject({ open: 1, waiting: count - 2, maximumBytes: 20_000 });
  expect(book.state.bytes).toBeGreaterThan(20_000);
  expect(book.state.bytes).toBeLessThan(25_000);
  await early.settle(sampleEnd()).written;

  line.mend();
  await book.drained();
  expect(book.fault).toBeUndefined();
  await playCall(book, sampleIntent("later"));
  await book.close();
  expect(await database.prisma.call.count()).toBe(count);
  expect(book.state).toMatchObject({ open: 0, waiting: 0, bytes: 0, segments: 0 });
  expect(readdirSync(join(folder, "journal"))).toEqual([]);
  expect(await findSpendDiscrepancies(database)).toEqual([]);
});

test("with a journal folder that cannot be written, calls are refused or served with their spend only in memory, as the operator has chosen", async () => {
  const file = join(folder, "a-file");
  writeFileSync(file, "");
  const strict = open({ maximumBytes: 1e9, whenUnavailable: "refuse" }, join(file, "journal"));
  await expect(strict.begin(sampleIntent("refused"), SAMPLE_PRICE)).rejects.toMatchObject({
    code: "journal_unavailable",
  });
  await strict.close();

  const lax = open({ maximumBytes: 1e9, whenUnavailable: "serve" }, join(file, "journal"));
  line.cut();
  for (let number = 0; number < 20; number++) await playCall(lax, sampleIntent(`call-${number}`));
  expect(lax.fault).toContain("ENOTDIR");
  expect(lax.state).toMatchObject({ open: 0, waiting: 20, inMemoryAlone: 20, bytes: 0 });
  line.mend();
  await lax.drained();
  await expect.poll(() => lax.state.inMemoryAlone).toBe(0);
  await lax.close();
  expect(await database.prisma.call.count()).toBe(20);
  expect(await findSpendDiscrepancies(database)).toEqual([]);
});
