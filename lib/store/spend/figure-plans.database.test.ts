import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { type Database, openDatabase } from "../database";
import { readSpent } from "./budget-figures";
import type { DailyFilter } from "./daily-filter";
import { dailyPartitions, hourlyPartitions, makeDailyPartitions, makeHourlyPartitions } from "./figure-partitions";
import { FIGURE_KINDS } from "./figure-kinds";
import { largestStatement } from "./largest-payers";
import { type DailyDimension, groupStatement } from "./group-statement";
import { SUMMED_KINDS } from "./summed-spans";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LAST = Date.parse("2026-11-21T00:00:00Z");
/** As if five million calls of 100,000 users had been booked in 90 days. */
const ROWS = 1_200_000;

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server.url);
  const days = Array.from({ length: 90 }, (_, day) => LAST / DAY - day);
  const hours = days.map((day) => day * 24);
  await makeHourlyPartitions(database, hours);
  await makeDailyPartitions(database, days);
  for (const { name, kind, from } of hourlyPartitions(hours))
    await pretend(name, `(0, 0, 0, 1, ${from}, 1, 1, 0, 0, ${kind})`);
  for (const { name, kind, from } of dailyPartitions(days))
    await pretend(name, `(0, 0, 0, 1, ${from}, 1, 1, 0, 0, ${kind})`);
  for (const type of SUMMED_KINDS)
    await pretend(`span_figures_${type}`, `(0, 0, 0, 1, 20720, 28, 1, 0, 0, ${FIGURE_KINDS[type]})`);
  await pretend("entity_totals", "('all', '', 0, 1, 0, 0, 0, now(), 1)");
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

/**
 * Makes the planner believe that a table is large. The planner multiplies the rows of a page by the pages that the file
 * really has, so the table gets one row, in a page that is said to hold all of them. (PostgreSQL 18)
 */
async function pretend(table: string, row: string): Promise<void> {
  await database.pool.query(`INSERT INTO ${table} VALUES ${row}`);
  await database.pool.query(
    "SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', $1::text, 'relpages', 1, 'reltuples', $2::real)",
    [table, ROWS],
  );
  const name = table === "entity_totals" ? "entity_id" : "entity";
  await database.pool.query(
    `SELECT pg_restore_attribute_stats('schemaname', 'public', 'relname', $1::text, 'attname', $2::text, 'inherited', false,
       'null_frac', 0::real, 'avg_width', 8, 'n_distinct', -0.1::real)`,
    [table, name],
  );
}

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly Plans?: readonly PlanNode[];
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** The tables that a statement reads and how it reads them; partitions by the name that all of a table's begin with. */
async function plan(text: string, values: unknown[]): Promise<string[]> {
  const { rows } = await database.pool.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
    `EXPLAIN (FORMAT JSON) ${text}`,
    values,
  );
  const nodes = rows.flatMap((row) => nodesOf(row["QUERY PLAN"][0].Plan));
  return nodes.flatMap((node) => {
    const table = node["Relation Name"];
    return table === undefined ? [] : [`${node["Node Type"]} ${table}`];
  });
}

const month = { from: LAST - 20 * DAY, to: LAST };
const MONTHS = ["2026_08", "2026_09", "2026_10", "2026_11"];
const quarter = { from: LAST - 89 * DAY, to: LAST };

test.each<[name: string, filter: DailyFilter, dimensions: DailyDimension[]]>([
  ["by day of everything", { entityType: "all", entityId: "", ...quarter }, ["day"]],
  ["by model of everything", { entityType: "all", entityId: "", ...quarter }, ["model"]],
  ["by day of one issuer", { entityType: "issuer", entityId: "https://idp", ...quarter }, ["day"]],
  ["by day of one team", { entityType: "team", entityId: "t", ...quarter }, ["day"]],
  ["by user of one team", { entityType: "member", memberTeamId: "t", ...quarter }, ["memberUser"]],
  ["by day and model of one user", { entityType: "user", entityId: "u", ...quarter }, ["day", "model"]],
  ["by day of one tag", { entityType: "tag", entityId: "x", model: "m", ...quarter }, ["day"]],
])("a report %s reads its own rows by the index", async (_name, filter, dimensions) => {
  const { text, values } = groupStatement({ filter, dimensions, limit: 1_000 }, { hasDays: true, spans: [] });
  const read = (await plan(text, values)).filter((node) => /hourly_figures|daily_figures/.test(node));
  expect(read.length).toBeGreaterThan(0);
  expect(read.filter((node) => node.startsWith("Seq Scan"))).toEqual([]);
});

