import type { SpendAnswer, SpendQuestion } from "@/lib/reports/report-reader";
import type { DailyFilter } from "@/lib/store/spend/daily-filter";
import { type DailyDimension, isTime } from "@/lib/store/spend/group-statement";
import { DAY_MS } from "@/lib/time/period";
import type { SpendMeasure, SpendSums } from "@/lib/wire/spend";
import { CALL_SUMS, type Charged, chargedTo, fromCalls } from "./charged";
import { type Cell, Parameters, type Row, type Statement } from "./clickhouse";
import { exactDollars } from "./exact-dollars";
import { type KnownSums, planReport, type ReportPlan, type Span, spanOf } from "./plan-report";
import { CALLS_TABLE, SKIPPING } from "./schema";
import { roundsOf, type SummedDays, SUMS } from "./sums";

/** ClickHouse's `DateTime`, the type of hours, ends in 2106. */
const LAST_SECOND = 2 ** 32 - 1;
/** The sums of a row, in this order. */
export const SUM_NAMES = Object.keys(CALL_SUMS);

/** Some calls. */
interface Source {
  /** A table under the name `calls`, each call once. */
  readonly calls: string;
  /** Where they are in it. */
  readonly condition: string;
}

/** The calls of some times. */
function callsOf(spans: readonly Span[], parameters: Parameters): Source {
  const within = spans.map(
    ([from, until]) => `started_at >= ${parameters.bindTime(from)} AND started_at < ${parameters.bindTime(until)}`,
  );
  return { calls: `${CALLS_TABLE} AS calls FINAL`, condition: `(${within.join(" OR ")})` };
}

/** The calls of some days, in the order of their payers. */
function payerCallsOf(filter: DailyFilter, days: SummedDays, parameters: Parameters): Source {
  const [from, until] = spanOf(filter);
  const within = `started_at >= ${parameters.bindTime(from)} AND started_at < ${parameters.bindTime(until)}`;
  return { calls: `${SUMS.payers.table} AS calls`, condition: `(day, round) IN (${roundsOf(days)}) AND ${within}` };
}

function conditionOf(filter: DailyFilter, source: Source, charged: Charged, parameters: Parameters): string {
  const columns = [
    ["team_id", filter.memberTeamId],
    ["user_id", filter.memberUserId],
    ["model", filter.model],
    ["provider", filter.provider],
  ] as const;
  return [
    charged.condition,
    ...isAnyOf(charged.entity, filter, parameters),
    source.condition,
    ...(filter.chargedTo ?? []).map(({ type, id }) => chargedTo(type, id, parameters).condition),
    ...columns.flatMap(([column, value]) => (value === undefined ? [] : [`${column} = ${parameters.bind(value)}`])),
  ].join(" AND ");
}

/** The condition that an entity is one of those that the filter names, if it names some. */
function isAnyOf(entity: string, { entityIds }: DailyFilter, parameters: Parameters): readonly string[] {
  if (entityIds === undefined) return [];
  return [`${entity} IN (${entityIds.map((id) => parameters.bind(id)).join(", ") || "NULL"})`];
}

/** The day of an instant in milliseconds: the one of the days of a zone between whose bounds it lies. */
function zonedDay({ from, zoned }: DailyFilter, milliseconds: string): string | undefined {
  if (!zoned) return undefined;
  const bounds = `[${zoned.bounds.join(", ")}]`;
  const days = `[${zoned.bounds.map((_bound, at) => Math.floor(from / DAY_MS) + at).join(", ")}]`;
  return `toDate(transform(roundDown(${milliseconds}, ${bounds}), ${bounds}, ${days}, 0))`;
}

/** A column of groups as a string. */
export function shownAs(name: DailyDimension, alias: string): string {
  if (name === "hour") return `formatDateTime(${alias}, '%Y-%m-%dT%H:00:00Z', 'UTC')`;
  return name === "day" ? `toString(${alias})` : alias;
}

/**
 * Whether groups carry the totals of all groups. Days of 100,000 users are millions of groups, and to read their sums
 * twice is faster (`totalsStatement`).
 */
