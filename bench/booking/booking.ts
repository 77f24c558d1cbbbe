import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callLiteral } from "@/lib/calls/literal";
import type { SpendRecord } from "@/lib/calls/record";
import { openDataFolder } from "@/lib/database/data-folder";
import { startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import { migrateDatabase } from "@/lib/database/migrate";
import { bookCalls } from "@/lib/store/calls/calls";
import { type Database, openDatabase } from "@/lib/store/database";
import { runCleanUp } from "../clean-up";
import { BOOKING_MIXES, bookedCall, patternNames } from "./calls";
import { postmasterOf } from "../floor/measure";
import { processorTimesOfChildren, usedBetween } from "../floor/processor-time";

export interface BookingOptions {
  /** Calls of one measurement. */
  readonly calls: number;
  /** Calls of one transaction. */
  readonly batch: number;
}

export const BOOKING_USAGE = `Usage: npm run bench:booking -- [OPTION]...
  --calls 10000  how many calls a measurement books
  --batch 1000   how many calls a transaction books
  --rounds 5     how many measurements are made of each kind of calls
  --beside DIR   another checkout of this repository, measured in the same rounds`;

/** What it costs PostgreSQL to book one call. */
export interface BookingCost {
  /** Processor time of all its processes, in microseconds. */
  readonly microseconds: number;
  readonly walBytes: number;
}

/** A PostgreSQL of its own, with this checkout's schema and booking. */
export interface BookingSide {
  /** Books calls that were never booked. `mix`: an index of `BOOKING_MIXES`. */
  measure(mix: number): Promise<BookingCost>;
  readonly mixes: readonly string[];
  close(): Promise<void>;
}

const silent = { info() {}, warn() {}, error() {} };

/** Starts a database and books as many calls of each kind as one measurement does, which are not measured. */
export async function startBookingSide(options: BookingOptions, migrations: string): Promise<BookingSide> {
  const cleanUp: (() => unknown)[] = [];
  const directory = mkdtempSync(join(tmpdir(), "model-gateway-bench-booking-"));
  cleanUp.push(() => rmSync(directory, { recursive: true, force: true }));
  const folder = openDataFolder(directory);
  cleanUp.push(() => folder.release());
  const server = await startEmbeddedPostgres({ directory, log: silent });
  cleanUp.push(() => server.stop());
  await migrateDatabase(server.url, { directory: migrations });
  const database = openDatabase(server.url);
  cleanUp.push(() => database.close());
  const postmaster = await postmasterOf(directory);
  let booked = 0;
  const measure = async (mix: number): Promise<BookingCost> => {
    const batches = literalsFrom(booked, mix, options);
    booked += options.calls;
    const [wal, before] = [await walOf(database), processorTimesOfChildren(postmaster)];
    for (const batch of batches) await bookCalls(database, batch, undefined, patternNames(mix));
    return {
      microseconds: usedBetween(before, processorTimesOfChildren(postmaster)) / options.calls,
      walBytes: ((await walOf(database)) - wal) / options.calls,
    };
  };
  for (const mix of BOOKING_MIXES.keys()) await measure(mix);
  return { measure, mixes: BOOKING_MIXES.map(({ name }) => name), close: () => runCleanUp(cleanUp) };
}

/** Made before anything is measured, because making them takes longer than booking them. */
function literalsFrom(first: number, mix: number, { calls, batch }: BookingOptions): string[][] {
  const now = Date.now();
  const record = (index: number): SpendRecord => bookedCall(first + index, mix, now);
  return Array.from({ length: Math.ceil(calls / batch) }, (_, at) =>
    Array.from({ length: Math.min(batch, calls - at * batch) }, (_unused, index) =>
      callLiteral(record(at * batch + index)),
    ),
  );
}

async function walOf({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes");
  return Number(rows[0]?.bytes);
}
