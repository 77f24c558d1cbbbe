import { parseArgs } from "node:util";
import type { CallFilter } from "@/lib/calls/filter";
import { type CallPage, listCalls } from "@/lib/store/calls/call-list";
import type { CallOrder } from "@/lib/store/calls/call-order";
import type { Database } from "@/lib/store/database";
import { EVERY_NAME } from "@/lib/store/spend/payer-names";
import { findSpendDiscrepancies } from "@/lib/store/spend/spend-audit";
import type { DailyFilter } from "@/lib/store/spend/daily-filter";
import { type DailyDimension, groupDailyTotals, readEntityTotal } from "@/lib/store/spend/spend-reports";
import { DAY_MS } from "@/lib/time/period";
import { measureExport, timesOf, withSpend } from "./spend-database";
import { LAST_DAY } from "./spend-rows";

const COMPANY = { teams: 5_000, users: 100_000, keys: 100_000, organizations: 200, endUsers: 50_000 };
const MOST_LINES = 500_000;
const LEAST_LINES_A_SECOND = 30_000;

interface Question {
  readonly name: string;
  /** What its median may take, in milliseconds. */
  readonly limit: number;
  readonly ask: (database: Database) => Promise<unknown>;
}

const NEWEST: CallOrder = { sort: "started_at", order: "desc" };
const MOST_EXPENSIVE: CallOrder = { sort: "spend", order: "desc" };

function list(name: string, limit: number, filter: CallFilter, order = NEWEST, number = 1): Question {
  const page: CallPage = { ...order, from: { number }, size: 50, isCounted: true };
  return { name: `logs ${name}`, limit, ask: (database) => listCalls(database, [filter], page, EVERY_NAME) };
}

function report(
  name: string,
  limit: number,
  days: number,
  filter: Partial<DailyFilter>,
  by: DailyDimension[],
): Question {
  const period = { from: LAST_DAY - (days - 1) * DAY_MS, to: LAST_DAY };
  const whole: DailyFilter = {
    entityType: "all",
    ...(filter.entityType ? {} : { entityId: "" }),
    ...period,
    ...filter,
  };
  return {
    name: `report ${name}, ${days} days`,
    limit,
    ask: (database) => groupDailyTotals(database, whole, by, 1_000),
  };
}

const questions = (lastPage: number): Question[] => [
  list("all, page 1", 500, {}),
  list("all, page 2000", 500, {}, NEWEST, Math.min(2_000, lastPage)),
  list("all, the middle page", 500, {}, NEWEST, Math.ceil(lastPage / 2)),
  list("all, the last page", 500, {}, NEWEST, lastPage),
  list("all, most expensive", 500, {}, MOST_EXPENSIVE),
  list("all, most tokens", 500, {}, { sort: "total_tokens", order: "desc" }),
  list("all, slowest", 500, {}, { sort: "duration_ms", order: "desc" }),
  list("of a deployment", 500, { deployment: "deployment-3" }),
  list("of an unknown deployment", 100, { deployment: "unknown" }),
  list("failed", 500, { status: "error" }),
  list("interrupted", 100, { status: "interrupted" }),
  list("failed at a provider", 500, { status: "error", provider: "provider-3" }),
  list("of a route without calls", 100, { route: "/embeddings" }),
  list("of an unknown model pattern", 100, { model: "x-*" }),
  list("of a model pattern", 500, { model: "upstream-*" }),
  list("of an unknown tag", 100, { tag: "unknown" }),
  list("of a rare tag", 100, { tag: "rare-1" }),
  list("of a common tag", 500, { tag: "tag-3" }),
  list("of a team", 500, { teamId: "team-7" }),
  list("of a team, most expensive", 500, { teamId: "team-7" }, MOST_EXPENSIVE),
  list("of a user", 500, { userId: "user-7" }),
  list("of an unknown organisation", 100, { organizationId: "unknown" }),
  list("without a price", 500, { priceState: "unpriced" }),
  list("of one id", 100, { anyId: "unknown" }),
  list("of a day, most expensive", 500, { from: LAST_DAY, until: LAST_DAY + DAY_MS }, MOST_EXPENSIVE),
  { name: "all-time total", limit: 500, ask: (database) => readEntityTotal(database, "all", "") },
  report("by day", 500, 90, {}, ["day"]),
  report("by model", 500, 90, {}, ["model"]),
  report("by tag", 500, 90, { entityType: "tag" }, ["entity"]),
  report("by team", 500, 30, { entityType: "team" }, ["entity"]),
  report("by team", 500, 90, { entityType: "team" }, ["entity"]),
  report("by user", 500, 30, { entityType: "user" }, ["entity"]),
  report("by user", 1_000, 90, { entityType: "user" }, ["entity"]),
  report("by key", 1_000, 90, { entityType: "key" }, ["entity"]),
  report("by end user", 500, 90, { entityType: "end_user" }, ["entity"]),
  report("by team and user", 500, 90, { entityType: "member" }, ["memberTeam", "memberUser"]),
  report("by day and user", 500, 90, { entityType: "user" }, ["day", "entity"]),
  report("of a team by user", 500, 90, { entityType: "member", memberTeamId: "team-7" }, ["memberUser"]),
];

/**
 * `npm run bench:reports -- --calls 5_000_000`: fills a database with the calls of 100,000 users in 5,000 teams, asks every
 * report and list, and prints the medians beside their limits. Exits with 1 if one is beyond its limit and `--strict` is
 * given.
 */
export async function runReportsBench(parameters: readonly string[], migrations: string): Promise<void> {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      calls: { type: "string", default: "5000000" },
      rounds: { type: "string", default: "3" },
      audit: { type: "boolean", default: false },
      strict: { type: "boolean", default: false },
    },
  });
  const calls = Number(values.calls.replaceAll("_", ""));
  const rounds = Number(values.rounds);
  if (!(calls > 0 && rounds > 0)) throw new RangeError("--calls and --rounds must be numbers above zero");
  await withSpend({ calls, company: COMPANY, migrations }, async (database) => {
    console.log(`\n${"".padEnd(40)} ${"median".padStart(10)} ${"slowest".padStart(10)} ${"limit".padStart(9)} ms`);
    let beyond = 0;
    for (const { name, limit, ask } of questions(Math.ceil(calls / 50))) {
      const { median, most } = await timesOf(rounds, () => ask(database));
      if (median > limit) beyond++;
      const numbers = [median.toFixed(1), most.toFixed(1)].map((text) => text.padStart(10)).join(" ");
      console.log(`${name.padEnd(40)} ${numbers} ${String(limit).padStart(9)}${median > limit ? "  beyond" : ""}`);
    }
    for (const format of ["csv", "jsonl"] as const) {
      const { linesPerSecond, heapMiB } = await measureExport(database, format, Math.min(calls, MOST_LINES));
      if (linesPerSecond < LEAST_LINES_A_SECOND) beyond++;
      const rate = Math.round(linesPerSecond).toLocaleString("en");
      console.log(`export ${format}: ${rate} lines/s, heap ${heapMiB.toFixed(0)} MiB more at most`);
    }
    if (values.audit) {
      const wrong = await findSpendDiscrepancies(database);
      console.log(`audit: ${wrong.length} wrong totals`);
      beyond += wrong.length;
    }
    console.log(beyond === 0 ? "Everything is within its limit." : `${beyond} beyond their limits.`);
    if (values.strict && beyond > 0) process.exitCode = 1;
  });
}
