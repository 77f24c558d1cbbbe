import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { OpenCall } from "@/lib/spend/book";
import { type Database, openDatabase } from "@/lib/store/database";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import { bundleChild } from "@/testing/gateway/child-bundle";
import { mountSmallDisk } from "@/testing/database/full-disk";
import {
  playCall,
  recordingLog,
  SAMPLE_PRICE,
  SAMPLE_TIME,
  sampleEnd,
  sampleIntent,
} from "@/testing/spend/spend-samples";
import { startLineTo } from "@/testing/database/tcp-line";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { createLogObserver } from "@/lib/server/composition/log-observer";
import { createSpendBook } from "./book";
import { Journal } from "./journal";
import { encodeLine } from "../journal-line";
import { readJournal } from "./journal-reader";
import type { JournalSegment } from "./journal-segment";
import { recoverJournals } from "./recovery";

const disk = mountSmallDisk(512);
if (typeof disk === "string") process.stderr.write(`Skipped: ${disk}\n`);
let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
});
afterAll(async () => {
  if (typeof disk !== "string") disk.unmount();
  await database.close();
  await server.stop();
});
afterEach(() => database.pool.query("TRUNCATE calls, entity_totals, shared_totals, hourly_figures, daily_figures"));

describe.skipIf(typeof disk === "string")("a full disk", () => {
  const small = disk as Exclude<typeof disk, string>;
  const directory = join(small.directory ?? "", "journal");
  afterEach(() => {
    small.empty();
    rmSync(directory, { recursive: true, force: true });
  });

  test("a full disk refuses new calls and loses none of the open ones, until there is room again", async () => {
    const log = recordingLog();
    const observer = createLogObserver(log, Date.now);
    const book = createSpendBook({
      directory,
      database,
      now: () => SAMPLE_TIME,
      log,
      onCondition: (condition) => observer.happened?.({ kind: "journal", ...condition }),
    });
    small.fill(20_000);
    const open: OpenCall[] = [];
    const beginUntilRefused = async (): Promise<void> => {
      for (let number = 0; ; number++) open.push(await book.begin(sampleIntent(`call-${number}`), SAMPLE_PRICE));
    };
    await expect(beginUntilRefused()).rejects.toThrow(/cannot record spend/);
    expect(open.length).toBeGreaterThan(10);
    expect(book.fault).toContain("ENOSPC");
    expect(log.events.filter((event) => event === "spend_journal_unwritable")).toHaveLength(1);

    for (const call of open) expect(call.settle(sampleEnd()).record.spendNano).toBe(20_000n);
    await book.drained();
    expect(await database.prisma.call.count({ where: { status: "success" } })).toBe(open.length);

    small.empty();
    await expect.poll(() => book.fault).toBeUndefined();
    await playCall(book, sampleIntent("later"));
    await book.close();
    expect(await database.prisma.call.count()).toBe(open.length + 1);
    expect(await findSpendDiscrepancies(database)).toEqual([]);
    expect(readdirSync(directory)).toEqual([]);
  });

  test("of the lines of one group a full disk keeps those that are written completely, and no other takes effect", async () => {
    const journal = new Journal({ directory, startedAt: SAMPLE_TIME, log: recordingLog() });
    small.fill(20_000);
    const rows = Array.from({ length: 60 }, (_, number) =>
      JSON.stringify({ call_id: `call-${number}`, padding: "ü".repeat(400) }),
    );
    const segments = new Set<JournalSegment>();
    const outcomes: boolean[] = [];
    for (const row of rows) {
      journal.append({
        line: encodeLine("open", row),
        written: (segment) => (outcomes.push(true), segments.add(segment)),
        failed: () => outcomes.push(false),
      });
    }
    journal.flush();
    journal.close();
    const kept = outcomes.indexOf(false);
    expect(kept).toBeGreaterThan(5);
    expect(outcomes).toEqual(rows.map((_, number) => number < kept));
    expect(journal.fault).toContain("ENOSPC");

    const [segment] = segments;
    const found: string[] = [];
    for await (const line of readJournal(segment?.path ?? "")) if (line.kind === "open") found.push(line.row);
    expect(found).toEqual(rows.slice(0, kept));
    expect(segment?.holds).toBe(kept);
  });

  test("with a full disk and no database, the journal writes what it remembers as soon as there is room, for the next start to find", async () => {
    const line = await startLineTo(server.url);
    const away = openDatabase(line.url);
    line.cut();
    const log = recordingLog();
    const book = createSpendBook({ directory, database: away, now: () => SAMPLE_TIME, log });
    const open = await Promise.all(
      Array.from({ length: 20 }, (_, number) => book.begin(sampleIntent(`call-${number}`), SAMPLE_PRICE)),
    );
    small.fill(3_000);
    await Promise.all(open.map((call) => call.settle(sampleEnd()).written));
    expect(book.fault).toContain("ENOSPC");
    small.empty();
    await expect.poll(() => book.fault).toBeUndefined();
    await book.close(); // the database is still away

    const report = await (await recoverJournals({ directory, database, log })).finished;
    expect(report).toMatchObject({ booked: 20, interrupted: 0, rejected: 0 });
    expect(await database.prisma.call.count({ where: { status: "success" } })).toBe(20);
    expect(await findSpendDiscrepancies(database)).toEqual([]);
    await away.close();
    await line.close();
  });
});

test("a line that a file size limit cuts in the middle loses no other line", async () => {
  const folder = mkdtempSync(join(tmpdir(), "limited-"));
  const bundle = await bundleChild("testing/database/limited-file-child.ts");
  const path = join(folder, "segment.jsonl");
  const line = encodeLine("end", JSON.stringify({ call_id: "c", padding: "x".repeat(150) })).trimEnd();
  const printed = execFileSync(
    "bash",
    ["-c", 'ulimit -f 4 && exec "$@"', "-", process.execPath, bundle.path, path, line],
    { encoding: "utf8" },
  );
  const { written, code } = JSON.parse(printed);
  expect(code).toBe("EFBIG");
  const kinds: string[] = [];
  for await (const read of readJournal(path)) kinds.push(read.kind);
  expect(kinds).toEqual([...Array<string>(written).fill("end"), "torn"]);
  bundle.remove();
  rmSync(folder, { recursive: true });
});
