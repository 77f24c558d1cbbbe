import type { SpendAnswer, SpendQuestion } from "@/lib/reports/report-reader";
import type { DailyFilter } from "@/lib/store/spend/daily-filter";
import type { DailyDimension } from "@/lib/store/spend/spend-reports";
import { DAY_MS, formatDay } from "@/lib/time/period";
import type { SpendSums } from "@/lib/wire/spend";
import { CALL_SUMS, type Charged, chargedTo, fromCalls } from "./charged";
import { type Cell, Parameters, type Row, type Statement } from "./clickhouse";
import { spansBetween, type SummedDays } from "./day-sums";
import { exactDollars } from "./exact-dollars";
import { CALLS_TABLE, DAYS_TABLE } from "./schema";

const SUM_NAMES = Object.keys(CALL_SUMS);
const NO_DAYS: SummedDays = new Map();

/** The calls of the days that are not summed up. */
function conditionOf(filter: DailyFilter, days: SummedDays, charged: Charged, parameters: Parameters): string {
  const columns = [
    ["team_id", filter.memberTeamId],
    ["user_id", filter.memberUserId],
    ["model", filter.model],
    ["provider", filter.provider],
  ] as const;
  const { zoned } = filter;
  const [first, end] = [zoned?.bounds[0] ?? filter.from, zoned?.bounds.at(-1) ?? filter.to + DAY_MS];
  const spans = days.size === 0 ? [[first, end] as const] : spansBetween(filter, days);
  const within = spans.map(
    ([from, until]) => `started_at >= ${parameters.bindTime(from)} AND started_at < ${parameters.bindTime(until)}`,
  );
  return [
    charged.condition,
    `(${within.join(" OR ")})`,
    ...columns.flatMap(([column, value]) => (value === undefined ? [] : [`${column} = ${parameters.bind(value)}`])),
  ].join(" AND ");
}

/** The day of a call: the UTC day, or the one of the days of another zone between whose bounds it began. */
function dayOf({ from, zoned }: DailyFilter): string {
  if (!zoned) return "toDate(started_at)";
  const before = `arrayLastIndex(bound -> bound <= toUnixTimestamp64Milli(started_at), [${zoned.bounds.join(", ")}])`;
  return `toDate(${Math.floor(from / DAY_MS)}) + toIntervalDay(${before} - 1)`;
}

function isTime(name: DailyDimension): boolean {
  return name === "day" || name === "hour";
}

function shownAs(name: DailyDimension, alias: string): string {
  if (name === "hour") return `formatDateTime(${alias}, '%Y-%m-%dT%H:00:00Z', 'UTC')`;
  return name === "day" ? `toString(${alias})` : alias;
}

/**
 * Whether groups carry the totals of all groups. Days of 100,000 users are millions of groups, and to read their sums twice is
 * faster (`totalsStatement`).
 */
export function carryTotals(dimensions: readonly DailyDimension[]): boolean {
  return dimensions.length === 1;
}

/** The query of a report: its groups in order, and the totals of all groups. `days`: those whose sums are read. */
export function reportStatement({ filter, dimensions, limit }: SpendQuestion, days: SummedDays = NO_DAYS): Statement {
  const parameters = new Parameters();
  const groups = dimensions.map((name, at) => ({ name, alias: `g${at}` }));
  const order = [
    ...groups.filter(({ name }) => isTime(name)).map(({ alias }) => alias),
    "spend DESC",
    ...groups.filter(({ name }) => !isTime(name)).map(({ alias }) => alias),
  ];
  const shown = [
    ...groups.map(({ name, alias }) => shownAs(name, alias)),
    ...SUM_NAMES.map((name) => `toString(${name})`),
    ...(carryTotals(dimensions) ? SUM_NAMES.map((name) => `toString(sum(${name}) OVER ())`) : []),
  ];
  const sql = `SELECT ${shown.join(", ")} FROM (${groupsOf(filter, dimensions, days, parameters)})
    ORDER BY ${order.join(", ")} LIMIT ${limit}`;
  return { sql, parameters: parameters.values };
}

/** The totals of all groups of a report. */
export function totalsStatement({ filter }: SpendQuestion, days: SummedDays = NO_DAYS): Statement {
  const parameters = new Parameters();
  const sql = `SELECT ${SUM_NAMES.map((name) => `toString(${name})`).join(", ")} FROM (${groupsOf(filter, [], days, parameters)})`;
  return { sql, parameters: parameters.values };
}

