import { parseArgs } from "node:util";
import { DAY_MS } from "@/lib/time/period";
import { createPostgresReader } from "@/lib/reports/postgres-reader";
import type { Database } from "@/lib/store/database";
import { listCalls, type CallPage } from "@/lib/store/calls/call-list";
import type { GroupQuestion } from "@/lib/store/spend/group-statement";
import { EVERY_NAME, readPayerNames } from "@/lib/store/spend/payer-names";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import { reportSpend, readEntityTotal } from "@/lib/store/spend/spend-reports";
import { measureExport, timesOf, withSpend } from "./database";
import { DAYS, LAST_DAY, MIDDLING } from "./rows";

const first: CallPage = { from: { number: 1 }, size: 50, sort: "started_at", order: "desc", isCounted: true };

interface Question {
  readonly name: string;
  readonly ask: (database: Database) => Promise<unknown>;
}

const month = { from: LAST_DAY - 29 * DAY_MS, to: LAST_DAY };
const quarter = { from: LAST_DAY - (DAYS - 1) * DAY_MS, to: LAST_DAY };
const all = { entityType: "all", entityId: "" } as const;

const report = (
  database: Database,
  filter: GroupQuestion["filter"],
  dimensions: GroupQuestion["dimensions"],
  limit: number,
) => reportSpend(database, { filter, dimensions, limit });

const GROUPS = Array.from({ length: 10_000 }, (_, index) => ({ user_id: `user-${index % 2_000}` }));

const QUESTIONS: readonly Question[] = [
  { name: "/global/spend: total", ask: (database) => readEntityTotal(database, "all", "") },
  {
    name: "/global/spend: by day, 30 days",
    ask: (database) => report(database, { ...all, ...month }, ["day"], 30),
  },
  {
    name: "/spend/report by day, 90 days",
    ask: (database) => report(database, { ...all, ...quarter }, ["day"], 1000),
  },
  {
    name: "/spend/report by model, 90 days",
    ask: (database) => report(database, { ...all, ...quarter }, ["model"], 1000),
  },
  {
    name: "/spend/report by team, 30 days",
    ask: (database) => report(database, { entityType: "team", ...month }, ["entity"], 1000),
  },
  {
    name: "/spend/report by team, its sum, 90 days",
    ask: (database) => report(database, { entityType: "team", ...quarter }, ["day"], 1),
  },
  {
    name: "/spend/report by user, 30 days",
    ask: (database) => report(database, { entityType: "user", ...month }, ["entity"], 1000),
  },
  {
    name: "/spend/report by key, day and model, 90 days",
    ask: (database) => report(database, { entityType: "key", ...quarter }, ["day", "entity", "model"], 1000),
  },
  {
    name: "/spend/report by day and user, 30 days",
    ask: (database) => report(database, { entityType: "user", ...month }, ["day", "entity"], 10_000),
  },
  { name: "names of 10,000 groups by user", ask: (database) => readPayerNames(database.pool, GROUPS, EVERY_NAME) },
  {
    name: "/spend/report by tag, 90 days",
    ask: (database) => report(database, { entityType: "tag", ...quarter }, ["entity"], 1000),
  },
  {
    name: "/spend/report of one team by user, 30 days",
    ask: (database) =>
      report(database, { entityType: "member", memberTeamId: "team-7", ...month }, ["memberUser"], 1000),
  },
  {
    name: "/spend/report of one team by day, 90 days",
    ask: (database) => report(database, { entityType: "team", entityId: "team-7", ...quarter }, ["day"], 1000),
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
    ask: (database) => listCalls(database, [{}], { ...first, from: { number: 1000 } }, EVERY_NAME),
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
  await withSpend({ calls, migrations, company: MIDDLING }, async (database) => {
    console.log(`Median and slowest of ${rounds}\n`);
    for (const question of QUESTIONS) await measure(question, database, rounds);
    const { linesPerSecond, heapMiB } = await measureExport(
      createPostgresReader(database),
      "csv",
      Math.min(calls, 200_000),
    );
    const rate = Math.round(linesPerSecond).toLocaleString("en").padStart(9);
    console.log(`${"/spend/export".padEnd(48)} ${rate} calls/s, heap ${heapMiB.toFixed(0)} MiB more`);
    if (values.audit) await measure({ name: "npm run audit:spend", ask: findSpendDiscrepancies }, database, 1);
  });
}

async function measure({ name, ask }: Question, database: Database, rounds: number): Promise<void> {
  const { median, most } = await timesOf(rounds, () => ask(database));
  console.log(`${name.padEnd(48)} ${median.toFixed(1).padStart(9)} ms ${most.toFixed(1).padStart(9)} ms`);
}
