import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "@/lib/store/database";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import { bundleChild, type ChildBundle } from "@/testing/gateway/child-bundle";
import { recordingLog } from "@/testing/spend/spend-samples";
import { startLineTo } from "@/testing/database/tcp-line";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { recoverJournals } from "./recovery";

const ROUNDS = 6;

let server: TestDatabase;
let database: Database;
let directory: string;
let bundle: ChildBundle;

beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
  directory = mkdtempSync(join(tmpdir(), "crash-"));
  bundle = await bundleChild("testing/spend/spend-child.ts");
});
afterAll(async () => {
  bundle.remove();
  await database.close();
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function start(...parameters: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [bundle.path, ...parameters], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return child;
}
async function kill(child: ChildProcess): Promise<void> {
  const ended = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
  child.kill("SIGKILL");
  await ended;
}
const segments = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith(".jsonl"));

/** What the book had promised when it was killed: the status by call id; `begun` where no end was acknowledged. */
function readPromises(path: string): Map<string, string> {
  // The kill may have cut the last line short.
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  return new Map(lines.map((line) => line.split(" ")).map(([status = "", callId = ""]) => [callId, status]));
}

async function checkPromises(promises: Map<string, string>): Promise<Record<string, number>> {
  expect(await findSpendDiscrepancies(database)).toEqual([]);
  const rows = await database.prisma.call.findMany({ select: { callId: true, status: true, spend: true } });
  const booked = new Map(rows.map((row) => [row.callId, row]));
  const counts: Record<string, number> = {};
  for (const [callId, promised] of promises) {
    const row = booked.get(callId);
    expect(row, `${callId} is lost`).toBeDefined();
    // An end can have been written in the instant before its acknowledgement was.
    if (promised !== "begun") expect(`${row?.status} ${callId}`).toBe(`${promised} ${callId}`);
    expect(row?.spend.toFixed()).toBe(row?.status === "interrupted" ? "0.000007" : "0.00002");
    counts[row?.status ?? ""] = (counts[row?.status ?? ""] ?? 0) + 1;
  }
  return counts;
}

test(`every call is booked exactly once, whenever the process is killed (${ROUNDS} times)`, async () => {
  const line = await startLineTo(server.url);
  const promises = new Map<string, string>();
  for (let round = 0; round < ROUNDS; round++) {
    const folder = mkdtempSync(join(directory, "journal-"));
    const acknowledged = join(directory, `acknowledged-${round}`);
    const child = await start("traffic", folder, line.url, acknowledged, `round-${round}`);
    await pause(Math.random() * 250);
    const away = round % 3 === 2;
    if (away) {
      line.cut(); // the database goes away first, so that most is in the journal alone
      await pause(Math.random() * 250);
    }
    await kill(child);
    if (away) line.mend();

    if (round % 2 === 1) {
      const recovering = await start("recover", folder, server.url);
      await pause(Math.random() * 60);
      await kill(recovering);
    }
    const recovery = await recoverJournals({ directory: folder, database, log: recordingLog() });
    const report = await recovery.finished;
    expect(report.rejected).toBe(0);
    // The kernel may heed the kill in the middle of a write: that line is torn, and not damaged.
    expect(report.damaged).toBe(0);
    expect(segments(folder)).toEqual([]);
    for (const [callId, status] of readPromises(acknowledged)) promises.set(callId, status);
  }
  const counts = await checkPromises(promises);
  const total = await database.prisma.call.count();
  // Not more than one group of four begins per round can have been written without being acknowledged.
  expect(total - promises.size).toBeLessThanOrEqual(4 * ROUNDS);
  expect(total - promises.size).toBeGreaterThanOrEqual(0);
  expect(counts.success).toBeGreaterThan(ROUNDS);
  expect(counts.interrupted).toBeGreaterThan(0);
  await line.close();
});