/** Groups `g0`, `g1` and so on with their sums: of days that are summed up, of the calls of the others, or of both. */
function groupsOf(
  filter: DailyFilter,
  dimensions: readonly DailyDimension[],
  days: SummedDays,
  parameters: Parameters,
): string {
  const hasCalls = days.size === 0 || spansBetween(filter, days).length > 0;
  const parts = [
    ...(days.size > 0 ? [groupsOfDays(filter, dimensions, days, parameters)] : []),
    ...(hasCalls ? [groupsOfCalls(filter, dimensions, days, parameters)] : []),
  ];
  if (parts.length === 1) return parts.join("");
  const aliases = dimensions.map((_name, at) => `g${at}`);
  const sums = SUM_NAMES.map((name) => `sum(part.${name}) AS ${name}`);
  return `SELECT ${[...aliases, ...sums].join(", ")} FROM (${parts.join(" UNION ALL ")}) AS part ${groupBy(aliases)}`;
}

function groupsOfCalls(
  filter: DailyFilter,
  dimensions: readonly DailyDimension[],
  days: SummedDays,
  parameters: Parameters,
): string {
  const charged = chargedTo(filter.entityType, filter.entityId, parameters);
  const expressions: Readonly<Record<DailyDimension, string>> = {
    day: dayOf(filter),
    hour: "toStartOfHour(started_at)",
    entity: charged.entity,
    memberTeam: "team_id",
    memberUser: "user_id",
    model: "model",
    provider: "provider",
  };
  const columns = [
    ...dimensions.map((name, at) => `${expressions[name]} AS g${at}`),
    ...Object.entries(CALL_SUMS).map(([name, sum]) => `${sum} AS ${name}`),
  ];
  return `SELECT ${columns.join(", ")} ${fromCalls(CALLS_TABLE, charged)}
    WHERE ${conditionOf(filter, days, charged, parameters)} ${groupBy(dimensions.map((_name, at) => `g${at}`))}`;
}

const DAY_COLUMNS: Readonly<Record<Exclude<DailyDimension, "hour">, string>> = {
  ...{ day: "day", entity: "entity", memberTeam: "member_team", memberUser: "member_user" },
  ...{ model: "model", provider: "provider" },
};

function groupsOfDays(
  filter: DailyFilter,
  dimensions: readonly DailyDimension[],
  days: SummedDays,
  parameters: Parameters,
): string {
  const columns = [
    ...dimensions.map((name, at) => `${name === "hour" ? "day" : DAY_COLUMNS[name]} AS g${at}`),
    ...SUM_NAMES.map((name) => `sum(days.${name}) AS ${name}`),
  ];
  const filters = [
    ["entity", filter.entityId],
    ["member_team", filter.memberTeamId],
    ["member_user", filter.memberUserId],
    ["model", filter.model],
    ["provider", filter.provider],
  ] as const;
  const rounds = [...days].map(([day, round]) => `('${formatDay(day)}', ${BigInt(round)})`);
  const where = [
    `kind = '${filter.entityType}'`,
    `(day, round) IN (${rounds.join(", ")})`,
    ...filters.flatMap(([column, value]) => (value === undefined ? [] : [`${column} = ${parameters.bind(value)}`])),
  ];
  return `SELECT ${columns.join(", ")} FROM ${DAYS_TABLE} AS days WHERE ${where.join(" AND ")} ${groupBy(dimensions.map((_name, at) => `g${at}`))}`;
}

function groupBy(aliases: readonly string[]): string {
  return aliases.length === 0 ? "" : `GROUP BY ${aliases.join(", ")}`;
}

/** The groups of the answer, and the totals: those of the row, or else those that each group has behind its own sums. */
export function spendAnswer(rows: readonly Row[], dimensions: readonly DailyDimension[], totals?: Row): SpendAnswer {
  return {
    groups: rows.map((row) => {
      const { sums, spend } = sumsOf(row.slice(dimensions.length));
      return { ...Object.fromEntries(dimensions.map((name, at) => [name, String(row[at])])), ...sums, spend };
    }),
    totals: sumsOf(totals ?? rows[0]?.slice(dimensions.length + SUM_NAMES.length) ?? []).sums,
  };
}

function sumsOf(cells: Row): { readonly sums: SpendSums; readonly spend: string } {
  const [spend, calls, failed, prompt, completion, unpriced] = cells;
  const exact = exactDollars(String(spend ?? "0"));
  return {
    spend: exact,
    sums: {
      spend: Number(exact),
      calls: count(calls),
      failed_calls: count(failed),
      prompt_tokens: count(prompt),
      completion_tokens: count(completion),
      unpriced_calls: count(unpriced),
    },
  };
}

function count(cell: Cell | undefined): number {
  return Number(cell ?? 0);
}
