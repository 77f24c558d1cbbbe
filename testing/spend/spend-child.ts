import { openSync, writeSync } from "node:fs";
import type { OpenCall } from "@/lib/spend/book";
import { createSpendBook } from "@/lib/spend/io/book";
import { recoverJournals } from "@/lib/spend/io/recovery";
import { openDatabase } from "@/lib/store/database";
import { SAMPLE_PRICE, sampleEnd, sampleIntent } from "./spend-samples";

/**
 * The process that crash tests kill. `spend-child traffic FOLDER DATABASE ACKNOWLEDGED NAME` begins and settles calls
 * as fast as it can and notes what the book has promised to keep; `spend-child recover FOLDER DATABASE` recovers.
 */
const [mode, directory = "", databaseUrl = "", acknowledged = "", name = ""] = process.argv.slice(2);
/** How many calls begin in one turn of the event loop, and so in one write. */
const AT_ONCE = 4;
const silent = { info() {}, warn() {}, error() {} };
const database = openDatabase(databaseUrl);

if (mode === "recover") {
  process.stdout.write("recovering\n");
  const recovery = await recoverJournals({ directory, database, log: silent });
  await recovery.finished;
  await database.close();
} else {
  const file = openSync(acknowledged, "a");
  const note = (line: string): void => void writeSync(file, `${line}\n`);
  // Small limits, so that calls take every possible path many times before the process is killed.
  const book = createSpendBook({
    directory,
    database,
    now: Date.now,
    log: silent,
    segmentBytes: 60_000,
    maximumQueued: 150,
  });
  process.stdout.write("calling\n");
  for (let number = 0; ; number += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => begin(number + index)));
  }

  async function begin(number: number): Promise<void> {
    const callId = `${name}-${number}`;
    const payers = {
      userId: `u${number % 5}`,
      teamId: `t${number % 3}`,
      model: `m${number % 2}`,
      startedAt: Date.now(),
    };
    const call = await book.begin(sampleIntent(callId, payers), SAMPLE_PRICE);
    note(`begun ${callId}`);
    setTimeout(() => void end(call, number), number % 13);
  }

  async function end(call: OpenCall, number: number): Promise<void> {
    const { record, written } = call.settle(
      sampleEnd({ status: number % 7 === 0 ? "cancelled" : "success", endedAt: Date.now() }),
    );
    await written;
    note(`${record.status} ${record.callId}`);
  }
}
