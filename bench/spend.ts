import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { DAY_MS } from "@/lib/time/period";
import { openDataFolder } from "@/lib/database/data-folder";
import { type Database, openDatabase } from "@/lib/store/database";
import { startEmbeddedPostgres } from "@/lib/database/embedded-postgres";
import { migrateDatabase } from "@/lib/database/migrate";
import { readCalls, listCalls, type CallPage } from "@/lib/store/calls/call-list";
import { EVERY_NAME, readPayerNames } from "@/lib/store/spend/payer-names";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import { groupDailyTotals, readEntityTotal, sumDailyTotals } from "@/lib/store/spend/spend-reports";
import { DAYS, LAST_DAY, makeSpend } from "./spend-rows";

const silent = { info() {}, warn() {}, error() {} };
const first: CallPage = { number: 1, size: 50, sort: "started_at", order: "desc" };

interface Question {
  readonly name: string;
  readonly ask: (database: Database) => Promise<unknown>;
}

const month = { from: LAST_DAY - 29 * DAY_MS, to: LAST_DAY };
const quarter = { from: LAST_DAY - (DAYS - 1) * DAY_MS, to: LAST_DAY };
const all = { entityType: "all", entityId: "" } as const;

const GROUPS = Array.from({ length: 10_000 }, (_, index) => ({ user_id: `user-${index % 2_000}` }));

const QUESTIONS: readonly Question[] = [
  { name: "/global/spend: total", ask: (database) => readEntityTotal(database, "all", "") },
  {
    name: "/global/spend: by day, 30 days",
    ask: (database) => groupDailyTotals(database, { ...all, ...month }, ["day"], 30),
  },
  {
    name: "/spend/report by day, 90 days",
    ask: (database) => groupDailyTotals(database, { ...all, ...quarter }, ["day"], 1000),
  },
  {
    name: "/spend/report by model, 90 days",
    ask: (database) => groupDailyTotals(database, { ...all, ...quarter }, ["model"], 1000),
  },
  {
    name: "/spend/report by team, 30 days",
    ask: (database) => groupDailyTotals(database, { entityType: "team", ...month }, ["entity"], 1000),
  },
  {
    name: "/spend/report by team, its sum, 90 days",
    ask: (database) => sumDailyTotals(database, { entityType: "team", ...quarter }),
  },
  {
    name: "/spend/report by user, 30 days",
    ask: (database) => groupDailyTotals(database, { entityType: "user", ...month }, ["entity"], 1000),
  },
  {
    name: "/spend/report by key, day and model, 90 days",
    ask: (database) => groupDailyTotals(database, { entityType: "key", ...quarter }, ["day", "entity", "model"], 1000),
  },
  {
    name: "/spend/report by day and user, 30 days",
    ask: (database) => groupDailyTotals(database, { entityType: "user", ...month }, ["day", "entity"], 10_000),
  },
  { name: "names of 10,000 groups by user", ask: (database) => readPayerNames(database.pool, GROUPS, EVERY_NAME) },
  {
    name: "/spend/report by tag, 90 days",
    ask: (database) => groupDailyTotals(database, { entityType: "tag", ...quarter }, ["entity"], 1000),
  },
  {
    name: "/spend/report of one team by user, 30 days",
    ask: (database) =>
      groupDailyTotals(database, { entityType: "member", memberTeamId: "team-7", ...month }, ["memberUser"], 1000),
  },
  {
    name: "/spend/report of one team by day, 90 days",
    ask: (database) =>
      groupDailyTotals(database, { entityType: "team", entityId: "team-7", ...quarter }, ["day"], 1000),
  },
  { name: "/spend/logs, first page", ask: (database) => listCalls(database, [{}], first, EVERY_NAME) },
  {
    name: "/spend/logs of a team, first page",
    ask: (database) => listCalls(database, [{ teamId: "team-7" }], first, EVERY_NAME),
  },
  {
    name: "/spend/logs of a team, by spend",
    ask: (database) => listCalls(database, [{ teamId: "team-7" }], { ...first, sort: "spend" }, EVERY_NAME),
  },
  {
    name: "/spend/logs of a day, by spend",
    ask: (database) =>
      listCalls(database, [{ from: LAST_DAY, until: LAST_DAY + DAY_MS }], { ...first, sort: "spend" }, EVERY_NAME),
  },
  { name: "/spend/logs of a tag", ask: (database) => listCalls(database, [{ tag: "tag-3" }], first, EVERY_NAME) },
  {
    name: "/spend/logs of a provider that failed",
    ask: (database) => listCalls(database, [{ provider: "provider-3", status: "error" }], first, EVERY_NAME),
  },
  {
    name: "/spend/logs without a price",
    ask: (database) => listCalls(database, [{ priceState: "unpriced" }], first, EVERY_NAME),
  },
  {
    name: "/spend/logs, by spend",
    ask: (database) => listCalls(database, [{}], { ...first, sort: "spend" }, EVERY_NAME),
  },
  {
    name: "/spend/logs, page 1000",
    ask: (database) => listCalls(database, [{}], { ...first, number: 1000 }, EVERY_NAME),
  },
];