test.each<[name: string, filter: DailyFilter, dimensions: DailyDimension[], months: string[]]>([
  ["by user", { entityType: "user", ...month }, ["entity"], ["2026_11"]],
  ["by user of 90 days", { entityType: "user", ...quarter }, ["entity"], MONTHS],
  ["by key of 90 days", { entityType: "key", ...quarter }, ["entity"], MONTHS],
  ["by team", { entityType: "team", ...month }, ["entity"], ["2026_11"]],
  ["by team of 90 days", { entityType: "team", ...quarter }, ["entity"], MONTHS],
  ["by tag of 90 days", { entityType: "tag", ...quarter }, ["entity"], MONTHS],
  ["by end user of 90 days", { entityType: "end_user", ...quarter }, ["entity"], MONTHS],
  ["by issuer of 90 days", { entityType: "issuer", ...quarter }, ["entity"], MONTHS],
  ["by team and user", { entityType: "member", ...month }, ["memberTeam", "memberUser"], ["2026_11"]],
  ["by team and user of 90 days", { entityType: "member", ...quarter }, ["memberTeam", "memberUser"], MONTHS],
  ["by day and user", { entityType: "user", ...month }, ["day", "entity"], ["2026_11"]],
  ["by day and user of 90 days", { entityType: "user", ...quarter }, ["day", "entity"], MONTHS],
  ["by team and model", { entityType: "team", ...month }, ["entity", "model"], ["2026_11"]],
])("a report %s reads the partitions of its kind and months alone", async (_name, filter, dimensions, months) => {
  const { text, values } = groupStatement({ filter, dimensions, limit: 1_000 }, { hasDays: true, spans: [] });
  const tables = (await plan(text, values)).map((node) => node.replace(/.* /, ""));
  const figures = new Set(tables.filter((name) => /hourly_figures|daily_figures/.test(name)));
  const wanted = [
    ...months.map((one) => `hourly_figures_${filter.entityType}_${one}`),
    `daily_figures_${filter.entityType}_2026`,
  ];
  expect([...figures].sort()).toEqual(wanted.sort());
});

test("a report whose days are all kept by the hour leaves out the tables of days, and names only the members that it shows", async () => {
  const { text, values } = groupStatement(
    { filter: { entityType: "member", ...quarter }, dimensions: ["memberTeam", "memberUser"], limit: 1_000 },
    {
      hasDays: false,
      spans: [],
    },
  );
  const read = await plan(text, values);
  expect(read.filter((node) => /daily_/.test(node))).toEqual([]);
  expect(read.filter((node) => /entity_totals/.test(node))).toEqual(["Index Scan entity_totals"]);
});

test.each<[DailyFilter["entityType"], DailyDimension[]]>([
  ["user", ["entity"]],
  ["key", ["entity"]],
  ["team", ["entity"]],
  ["end_user", ["entity"]],
  ["member", ["memberTeam", "memberUser"]],
])(
  "a report by %s whose days are summed up reads these, and the hours of the days around them alone",
  async (entityType, dimensions) => {
    const spans = [2956, 2960].map((week) => ({ days: 28, day: week * 7 }));
    const { text, values } = groupStatement(
      { filter: { entityType, ...quarter }, dimensions, limit: 1_000 },
      {
        hasDays: false,
        spans: [...spans, ...[2964, 2965].map((week) => ({ days: 7, day: week * 7 }))],
      },
    );
    const read = (await plan(text, values)).filter((node) => /_figures/.test(node));
    expect(new Set(read.map((node) => node.replace(/.* /, "")))).toEqual(
      new Set([
        `span_figures_${entityType}`,
        ...["2026_08", "2026_11"].map((name) => `hourly_figures_${entityType}_${name}`),
      ]),
    );
  },
);

test("the largest users are found in sums of days and the days around them, and the rest of their figures is read by the index", async () => {
  const filter: DailyFilter = { entityType: "user", ...quarter };
  const scope = { hasDays: false, spans: [{ days: 28, day: 2956 * 7 }] };
  const largest = largestStatement(filter, 1_001, scope);
  const tables = (await plan(largest.text, largest.values)).map((node) => node.replace(/.* /, ""));
  expect(new Set(tables.filter((name) => /_figures/.test(name)))).toEqual(
    new Set(["span_figures_user", ...MONTHS.map((name) => `hourly_figures_user_${name}`)]),
  );
  const entities = Array.from({ length: 100 }, (_, at) => at);
  const { text, values } = groupStatement({ filter, dimensions: ["entity"], limit: 1_001 }, { ...scope, entities });
  const read = (await plan(text, values)).filter((node) => /_figures/.test(node));
  expect(read.length).toBeGreaterThan(0);
  expect(read.filter((node) => node.startsWith("Seq Scan"))).toEqual([]);
});

test("budgets of windows are read by the index, and only the partitions of their kind are read", async () => {
  const asked: { text: string; values: unknown[] }[] = [];
  const pool = new Proxy(database.pool, {
    get: (target, name) =>
      name === "query"
        ? (statement: { text: string; values: unknown[] }) => {
            asked.push(statement);
            return target.query(statement);
          }
        : (Reflect.get(target, name) as unknown),
  });
  const window = { start: month.from, end: month.to + 7 * HOUR };
  await readSpent(pool, [{ type: "user", id: "u", ...window }]);
  expect(asked).toHaveLength(1);
  const read = await plan(asked[0]!.text, asked[0]!.values);
  expect(read.filter((node) => node.startsWith("Seq Scan") && /figures/.test(node))).toEqual([]);
  expect(new Set(read.map((node) => node.replace(/.* /, "")))).toEqual(
    new Set(["daily_figures_user_2026", "hourly_figures_user_2026_11", "entity_totals"]),
  );
});
