import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { openDataFolder } from "@/lib/database/data-folder";
import { startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import { migrateDatabase } from "@/lib/database/migrate";
import type { ReportReader } from "@/lib/reports/report-reader";
import { type Database, openDatabase } from "@/lib/store/database";
import { FIGURE_KINDS } from "@/lib/store/spend/figure-kinds";
import { EVERY_NAME } from "@/lib/store/spend/payer-names";
import { type Company, makeSpend } from "./rows";

const LINE_FEED = 10;
const silent = { info() {}, warn() {}, error() {} };

export interface SpendBench {
  readonly calls: number;
  readonly company: Company;
  /** The last day with calls, in milliseconds since the epoch; undefined: always the same one. */
  readonly lastDay?: number;
  /** The folder of the migrations. */
  readonly migrations: string;
  /** A folder that keeps the calls for the next time; undefined: they are removed after the work. */
  readonly data?: string | undefined;
}

/** Fills an embedded PostgreSQL with calls and their totals, unless its folder has them from the time before. */
export async function withSpend(
  { calls, company, lastDay, migrations, data }: SpendBench,
  work: (database: Database, url: string) => Promise<void>,
): Promise<void> {
  await withEmbedded(migrations, data, async (database, url) => {
    const filled = await countCalls(database);
    if (filled === 0) await makeSpend(database, calls, sayer(), company, lastDay);
    else if (filled !== calls) throw new Error(`${data} has ${filled} calls, not ${calls}`);
    await printSizes(database);
    printMachine("PostgreSQL with the gateway's own settings");
    await work(database, url);
  });
}

/**
 * How many calls a database holds, by their figures, which are made last. @throws Error if it was not filled to the end
 */
async function countCalls({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ calls: number; begun: boolean }>(
    `SELECT (SELECT coalesce(sum(calls), 0)::int FROM hourly_figures WHERE kind = ${FIGURE_KINDS.all}) AS calls, EXISTS (SELECT FROM calls) AS begun`,
  );
  const { calls, begun } = rows[0] ?? { calls: 0, begun: false };
  if (begun && calls === 0) throw new Error("The folder was not filled to the end: remove it");
  return calls;
}

/** Returns a function that prints a line with the seconds since now. */
export function sayer(): (line: string) => void {
  const startedAt = performance.now();
  return (line) => console.log(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(5)} s  ${line}`);
}

export function printMachine(engine: string): void {
  console.log(
    `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB; ${engine}`,
  );
}

/** Starts an embedded PostgreSQL with the schema, and removes it after the work. */
export function withEmptyDatabase(
  migrations: string,
  work: (database: Database, url: string) => Promise<void>,
): Promise<void> {
  return withEmbedded(migrations, undefined, work);
}

async function withEmbedded(
  migrations: string,
  data: string | undefined,
  work: (database: Database, url: string) => Promise<void>,
): Promise<void> {
  const directory = data === undefined ? mkdtempSync(join(tmpdir(), "model-gateway-bench-spend-")) : resolve(data);
  const folder = openDataFolder(directory);
  const server = await startEmbeddedPostgres({ directory, log: silent, settings: { max_wal_size: "4GB" } });
  const database = openDatabase(server.url);
  try {
    await migrateDatabase(server.url, { directory: migrations });
    await work(database, server.url);
  } finally {
    await database.close();
    await server.stop();
    folder.release();
    if (data === undefined) rmSync(directory, { recursive: true, force: true });
  }
}

/** Repeats work and returns the median and the longest time, in milliseconds. */
export async function timesOf(rounds: number, work: () => Promise<unknown>): Promise<{ median: number; most: number }> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  return { median: times[Math.floor(times.length / 2)] ?? 0, most: times.at(-1) ?? 0 };
}

/** How fast calls are exported. */
export interface ExportRate {
  readonly lines: number;
  readonly linesPerSecond: number;
  /** The largest growth of the heap. */
  readonly heapMiB: number;
}

/** Exports calls until `most` lines have come, and measures the rate and the heap. */
export async function measureExport(reader: ReportReader, format: "csv" | "jsonl", most: number): Promise<ExportRate> {
  const startedAt = performance.now();
  const before = process.memoryUsage().heapUsed;
  let [lines, heap] = [0, 0];
  const question = { filters: [{}], format, access: EVERY_NAME };
  for await (const page of (await reader.exportCalls(question, { isGone: false, onGone() {} })).lines) {
    for (let at = page.indexOf(LINE_FEED); at >= 0; at = page.indexOf(LINE_FEED, at + 1)) lines++;
    heap = Math.max(heap, process.memoryUsage().heapUsed - before);
    if (lines >= most) break;
  }
  return { lines, linesPerSecond: lines / ((performance.now() - startedAt) / 1000), heapMiB: heap / 2 ** 20 };
}

async function printSizes(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ name: string; rows: string; size: string }>(
    `SELECT top.relname AS name, sum(greatest(part.reltuples, 0))::bigint::text AS rows,
       pg_size_pretty(sum(pg_total_relation_size(part.oid))) AS size
     FROM pg_class AS top
     LEFT JOIN pg_inherits ON inhparent = top.oid
     JOIN pg_class AS part ON part.oid = coalesce(inhrelid, top.oid)
     WHERE top.relnamespace = current_schema()::regnamespace AND top.relkind IN ('r', 'p') AND NOT top.relispartition
       AND top.relname ~ '^calls$|totals$|figures$'
     GROUP BY 1 ORDER BY 1`,
  );
  for (const row of rows)
    console.log(
      `${row.name.padEnd(18)} ${Number(row.rows).toLocaleString("en").padStart(12)} rows ${row.size.padStart(10)} with indexes`,
    );
}
