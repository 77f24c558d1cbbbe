import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ChargedUsage } from "@/lib/calls/record";
import type { SpendRecord } from "@/lib/calls/record";
import { type Database, openDatabase } from "@/lib/store/database";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import { playCall, recordingLog, SAMPLE_TIME, sampleIntent } from "@/testing/spend/spend-samples";
import { startLineTo } from "@/testing/database/tcp-line";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { createSpendBook } from "./book";
import type { JournalPosition } from "../book";
import { decodeLine, encodeLine } from "../journal-line";
import { recoverJournals } from "./recovery";

let server: TestDatabase;
let database: Database;
let directory: string;
let lines: { open: string; end: string }[];
const log = recordingLog();

beforeAll(async () => {
  server = await startTestDatabase();
  lines = await sampleLines(40);
});
afterAll(() => server.stop());
beforeEach(async () => {
  log.events.length = 0;
  database = openDatabase(await server.createDatabase());
  directory = mkdtempSync(join(tmpdir(), "recovery-"));
});
afterEach(async () => {
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

/** The lines a real book writes, taken while its database is away. */
async function sampleLines(count: number): Promise<{ open: string; end: string }[]> {
  const folder = mkdtempSync(join(tmpdir(), "lines-"));
  const nowhere = openDatabase("postgresql://user@127.0.0.1:1/none");
  const book = createSpendBook({ directory: folder, database: nowhere, now: () => SAMPLE_TIME, log });
  for (let number = 0; number < count; number++) await playCall(book, sampleIntent(`call-${number}`));
  const [name = ""] = readdirSync(folder);
  const written = readFileSync(join(folder, name), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
  await book.close();
  await nowhere.close();
  rmSync(folder, { recursive: true });
  return Array.from({ length: count }, (_, index) => ({
    open: `${written[index * 2]!}\n`,
    end: `${written[index * 2 + 1]!}\n`,
  }));
}

const RUN = "20261121T075500123Z-4711-9f86d081";
function leave(text: string, number = 1, run = RUN): void {
  writeFileSync(join(directory, `${run}-${String(number).padStart(6, "0")}.jsonl`), text);
}
async function statuses(): Promise<Record<string, number>> {
  expect(await findSpendDiscrepancies(database)).toEqual([]);
  const groups = await database.prisma.call.groupBy({ by: ["status"], _count: true });
  return Object.fromEntries(groups.map(({ status, _count }) => [status, _count]));
}
/** Bytes of these calls' lines. */
const sizeOf = (...calls: number[]): number =>
  calls.reduce((bytes, at) => bytes + Buffer.byteLength(lines[at]!.open + lines[at]!.end), 0);
const recover = async (): Promise<unknown> => (await recoverJournals({ directory, database, log })).finished;
const nothing = { booked: 0, interrupted: 0, rejected: 0, damaged: 0 };

describe("recovering journals", () => {
  test("recovery reports each interrupted call once, as it is booked, and no call that had ended", async () => {
    leave(lines[0]!.open + lines[0]!.end + lines[1]!.open + lines[2]!.open);
    const told: SpendRecord[] = [];
    const onInterrupted = (record: SpendRecord): void => void told.push(record);
    await (
      await recoverJournals({ directory, database, log, onInterrupted })
    ).finished;
    expect(told.map(({ callId, status }) => `${callId} ${status}`)).toEqual([
      "call-1 interrupted",
      "call-2 interrupted",
    ]);
    const [booked] = await database.prisma.call.findMany({ where: { callId: "call-1" } });
    const [{ callId, startedAt, teamId, tags, priceState, usage, spendNano }] = told as [SpendRecord];
    expect({ callId, teamId, tags, priceState, promptTokens: usage.promptTokens }).toEqual({
      callId: booked?.callId,
      teamId: booked?.teamId,
      tags: booked?.tags,
      priceState: booked?.priceState,
      promptTokens: booked?.promptTokens,
    });
    expect([startedAt, spendNano]).toEqual([booked?.startedAt.getTime(), 7_000n]);
  });

  test.each<[string, () => JournalPosition | undefined, string[]]>([
    ["its beginning", () => undefined, ["call-0", "call-1", "call-2"]],
    ["a line", () => ({ segment: `${RUN}-000001.jsonl`, bytes: sizeOf(0) }), ["call-1", "call-2"]],
    ["the end of a segment", () => ({ segment: `${RUN}-000001.jsonl`, bytes: sizeOf(0, 1) }), ["call-2"]],
    ["its end", () => ({ segment: `${RUN}-000002.jsonl`, bytes: sizeOf(2) }), []],
  ] as const)(
    "recovery tells once of the calls that had ended behind %s of the journal",
    async (_, position, expected) => {
      leave([0, 1].map((at) => lines[at]!.open + lines[at]!.end).join("") + lines[3]!.open);
      leave(lines[2]!.open + lines[2]!.end, 2);
      const told: ChargedUsage[] = [];
      const endedBehind = { position: position(), tell: (call: ChargedUsage) => void told.push(call) };
      await (
        await recoverJournals({ directory, database, log, endedBehind })
      ).finished;
      expect(told.map(({ callId }) => callId)).toEqual(expected);
      for (const call of told) {
        const row = await database.prisma.call.findFirstOrThrow({ where: { callId: call.callId } });
        expect([call.teamId, call.deployment, call.usage.promptTokens, call.usage.completionTokens]).toEqual([
          row.teamId,
          row.deployment,
          row.promptTokens,
          row.completionTokens,
        ]);
        expect(Number(call.spendNano) / 1e9).toBe(row.spend.toNumber());
      }
    },
  );

  test("recovery does nothing without journals, and does not create their folder", async () => {
    expect(await recover()).toEqual(nothing);
    rmSync(directory, { recursive: true });
    expect(await recover()).toEqual(nothing);
  });

  test("recovery books ended calls, marks interrupted ones, removes the files, and gives back the process's budget shares", async () => {
    leave(
      lines
        .slice(0, 10)
        .map(({ open, end }) => open + end)
        .join("") +
        lines
          .slice(10, 13)
          .map(({ open }) => open)
          .join(""),
    );
    const share = {
      entityType: "team",
      budgetDuration: "",
      windowStart: new Date(0),
      amount: 1,
      idle: 0,
      wanted: 0,
      renewedAt: new Date(),
    };
    const ofOthers = "20261121T075500123Z-4712-9f86d081";
    await database.prisma.budgetShare.createMany({
      data: [RUN, ofOthers].map((holder) => ({ ...share, entityId: "t", holder })),
    });
    expect(await recover()).toEqual({ ...nothing, booked: 10, interrupted: 3 });
    expect(await statuses()).toEqual({ success: 10, interrupted: 3 });
    expect(readdirSync(directory)).toEqual([]);
    expect((await database.prisma.budgetShare.findMany()).map(({ holder }) => holder)).toEqual([ofOthers]);
  });

  test("recovery finds the end of a call in a later segment, and needs no intent for an end", async () => {
    leave(lines[0]!.open + lines[1]!.open, 1);
    leave(lines[0]!.end + lines[2]!.end, 2);
    expect(await recover()).toEqual({ ...nothing, booked: 2, interrupted: 1 });
    expect(await statuses()).toEqual({ success: 2, interrupted: 1 });
  });

  test("recovery does not change calls that are already booked, even if only their intent is left", async () => {
    leave(
      lines
        .slice(0, 5)
        .map(({ end }) => end)
        .join(""),
    );
    await recover();
    leave(
      lines
        .slice(0, 8)
        .map(({ open }) => open)
        .join("") + lines[6]!.end,
    );
    expect(await recover()).toEqual({ ...nothing, booked: 1, interrupted: 2 });
    expect(await statuses()).toEqual({ success: 6, interrupted: 2 });
  });

  test("recovery keeps damaged lines apart, once, and books the rest", async () => {
    const damaged = lines[1]!.end.replace("call-1", "call-9");
    leave(lines[0]!.end + damaged + lines[2]!.end + lines[3]!.end.slice(40, 80));
    expect(await recover()).toEqual({ ...nothing, booked: 2, damaged: 2 });
    expect(await statuses()).toEqual({ success: 2 });
    expect(readdirSync(directory)).toEqual(["20261121T075500123Z-4711-9f86d081.damaged"]);
    expect(readFileSync(join(directory, readdirSync(directory)[0]!), "utf8")).toBe(
      `${damaged}${lines[3]!.end.slice(40, 80)}\n`,
    );
    expect(await recover()).toEqual(nothing);
  });

  test.each([1, 9, 80])(
    "recovery leaves out the last line of a journal that was torn after %d bytes, and books its call as interrupted",
    async (bytes) => {
      leave(lines[0]!.open + lines[0]!.end + lines[1]!.open + lines[1]!.end.slice(0, bytes));
      expect(await recover()).toEqual({ ...nothing, booked: 1, interrupted: 1 });
      expect(await statuses()).toEqual({ success: 1, interrupted: 1 });
      expect(readdirSync(directory)).toEqual([]);
      expect(log.events).toContain("spend_journal_line_torn");
      expect(log.events).not.toContain("spend_journal_line_damaged");
    },
  );

  test("recovery keeps a row that the database refuses apart, and books the rest", async () => {
    const refused = encodeLine(
      "end",
      decodeLine(lines[0]!.end.trimEnd())!.row.replace('"prompt_tokens":10', '"prompt_tokens":null'),
    );
    leave(refused + lines[1]!.end);
    expect(await recover()).toEqual({ ...nothing, booked: 1, rejected: 1 });
    expect(readdirSync(directory)).toEqual(["20261121T075500123Z-4711-9f86d081.rejected.jsonl"]);
  });

  test("recovery touches only the journal of the given process", async () => {
    leave(lines[0]!.end, 1, "20261121T075500123Z-4711-9f86d081");
    leave(lines[1]!.end, 1, "20261121T075500123Z-4712-9f86d081");
    writeFileSync(join(directory, "notes.jsonl"), lines[2]!.end);
    const recovery = await recoverJournals({ directory, database, log, pid: 4712 });
    expect(await recovery.finished).toEqual({ ...nothing, booked: 1 });
    expect(readdirSync(directory)).toEqual(["20261121T075500123Z-4711-9f86d081-000001.jsonl", "notes.jsonl"]);
  });

  test("recovery continues in the background while the database is away, and ends when it is back", async () => {
    const line = await startLineTo(database.directUrl);
    const away = openDatabase(line.url);
    line.cut();
    leave(lines.map(({ open, end }) => open + end).join(""));
    const recovery = await recoverJournals({ directory, database: away, log, waitMs: 20 });
    expect(await statuses()).toEqual({});
    expect(readdirSync(directory)).toHaveLength(1);
    line.mend();
    expect(await recovery.finished).toEqual({ ...nothing, booked: 40 });
    expect(await statuses()).toEqual({ success: 40 });
    await away.close();
    await line.close();
  });

  test("recovery that is stopped leaves the journal to the next start", async () => {
    const nowhere = openDatabase("postgresql://user@127.0.0.1:1/none");
    leave(lines[0]!.end);
    const recovery = await recoverJournals({ directory, database: nowhere, log, waitMs: 20 });
    recovery.stop();
    await expect(recovery.finished).rejects.toThrow(/abort/i);
    expect(readdirSync(directory)).toHaveLength(1);
    await nowhere.close();
  });

  test("recovery reads a journal of any size in batches", async () => {
    const row = decodeLine(lines[0]!.end.trimEnd())!.row;
    leave(
      Array.from({ length: 3_001 }, (_, index) => encodeLine("end", row.replace("call-0", `many-${index}`))).join(""),
    );
    expect(await recover()).toEqual({ ...nothing, booked: 3_001 });
    expect(await statuses()).toEqual({ success: 3_001 });
  });
});
