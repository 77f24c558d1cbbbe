import { cp, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environmentFrom } from "@/lib/config/environment-variables";
import { openDataFolder } from "@/lib/database/data-folder";
import { createSpendBook } from "@/lib/spend/io/book";
import { openDatabase } from "@/lib/store/database";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { playCall, recordingLog, SAMPLE_TIME, sampleIntent } from "@/testing/spend/spend-samples";
import { recoverJournalCommand } from "./recover-journal-command";

let server: TestDatabase;
let folder: string;
beforeAll(async () => {
  server = await startTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "recover-journal-"));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function recover(args: string[], variables: Record<string, string>) {
  const said: string[] = [];
  const exitCode = await recoverJournalCommand.run(args, {
    config: {
      file: undefined,
      given: new Set(),
      findings: [],
      locate: () => [],
      environment: environmentFrom((name) => variables[name]),
    },
    root: process.cwd(),
    version: "0.1.0",
    signal: new AbortController().signal,
    print: (text) => said.push(text),
    report: (text) => said.push(text),
  });
  return { exitCode, said: said.join("\n") };
}

/** The data folder of a node that could not reach its database and was killed after these calls. */
async function leaveJournal(name: string, calls: number): Promise<string> {
  const directory = join(folder, `${name}-running`);
  const nowhere = openDatabase("postgresql://user@127.0.0.1:1/none");
  const book = createSpendBook({ directory, database: nowhere, now: () => SAMPLE_TIME, log: recordingLog() });
  for (let number = 0; number < calls; number++) await playCall(book, sampleIntent(`${name}-${number}`));
  const left = join(folder, name);
  await mkdir(left);
  await cp(directory, join(left, "journal"), { recursive: true });
  await book.close();
  await nowhere.close();
  return left;
}

test("the journal of a node that will not come back is booked once", async () => {
  const left = await leaveJournal("lost", 3);
  const url = await server.createDatabase();
  const first = await recover([left], { DATABASE_URL: url });
  expect(first).toEqual({ exitCode: 0, said: "Booked 3 calls as finished and 0 calls as interrupted." });
  expect(await readdir(join(left, "journal"))).toEqual([]);
  const again = await recover([left], { DATABASE_URL: url });
  expect(again).toEqual({ exitCode: 0, said: "Booked 0 calls as finished and 0 calls as interrupted." });
  const database = openDatabase(url);
  expect(await database.prisma.call.count()).toBe(3);
  expect(await findSpendDiscrepancies(database)).toEqual([]);
  await database.close();
});

test("the journal of a node that still runs is left to it", async () => {
  const left = await leaveJournal("running", 1);
  const held = openDataFolder(left);
  await expect(recover([left], { DATABASE_URL: await server.createDatabase() })).rejects.toThrow(
    /is in use by another/,
  );
  held.release();
  expect(await readdir(join(left, "journal"))).toHaveLength(1);
});

test("a database that is away ends the command, and the journal stays", async () => {
  const left = await leaveJournal("waiting", 1);
  const { exitCode, said } = await recover([left], { DATABASE_URL: "postgresql://user@127.0.0.1:1/none" });
  expect(exitCode).toBe(2);
  expect(said).toContain("The database cannot be reached");
  expect(await readdir(join(left, "journal"))).toHaveLength(1);
});

test("a folder without a journal is refused with what to name", async () => {
  await expect(recover([folder], { DATABASE_URL: server.url })).rejects.toThrow(
    `${folder}/journal is not a folder. Name the data folder (GATEWAY_DATA_DIR) of the node`,
  );
});

test("the folder of the embedded database itself is left to its gateway", async () => {
  const left = await leaveJournal("own", 1);
  await expect(recover([left], { GATEWAY_DATA_DIR: left })).rejects.toThrow(/Start the gateway on it/);
});
