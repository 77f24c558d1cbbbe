import { ENTITY_KINDS, type EntityType } from "@/lib/entity-type";
import { ALL_TOTALS, totalsOf } from "./all-totals";
import { FIGURE_KINDS } from "./figure-kinds";
import type { Pool, PoolClient } from "pg";
import type { LimitedStatement } from "../bounded-pool";
import { likePattern } from "../like-pattern";

/** An entity and a window of time: from `start`, and before `end`, in milliseconds since the epoch. */
export interface SpentQuery {
  readonly type: EntityType;
  /** For a model: its name, or a pattern in which `*` matches any run of characters. */
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

const HOUR_MS = 3_600_000;
/** The longest that one statement for figures may take unless the caller says otherwise, in milliseconds. */
const READ_LIMIT_MS = 5_000;

/** Where the spend of a window is read: totals for all time, figures for a window of whole hours, or else the calls. */
type Source = "totals" | "figures" | "calls";
type Comparison = "=" | "LIKE";

function sourceOf({ start, end }: SpentQuery): Source {
  if (start === 0 && end === Number.POSITIVE_INFINITY) return "totals";
  return start % HOUR_MS === 0 && end % HOUR_MS === 0 ? "figures" : "calls";
}

const ASKED = `unnest($1::text[], $2::text[], $3::float8[], $4::float8[]) WITH ORDINALITY AS asked (type, id, start_ms, end_ms, n)`;
const FIRST = "to_timestamp(asked.start_ms / 1000)";
const LAST = "to_timestamp(asked.end_ms / 1000)";

/** SQL for the spend of all time. Exact ids are looked up. A pattern scans the names of all models, which are few. */
function totalsStatement(comparison: Comparison): string {
  return `SELECT asked.n::int AS n, trunc(coalesce((
      SELECT sum(spend) FROM ${ALL_TOTALS} AS total WHERE entity_type = asked.type AND entity_id ${comparison} asked.id
    ), 0) * 1000000000)::text AS nano FROM ${ASKED}`;
}

/**
 * SQL for the days of a window from `first_hour` to `end_hour`: `first_day` and `end_day` enclose its whole days;
 * `cut_first` and `cut_last` are the days that it cuts.
 */
export const WINDOW_DAYS = `ceil(first_hour / 24.0)::int AS first_day, floor(end_hour / 24.0)::int AS end_day,
        CASE WHEN first_hour % 24 <> 0 THEN floor(first_hour / 24.0)::int END AS cut_first,
        CASE WHEN end_hour % 24 <> 0 THEN floor(end_hour / 24.0)::int END AS cut_last`;

/**
 * SQL for the spend of windows of whole hours. A window may begin or end within a day. If amounts of that day are kept
 * by the day, the answer is null, because only the calls know it. The kind and the
 * outer bounds are literals, so that partitions of other kinds and months are not even planned.
 */
function figuresStatement(comparison: Comparison, queries: readonly SpentQuery[]): string {
  const type = queries[0]?.type ?? "all";
  const first = Math.min(...queries.map(({ start }) => start)) / HOUR_MS;
  const end = Math.max(...queries.map(({ end: last }) => last)) / HOUR_MS;
  const ofEntity = `kind = ${FIGURE_KINDS[type]} AND entity = ANY (named.numbers)`;
  const daily = `daily_figures WHERE ${ofEntity} AND day >= ${Math.floor(first / 24)} AND day <= ${Math.floor(end / 24)}`;
  return `SELECT bounds.n::int AS n,
      CASE WHEN EXISTS (SELECT FROM ${daily} AND day IN (cut_first, cut_last)) THEN NULL
      ELSE coalesce((SELECT sum(spend) FROM hourly_figures WHERE ${ofEntity} AND hour >= ${first} AND hour < ${end}
            AND hour >= first_hour AND hour < end_hour), 0)
        + coalesce((SELECT sum(spend) FROM ${daily} AND day >= first_day AND day < end_day), 0) END::text AS nano
    FROM (
      SELECT n, type, id, first_hour, end_hour, ${WINDOW_DAYS}
      FROM (SELECT n, type, id, (start_ms / ${HOUR_MS})::int AS first_hour, (end_ms / ${HOUR_MS})::int AS end_hour FROM ${ASKED}) AS hours
    ) AS bounds CROSS JOIN LATERAL (
      SELECT array_agg(number) AS numbers FROM ${totalsOf(type)} AS total
      WHERE entity_type = bounds.type AND entity_id ${comparison} bounds.id) AS named`;
}

/** The condition that a call is charged to the entity `asked.id`, in a form that an index answers. */
export function chargedTo(type: EntityType): string {
  switch (type) {
    case "model":
      return "requested_model LIKE asked.id";
    case "tag":
      return "asked.id = ANY(tags)";
    case "member":
      return "team_id = replace(replace(split_part(asked.id, '/', 1), '~1', '/'), '~0', '~') AND user_id = substr(asked.id, strpos(asked.id, '/') + 1)";
    case "all":
      return "true";
    default:
      return `${ENTITY_KINDS[type].field} = asked.id`;
  }
}

function callsStatement(type: EntityType): string {
  return `SELECT asked.n::int AS n, trunc(coalesce((
      SELECT sum(spend) FROM calls WHERE ${chargedTo(type)} AND started_at >= ${FIRST} AND started_at < ${LAST}
    ), 0) * 1000000000)::text AS nano FROM ${ASKED}`;
}

/**
 * The booked spend for each query, in nano-dollars and in their order. It takes a handful of statements for any number
 * of queries, one after the other on one connection. @throws the database's error
 */
export async function readSpent(
  connection: Pool | PoolClient,
  queries: readonly SpentQuery[],
  limitMs = READ_LIMIT_MS,
): Promise<bigint[]> {
  const spent: (bigint | undefined)[] = queries.map(() => undefined);
  const read = async (sourceFor: (query: SpentQuery) => Source): Promise<void> => {
    const groups = new Map<string, Group>();
    for (const [index, query] of queries.entries()) {
      if (spent[index] !== undefined) continue;
      const source = sourceFor(query);
      const comparison = comparisonOf(query, source);
      const key = `${source} ${comparison} ${source === "totals" ? "" : query.type}`;
      const group = groups.get(key) ?? { source, comparison, indexes: [] };
      group.indexes.push(index);
      groups.set(key, group);
    }
    for (const { source, comparison, indexes } of groups.values()) {
      const asked = indexes.flatMap((index) => queries[index] ?? []);
      const values = [
        asked.map(({ type }) => type),
        asked.map(({ id }) => (comparison === "LIKE" ? likePattern(id) : id)),
        asked.map(({ start }) => start),
        asked.map(({ end }) => (Number.isFinite(end) ? end : 0)),
      ];
      const text = statementFor(source, comparison, asked);
      const statement: LimitedStatement = { text, values, query_timeout: limitMs };
      const { rows } = await connection.query<{ n: number; nano: string | null }>(statement);
      for (const { n, nano } of rows) {
        const index = indexes[n - 1];
        if (index !== undefined && nano !== null) spent[index] = BigInt(nano);
      }
    }
  };
  await read(sourceOf);
  await read(() => "calls");
  return spent.map((nano) => nano ?? 0n);
}

/** Queries that one statement answers. */
interface Group {
  readonly source: Source;
  readonly comparison: Comparison;
  readonly indexes: number[];
}

function statementFor(source: Source, comparison: Comparison, queries: readonly SpentQuery[]): string {
  switch (source) {
    case "totals":
      return totalsStatement(comparison);
    case "figures":
      return figuresStatement(comparison, queries);
    case "calls":
      return callsStatement(queries[0]?.type ?? "all");
  }
}

/** How the id of a query is compared. In calls, models are always compared by LIKE. */
function comparisonOf({ type, id }: SpentQuery, source: Source): Comparison {
  return type === "model" && (id.includes("*") || source === "calls") ? "LIKE" : "=";
}
