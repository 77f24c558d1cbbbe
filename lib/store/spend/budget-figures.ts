import { ENTITY_KINDS, type EntityType } from "@/lib/entity-type";
import { DAY_MS } from "@/lib/time/period";
import type { Pool, PoolClient } from "pg";
import type { LimitedStatement } from "../bounded-pool";

/** An entity and a window: from `start`, before `end`, in milliseconds since the epoch. */
export interface SpentQuery {
  readonly type: EntityType;
  /** For a model its name, or a pattern in which `*` matches any run of characters. */
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/** The longest that one statement for figures may take unless the caller says otherwise, in milliseconds. */
const READ_LIMIT_MS = 5_000;

/** The coarsest table whose rows match the bounds of a window. */
type Source = "entity_totals" | "daily_totals" | "calls";

function sourceOf({ start, end }: SpentQuery): Source {
  if (start === 0 && end === Number.POSITIVE_INFINITY) return "entity_totals";
  return start % DAY_MS === 0 && end % DAY_MS === 0 ? "daily_totals" : "calls";
}

const ASKED = `unnest($1::text[], $2::text[], $3::float8[], $4::float8[]) WITH ORDINALITY AS asked (type, id, start_ms, end_ms, n)`;
const FIRST = "to_timestamp(asked.start_ms / 1000)";
const LAST = "to_timestamp(asked.end_ms / 1000)";
const DAYS = `total.day >= (${FIRST} AT TIME ZONE 'UTC')::date AND total.day < (${LAST} AT TIME ZONE 'UTC')::date`;

function spentPerQuestion(sum: string): string {
  return `SELECT asked.n::int AS n, trunc(coalesce((${sum}), 0) * 1000000000)::text AS nano FROM ${ASKED}`;
}

/** Exact ids are looked up. A pattern scans all names of models, which are few. */
const STATEMENTS: Readonly<Record<Source, string>> = {
  entity_totals: spentPerQuestion(
    "SELECT spend FROM entity_totals AS total WHERE total.entity_type = asked.type AND total.entity_id = asked.id",
  ),
  daily_totals: spentPerQuestion(
    `SELECT sum(spend) FROM daily_totals AS total WHERE total.entity_type = asked.type AND total.entity_id = asked.id AND ${DAYS}`,
  ),
  calls: "",
};
const PATTERN_STATEMENTS: Readonly<Record<Exclude<Source, "calls">, string>> = {
  entity_totals: spentPerQuestion(
    "SELECT sum(spend) FROM entity_totals AS total WHERE total.entity_type = asked.type AND total.entity_id LIKE asked.id",
  ),
  daily_totals: spentPerQuestion(
    `SELECT sum(spend) FROM daily_totals AS total WHERE total.entity_type = asked.type AND total.entity_id LIKE asked.id AND ${DAYS}`,
  ),
};

/** The calls that are charged to an entity, as a condition that an index answers. */
function chargedTo(type: EntityType): string {
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
  return spentPerQuestion(
    `SELECT sum(spend) FROM calls WHERE ${chargedTo(type)} AND started_at >= ${FIRST} AND started_at < ${LAST}`,
  );
}

/**
 * The booked spend for each question, in nano-dollars, in the order of the questions. It takes a handful of statements,
 * one after the other on one connection, for any number of questions. @throws the database's error
 */
export async function readSpent(
  connection: Pool | PoolClient,
  queries: readonly SpentQuery[],
  limitMs = READ_LIMIT_MS,
): Promise<bigint[]> {
  const groups = new Map<string, { readonly index: number; readonly query: SpentQuery }[]>();
  for (const [index, query] of queries.entries()) {
    const text = statementFor(query);
    const group = groups.get(text);
    if (group) group.push({ index, query });
    else groups.set(text, [{ index, query }]);
  }
  const spent = queries.map(() => 0n);
  for (const [text, group] of groups) {
    const values = [
      group.map(({ query }) => query.type),
      group.map(({ query }) => (usesLike(query) ? likePattern(query.id) : query.id)),
      group.map(({ query }) => query.start),
      group.map(({ query }) => (Number.isFinite(query.end) ? query.end : 0)),
    ];
    const statement: LimitedStatement = { text, values, query_timeout: limitMs };
    const { rows } = await connection.query<{ n: number; nano: string }>(statement);
    for (const { n, nano } of rows) {
      const index = group[n - 1]?.index;
      if (index !== undefined) spent[index] = BigInt(nano);
    }
  }
  return spent;
}

function statementFor(query: SpentQuery): string {
  const source = sourceOf(query);
  if (source === "calls") return callsStatement(query.type);
  return usesLike(query) ? PATTERN_STATEMENTS[source] : STATEMENTS[source];
}

function usesLike(query: SpentQuery): boolean {
  return query.type === "model" && (query.id.includes("*") || sourceOf(query) === "calls");
}

function likePattern(id: string): string {
  return id.replace(/[\\%_]/g, "\\$&").replaceAll("*", "%");
}