export function carryTotals(dimensions: readonly DailyDimension[]): boolean {
  return dimensions.length === 1;
}

/** What groups are sorted by, in terms of the sums. */
export const MEASURED: Readonly<Record<SpendMeasure, string>> = {
  spend: "spend",
  calls: "calls",
  tokens: "prompt_tokens + completion_tokens",
};

/**
 * The query of a report: its groups in order, by time and then by falling `measure`, and the totals of all groups. Of
 * equal groups the ids decide.
 */
export function reportStatement(
  { filter, dimensions, limit }: SpendQuestion,
  known: KnownSums = {},
  measure: SpendMeasure = "spend",
): Statement {
  const parameters = new Parameters();
  const groups = dimensions.map((name, at) => ({ name, alias: `g${at}` }));
  const order = [
    ...groups.filter(({ name }) => isTime(name)).map(({ alias }) => alias),
    `${MEASURED[measure]} DESC`,
    ...groups.filter(({ name }) => !isTime(name)).map(({ alias }) => alias),
  ];
  const totals = carryTotals(dimensions) ? SUM_NAMES.map((name) => ({ name, alias: `all_${name}` })) : [];
  const shown = [
    ...groups.map(({ name, alias }) => shownAs(name, alias)),
    ...[...SUM_NAMES, ...totals.map(({ alias }) => alias)].map((name) => `toString(${name})`),
  ];
  const end = `ORDER BY ${order.join(", ")} LIMIT ${limit}`;
  // Only the groups of the answer are written as strings.
  const first = `SELECT ${["*", ...totals.map(({ name, alias }) => `sum(${name}) OVER () AS ${alias}`)].join(", ")}
    FROM (${groupsOf({ filter, dimensions }, known, parameters)}) ${end}`;
  return {
    sql: `SELECT ${shown.join(", ")} FROM (${first}) ${end}`,
    parameters: parameters.values,
    settings: SKIPPING,
  };
}

/** The totals of all groups of a report. */
export function totalsStatement({ filter }: SpendQuestion, known: KnownSums = {}): Statement {
  const parameters = new Parameters();
  const sql = `SELECT ${SUM_NAMES.map((name) => `toString(${name})`).join(", ")} FROM (${groupsOf({ filter, dimensions: [] }, known, parameters)})`;
  return { sql, parameters: parameters.values, settings: SKIPPING };
}

/** The groups that are told apart, as a list for `IN`; all others become one without ids. */
export interface Splitting {
  readonly names: readonly DailyDimension[];
  readonly listed: string;
}

/** What calls are grouped by. */
export interface Grouping extends Pick<SpendQuestion, "filter" | "dimensions"> {
  readonly splitting?: Splitting;
}

/** The columns `g0`, `g1` and so on of rows; with `splitting` also whether a row belongs to one of its groups. */
function groupColumns(
  expressions: Readonly<Record<DailyDimension, string>>,
  { dimensions, splitting }: Pick<Grouping, "dimensions" | "splitting">,
): string[] {
  if (!splitting) return dimensions.map((name, at) => `${expressions[name]} AS g${at}`);
  const isListed = `(${splitting.names.map((name) => expressions[name]).join(", ")}) IN (${splitting.listed})`;
  const shown = (name: DailyDimension): string =>
    isTime(name) ? expressions[name] : `if(${isListed}, toString(${expressions[name]}), '')`;
  return [...dimensions.map(shown), isListed].map((expression, at) => `${expression} AS g${at}`);
}