/** `npm run bench:spend -- --calls 1000000`: measures how long queries about spend take with that many calls. */
export async function runSpendBench(parameters: readonly string[], migrations: string): Promise<void> {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      calls: { type: "string", default: "1000000" },
      rounds: { type: "string", default: "5" },
      audit: { type: "boolean", default: false },
    },
  });
  const calls = Number(values.calls.replaceAll("_", ""));
  const rounds = Number(values.rounds);
  if (!(calls > 0 && rounds > 0)) throw new RangeError("--calls and --rounds must be numbers above zero");
  const directory = mkdtempSync(join(tmpdir(), "model-gateway-bench-spend-"));
  const folder = openDataFolder(directory);
  const server = await startEmbeddedPostgres({ directory, log: silent, settings: { max_wal_size: "4GB" } });
  const database = openDatabase(server.url);
  try {
    await migrateDatabase(server.url, { directory: migrations });
    const startedAt = performance.now();
    const say = (line: string): void =>
      console.log(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(5)} s  ${line}`);
    await makeSpend(database, calls, say);
    await printSizes(database);
    console.log(
      `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB; PostgreSQL with the gateway's own settings; median and slowest of ${rounds}\n`,
    );
    for (const question of QUESTIONS) await measure(question, database, rounds);
    await measureExport(database, calls);
    if (values.audit) await measure({ name: "npm run audit:spend", ask: findSpendDiscrepancies }, database, 1);
  } finally {
    await database.close();
    await server.stop();
    folder.release();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measure({ name, ask }: Question, database: Database, rounds: number): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    await ask(database);
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  console.log(
    `${name.padEnd(48)} ${(times[Math.floor(times.length / 2)] ?? 0).toFixed(1).padStart(9)} ms ${(times.at(-1) ?? 0).toFixed(1).padStart(9)} ms`,
  );
}

async function measureExport(database: Database, calls: number): Promise<void> {
  const limit = Math.min(calls, 200_000);
  const startedAt = performance.now();
  let read = 0;
  const before = process.memoryUsage().heapUsed;
  for await (const page of readCalls(
    database,
    [{}],
    { pageSize: 1_000, access: EVERY_NAME },
    { isGone: false, onGone() {} },
  )) {
    read += page.length;
    if (read >= limit) break;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `${"/spend/export".padEnd(48)} ${Math.round(read / seconds)
      .toLocaleString("en")
      .padStart(9)} calls/s, heap ${((process.memoryUsage().heapUsed - before) / 2 ** 20).toFixed(0)} MiB more`,
  );
}

async function printSizes(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ name: string; rows: string; size: string }>(
    `SELECT relname AS name, reltuples::bigint::text AS rows, pg_size_pretty(pg_total_relation_size(oid)) AS size
     FROM pg_class WHERE relname IN ('calls', 'daily_totals', 'entity_totals') ORDER BY 1`,
  );
  for (const row of rows)
    console.log(
      `${row.name.padEnd(14)} ${Number(row.rows).toLocaleString("en").padStart(12)} rows ${row.size.padStart(10)} with indexes`,
    );
}
