import type { EntityType } from "@/lib/entity-type";
import type { SpendSums } from "@/lib/wire/spend";
import type { DailyFilter } from "./daily-filter";
import { longStatement } from "../bounded-pool";
import type { Database } from "../database";

/** The expressions that daily totals can be grouped by. A member's id is that of `memberEntityId`. */
const MEMBER_TEAM = "replace(replace(split_part(entity_id, '/', 1), '~1', '/'), '~0', '~')";
const MEMBER_USER = "substr(entity_id, strpos(entity_id, '/') + 1)";
const DIMENSIONS = {
  // Qualified, because plain `ORDER BY day` would mean the output column, a text that no index is sorted by.
  day: "daily_totals.day",
  entity: "entity_id",
  memberTeam: MEMBER_TEAM,
  memberUser: MEMBER_USER,
  model: "model",
  provider: "provider",
} as const;
export type DailyDimension = keyof typeof DIMENSIONS;

const SUMS = `sum(spend)::text AS spend, sum(calls)::text AS calls, sum(failed_calls)::text AS failed_calls, sum(prompt_tokens)::text AS prompt_tokens,
  sum(completion_tokens)::text AS completion_tokens, sum(unpriced_calls)::text AS unpriced_calls`;

/** `spend` is an exact decimal number of dollars. */
export type SpendGroup = Omit<SpendSums, "spend"> & { readonly spend: string } & Partial<
    Record<DailyDimension, string>
  >;
type RawSums = Readonly<Partial<Record<keyof SpendSums, string | null>>>;

/** Sums of daily totals, grouped by the dimensions and sorted by day, if that is one, and then by falling spend. */
export async function groupDailyTotals(
  database: Database,
  filter: DailyFilter,
  dimensions: readonly DailyDimension[],
  limit: number,
): Promise<SpendGroup[]> {
  const { where, values } = dailyWhere(filter);
  const groups = dimensions.map((name) => DIMENSIONS[name]);
  // A day is formatted once per group, not once per row.
  const names = dimensions.map((name) =>
    name === "day" ? `to_char(day, 'YYYY-MM-DD') AS "day"` : `${DIMENSIONS[name]} AS "${name}"`,
  );
  // By day first, so that the index lets PostgreSQL stop at the days that the answer has room for.
  const order = [
    ...groups.filter((group) => group === DIMENSIONS.day),
    "sum(spend) DESC",
    ...groups.filter((group) => group !== DIMENSIONS.day),
  ];
  const { rows } = await database.pool.query<RawSums & Partial<Record<DailyDimension, string>>>(
    longStatement(
      `SELECT ${[...names, SUMS].join(", ")} FROM daily_totals WHERE ${where} GROUP BY ${groups.join(", ")}
       ORDER BY ${order.join(", ")} LIMIT $${values.push(limit)}`,
      values,
    ),
  );
  return rows.map((row) => ({
    ...Object.fromEntries(dimensions.map((name) => [name, row[name]])),
    ...spendSums(row),
    spend: row.spend ?? "0",
  }));
}

/** The sum of daily totals. */
export async function sumDailyTotals(database: Database, filter: DailyFilter): Promise<SpendSums> {
  const { where, values } = dailyWhere(filter);
  const { rows } = await database.pool.query<RawSums>(
    longStatement(`SELECT ${SUMS} FROM daily_totals WHERE ${where}`, values),
  );
  return spendSums(rows[0] ?? {});
}

/** The number of calls that daily totals count on days whose calls are still kept. */
export async function countKeptCalls(database: Database, filter: DailyFilter): Promise<number> {
  const { where, values } = dailyWhere(filter);
  const { rows } = await database.pool.query<{ calls: string | null }>(
    longStatement(
      `SELECT sum(calls)::text AS calls FROM daily_totals WHERE ${where} AND day >= coalesce((SELECT max(pruned_before) FROM call_retention), '-infinity')`,
      values,
    ),
  );
  return Number(rows[0]?.calls ?? 0);
}

/** The all-time totals of one entity; zeros if nothing was ever booked. */
export async function readEntityTotal(
  database: Database,
  type: EntityType,
  id: string,
): Promise<Omit<SpendSums, "failed_calls">> {
  const { rows } = await database.pool.query<RawSums>(
    `SELECT spend::text, calls::text, prompt_tokens::text, completion_tokens::text, unpriced_calls::text
     FROM entity_totals WHERE entity_type = $1 AND entity_id = $2`,
    [type, id],
  );
  const { failed_calls: _unknown, ...sums } = spendSums(rows[0] ?? {});
  return sums;
}

function dailyWhere({ entityType, from, to, ...filter }: DailyFilter): { where: string; values: unknown[] } {
  const values: unknown[] = [entityType, new Date(from), new Date(to)];
  const conditions = [
    "entity_type = $1",
    "day >= ($2::timestamptz AT TIME ZONE 'UTC')::date",
    "day <= ($3::timestamptz AT TIME ZONE 'UTC')::date",
  ];
  const columns = [
    ["entity_id", filter.entityId],
    [MEMBER_USER, filter.memberUserId],
    ["model", filter.model],
    ["provider", filter.provider],
  ] as const;
  for (const [column, value] of columns) if (value !== undefined) conditions.push(`${column} = $${values.push(value)}`);
  if (filter.memberTeamId !== undefined)
    conditions.push(
      `starts_with(entity_id, replace(replace($${values.push(filter.memberTeamId)}, '~', '~0'), '/', '~1') || '/')`,
    );
  return { where: conditions.join(" AND "), values };
}

function spendSums(sums: RawSums): SpendSums {
  return {
    spend: Number(sums.spend ?? 0),
    calls: Number(sums.calls ?? 0),
    failed_calls: Number(sums.failed_calls ?? 0),
    prompt_tokens: Number(sums.prompt_tokens ?? 0),
    completion_tokens: Number(sums.completion_tokens ?? 0),
    unpriced_calls: Number(sums.unpriced_calls ?? 0),
  };
}
