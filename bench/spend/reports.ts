import { parseArgs } from "node:util";
import { createClickHouseReader } from "@/lib/reports/clickhouse-reader";
import { createPostgresReader } from "@/lib/reports/postgres-reader";
import type { ReportReader } from "@/lib/reports/report-reader";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import { readEntityTotal } from "@/lib/store/spend/spend-reports";
import { withClickHouse } from "./clickhouse-database";
import { questions } from "./report-questions";
import { measureExport, timesOf, withSpend } from "./database";

const COMPANY = { teams: 5_000, users: 100_000, keys: 100_000, organizations: 200, endUsers: 50_000 };
const MOST_LINES = 500_000;
const LEAST_LINES_A_SECOND = 30_000;

export interface ReportsBenchPaths {
  /** The folder of the migrations. */
  readonly migrations: string;
  /** The program that is a ClickHouse for tests. */
  readonly clickhouse: string;
}

/**
 * `npm run bench:reports -- --calls 5_000_000`: fills a database with the calls of 100,000 users in 5,000 teams, asks
 * every report and list, and prints the medians beside their limits. `--clickhouse` has the calls in ClickHouse, whose
 * processor time it prints, too; `--data FOLDER` keeps them for the next time. `--only TEXT` asks only questions whose
 * names have the text. Exits with 1 if one is beyond its limit and `--strict` is given.
 */
export async function runReportsBench(parameters: readonly string[], paths: ReportsBenchPaths): Promise<void> {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      calls: { type: "string", default: "5000000" },
      rounds: { type: "string", default: "3" },
      clickhouse: { type: "boolean", default: false },
      data: { type: "string" },
      only: { type: "string", default: "" },
      audit: { type: "boolean", default: false },
      strict: { type: "boolean", default: false },
    },
  });
  const calls = Number(values.calls.replaceAll("_", ""));
  const rounds = Number(values.rounds);
  if (!(calls > 0 && rounds > 0)) throw new RangeError("--calls and --rounds must be numbers above zero");
  const bench = { calls, company: COMPANY, migrations: paths.migrations, data: values.data };
  const selection = { calls, rounds, only: values.only };
  let beyond = 0;
  if (values.clickhouse)
    await withClickHouse({ ...bench, server: paths.clickhouse }, async (clickhouse, database, processorMs) => {
      beyond += await measureReader(createClickHouseReader(clickhouse, database), selection, processorMs);
    });
  else
    await withSpend(bench, async (database) => {
      beyond += await measureReader(createPostgresReader(database), selection);
      beyond += await measure("all-time total", 500, rounds, () => readEntityTotal(database, "all", ""));
      if (!values.audit) return;
      const wrong = await findSpendDiscrepancies(database);
      console.log(`audit: ${wrong.length} wrong totals`);
      beyond += wrong.length;
    });
  console.log(beyond === 0 ? "Everything is within its limit." : `${beyond} beyond their limits.`);
  if (values.strict && beyond > 0) process.exitCode = 1;
}

/** Prints how long every question and export takes; returns how many are beyond their limits. */
async function measureReader(
  reader: ReportReader,
  { calls, rounds, only }: { readonly calls: number; readonly rounds: number; readonly only: string },
  processorMs: () => number | undefined = () => undefined,
): Promise<number> {
  console.log(`\n${"".padEnd(40)} ${"median".padStart(10)} ${"slowest".padStart(10)} ${"limit".padStart(9)} ms`);
  let beyond = 0;
  for (const { name, limit, ask } of questions(Math.ceil(calls / 50)).filter((one) => one.name.includes(only)))
    beyond += await measure(name, limit, rounds, () => ask(reader), processorMs);
  for (const format of (["csv", "jsonl"] as const).filter((one) => `export ${one}`.includes(only))) {
    const usedBefore = processorMs();
    const ownBefore = process.cpuUsage();
    const { lines, linesPerSecond, heapMiB } = await measureExport(reader, format, Math.min(calls, MOST_LINES));
    const own = process.cpuUsage(ownBefore);
    const used = processorMs();
    if (linesPerSecond < LEAST_LINES_A_SECOND) beyond++;
    const rate = Math.round(linesPerSecond).toLocaleString("en");
    const of = (microseconds: number): string => `${(microseconds / lines).toFixed(0)} µs`;
    const engine =
      used === undefined || usedBefore === undefined ? "" : ` and ${of((used - usedBefore) * 1000)} of the engine`;
    console.log(
      `export ${format}: ${rate} lines/s, ${of(own.user + own.system)}${engine} of processors a line, heap ${heapMiB.toFixed(0)} MiB more at most`,
    );
  }
  return beyond;
}

/**
 * Prints how long one question takes, and the processor time of the engine for it if that is known; 1 if it is beyond
 * its limit in milliseconds, or fails.
 */
async function measure(
  name: string,
  limit: number,
  rounds: number,
  ask: () => Promise<unknown>,
  processorMs: () => number | undefined = () => undefined,
): Promise<0 | 1> {
  const usedBefore = processorMs();
  const times = await timesOf(rounds, ask).catch((error: unknown) => String(error));
  if (typeof times === "string") {
    console.log(`${name.padEnd(40)} ${times}`);
    return 1;
  }
  const numbers = [times.median.toFixed(1), times.most.toFixed(1)].map((text) => text.padStart(10)).join(" ");
  const isBeyond = times.median > limit;
  const used = processorMs();
  const processor =
    used === undefined || usedBefore === undefined
      ? ""
      : `${((used - usedBefore) / rounds).toFixed(0).padStart(8)} ms of processors`;
  console.log(`${name.padEnd(40)} ${numbers} ${String(limit).padStart(9)}${processor}${isBeyond ? "  beyond" : ""}`);
  return isBeyond ? 1 : 0;
}