/** Groups `g0`, `g1` and so on with their sums: added up from known sums, from the calls of other times, or both. */
export function groupsOf(grouping: Grouping, known: KnownSums, parameters: Parameters): string {
  const { filter } = grouping;
  const { sums, spans } = planReport(filter, known);
  const [only] = sums;
  const ofCalls = (source: Source): string => groupsOfCalls(grouping, source, parameters);
  if (!only) return ofCalls(callsOf(spans, parameters));
  const aliases = aliasesOf(grouping);
  const added = SUM_NAMES.map((name) => `sum(part.${name}) AS ${name}`);
  const parts = [
    ...sums.map((part) =>
      part.of === "payers"
        ? ofCalls(payerCallsOf(filter, part.days, parameters))
        : rowsOfSums(grouping, part, parameters),
    ),
    ...(spans.length > 0 ? [ofCalls(callsOf(spans, parameters))] : []),
  ];
  return `SELECT ${[...aliases, ...added].join(", ")} FROM (${parts.join(" UNION ALL ")}) AS part ${groupBy(aliases)}`;
}

function aliasesOf({ dimensions, splitting }: Pick<Grouping, "dimensions" | "splitting">): string[] {
  return [...dimensions, ...(splitting ? ["is listed"] : [])].map((_name, at) => `g${at}`);
}

function groupsOfCalls(grouping: Grouping, source: Source, parameters: Parameters): string {
  const { filter } = grouping;
  const charged = chargedTo(filter.entityType, filter.entityId, parameters);
  const expressions: Readonly<Record<DailyDimension, string>> = {
    day: zonedDay(filter, "toUnixTimestamp64Milli(started_at)") ?? "toDate(started_at)",
    hour: "toStartOfHour(started_at)",
    // As the tables of sums have them, so that they are added to these as they are.
    entity: plainText(charged.entity),
    memberTeam: plainText("team_id"),
    memberUser: plainText("user_id"),
    model: "model",
    provider: "provider",
  };
  const columns = [
    ...groupColumns(expressions, grouping),
    ...Object.entries(CALL_SUMS).map(([name, sum]) => `${sum} AS ${name}`),
  ];
  return `SELECT ${columns.join(", ")} ${fromCalls(source.calls, charged)}
    WHERE ${conditionOf(filter, source, charged, parameters)} ${groupBy(aliasesOf(grouping))}`;
}

/** Rows of sums, of which several may belong to a group. */
function rowsOfSums(grouping: Grouping, { of, days }: ReportPlan["sums"][number], parameters: Parameters): string {
  const { filter } = grouping;
  const expressions: Readonly<Record<DailyDimension, string>> = {
    day: (of === "hours" && zonedDay(filter, "toInt64(toUnixTimestamp(hour)) * 1000")) || "day",
    hour: "hour",
    entity: "entity",
    memberTeam: "member_team",
    memberUser: "member_user",
    model: "model",
    provider: "provider",
  };
  const columns = [...groupColumns(expressions, grouping), ...SUM_NAMES];
  const filters = [
    ["entity", filter.entityId],
    ["member_team", filter.memberTeamId],
    ["member_user", filter.memberUserId],
    ["model", filter.model],
    ["provider", filter.provider],
  ] as const;
  const hour = (at: number): string =>
    `toDateTime(${parameters.bind(Math.min(at / 1_000, LAST_SECOND), "Int64")}, 'UTC')`;
  const [first, end] = spanOf(filter);
  // Looking for rounds takes longer than all else, so it comes last.
  const selected = [
    `kind = '${filter.entityType}'`,
    ...filters.flatMap(([column, value]) => (value === undefined ? [] : [`${column} = ${parameters.bind(value)}`])),
    ...isAnyOf("entity", filter, parameters),
  ];
  const where = [
    `(day, round) IN (${roundsOf(days)})`,
    ...(of === "hours" ? [`hour >= ${hour(first)}`, `hour < ${hour(end)}`] : []),
  ];
  return `SELECT ${columns.join(", ")} FROM ${SUMS[of].table}
    PREWHERE ${selected.join(" AND ")} WHERE ${where.join(" AND ")}`;
}

/** The text of an id that is never null. */
function plainText(id: string): string {
  return `assumeNotNull(toString(${id}))`;
}

function groupBy(aliases: readonly string[]): string {
  return aliases.length === 0 ? "" : `GROUP BY ${aliases.join(", ")}`;
}

/**
 * The groups of the answer, with the totals: from the row `totals`, or else from the columns behind each group's own
 * sums.
 */
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
