import type { PayerType } from "@/lib/entity-type";
import { isShared, totalsOf } from "../spend/all-totals";
import { chargedTo, WINDOW_DAYS } from "../spend/budget-figures";
import { FIGURE_KINDS } from "../spend/figure-kinds";
import { OF_ALL } from "../spend/figures-reach";
import type { DaySpan, Span } from "../spend/summed-spans";

const OWN = "row.max_budget, row.soft_budget, row.budget_duration";

/** The kinds with budgets in a table: SQL for their columns, and what a search looks at besides id and name. */
const TABLES = {
  organization: { rows: `SELECT row.id, row.alias AS name, ${OWN}, NULL AS more FROM organizations AS row` },
  team: { rows: `SELECT row.id, row.alias AS name, ${OWN}, NULL AS more FROM teams AS row` },
  user: { rows: `SELECT row.id, coalesce(row.alias, row.email) AS name, ${OWN}, row.email AS more FROM users AS row` },
  key: { rows: `SELECT row.id, coalesce(row.alias, row.name) AS name, ${OWN}, NULL AS more FROM keys AS row` },
  end_user: { rows: `SELECT row.id, row.alias AS name, ${OWN}, NULL AS more FROM end_users AS row` },
  member: {
    rows: `SELECT replace(replace(row.team_id, '~', '~0'), '/', '~1') || '/' || row.user_id AS id, coalesce(person.alias, person.email) AS name,
      row.max_budget, NULL::numeric AS soft_budget, row.budget_duration, concat_ws(chr(10), team.alias, person.email) AS more,
      row.team_id, row.user_id
    FROM memberships AS row JOIN users AS person ON person.id = row.user_id JOIN teams AS team ON team.id = row.team_id`,
  },
} as const satisfies { readonly [Type in PayerType]?: { readonly rows: string } };
export type StoredBudget = keyof typeof TABLES;
export const STORED_BUDGETS = Object.keys(TABLES).filter((type) => isStored(type));

function isStored(type: string): type is StoredBudget {
  return Object.hasOwn(TABLES, type);
}

/**
 * Windows by their durations: `$1` to `$4`. Of those of whole hours, `$5` to `$7` are the hours that are read from
 * figures of hours and days, and `$14` to `$16` the spans of days that are read from sums. The calls of others are
 * summed.
 */
const WINDOWS = `
windows AS (
  SELECT duration, start_ms, end_ms, is_whole FROM unnest($1::text[], $2::float8[], $3::float8[], $4::bool[]) AS given (duration, start_ms, end_ms, is_whole)
), spans AS (
  SELECT duration, first_hour, end_hour, ${WINDOW_DAYS} FROM unnest($5::text[], $6::int[], $7::int[]) AS given (duration, first_hour, end_hour)
), window_spans AS (
  SELECT duration, days, day FROM unnest($14::text[], $15::int[], $16::int[]) AS given (duration, days, day)
)`;

/**
 * SQL for the budgets of one kind with their windows, and for what is booked in windows of whole hours. A window may
 * begin or end within a day. If amounts of that day are kept by the day, only the calls know it (`cut`). Figures are
 * joined, because looking them up for one budget after the other takes ten times as long. The kind and the outer bounds
 * are literals, so that partitions of other kinds and months are not even planned, and each reach of hours is a SELECT
 * of its own, so that the hours between them are not read.
 */
function windowsOf(type: StoredBudget, { reaches, usesDays }: FigureParts): string {
  const of = (table: string, part: string): string =>
    `${type}_row AS row JOIN ${part} AS part ON part.duration = row.budget_duration CROSS JOIN unnest(numbers) AS number
    JOIN ${table} AS figure ON figure.kind = ${FIGURE_KINDS[type]} AND figure.entity = number`;
  const all = (select: (span: Span) => string, spans = reaches): string =>
    spans.length === 0 ? "SELECT NULL AS id, 0 AS spend WHERE false" : reaches.map(select).join(" UNION ALL ");
  const days = ({ from, until }: Span): string =>
    `day >= ${Math.floor(from / 24)} AND day <= ${Math.floor(until / 24)} AND first_hour >= ${from} AND end_hour <= ${until}`;
  const hours = all(
    ({ from, until }) => `SELECT id, sum(figure.spend) AS spend FROM ${of("hourly_figures", "spans")}
      AND hour >= ${from} AND hour < ${until} AND hour >= first_hour AND hour < end_hour GROUP BY id`,
  );
  const dayReaches = usesDays ? reaches : [];
  const wholeDays = all(
    (span) => `SELECT id, sum(figure.spend) AS spend FROM ${of("daily_figures", "spans")}
      AND ${days(span)} AND day >= first_day AND day < end_day GROUP BY id`,
    dayReaches,
  );
  const cutDays = all(
    (
      span,
    ) => `SELECT id, 0 AS spend FROM ${of("daily_figures", "spans")} AND ${days(span)} AND day IN (cut_first, cut_last)
  WHERE cut_first IS NOT NULL OR cut_last IS NOT NULL`,
    dayReaches,
  );
  return `${type}_row AS MATERIALIZED (
  SELECT * FROM ${type}_budget WHERE CASE WHEN $9::text IS NULL THEN ${REACHABLE}
    ELSE $9 = 'idle' OR all_time >= coalesce(max_budget, soft_budget) * $17::numeric OR all_time > soft_budget END
), ${type}_figures AS (
  SELECT id, sum(spend) AS spend FROM (${hours} UNION ALL ${wholeDays}
    UNION ALL SELECT id, sum(figure.spend) AS spend FROM ${of("span_figures", "window_spans")}
      AND figure.days = part.days AND figure.day = part.day GROUP BY id) AS part GROUP BY id
), ${type}_cut AS (
  ${cutDays}
)`;
}

/** SQL for the budgets of one kind, with their windows and what was booked for them of all time. */
function storedOf(type: StoredBudget): string {
  const member = type === "member" ? "team_id, user_id" : "NULL AS team_id, NULL AS user_id";
  return `${type}_budget AS MATERIALIZED (
  SELECT budget.*, shown.*, numbers, coalesce(total.spend, 0) AS all_time
  FROM (SELECT id, name, max_budget, soft_budget, budget_duration, ${member} FROM (${TABLES[type].rows}) AS row
    WHERE (max_budget IS NOT NULL OR soft_budget IS NOT NULL)
      AND ($8::text IS NULL OR strpos(lower(concat_ws(chr(10), id, name, more)), lower($8)) > 0)) AS budget
  LEFT JOIN windows AS shown ON shown.duration = budget.budget_duration
  LEFT JOIN ${numberedTotals(type)} AS total ON total.entity_id = budget.id
)`;
}

/** SQL for the part of a budget that was spent. */
const shareOf = (spent: string, limit: string): string =>
  `CASE WHEN ${limit} = 0 THEN 1 ELSE trunc(${spent} / ${limit}, 9) END`;
const ALL_TIME_SHARE = shareOf("trunc(all_time * 1000000000)", "trunc(coalesce(max_budget, soft_budget) * 1000000000)");
/**
 * SQL for the condition that a budget may be on the page: spend in a window is never above the spend of all time, so
 * one that would come behind enough budgets without a window even by that is not looked at.
 */
const REACHABLE = `${ALL_TIME_SHARE} >= coalesce((SELECT share FROM least_share), 0)`;

/** SQL for the last share of a page that had only budgets without a window; no row: they do not fill it. */
function leastShare(kinds: readonly StoredBudget[]): string {
  const lasting = kinds.map((kind) => `SELECT ${ALL_TIME_SHARE} AS share FROM ${kind}_budget WHERE duration IS NULL`);
  return `least_share AS MATERIALIZED (SELECT share FROM (${lasting.join(" UNION ALL ")}) AS lasting
  WHERE $13::numeric IS NULL OR share < $13 ORDER BY share DESC LIMIT 1 OFFSET $11::int + $12::int - 1)`;
}

/**
 * SQL for the all-time spend of each entity of a kind, and its numbers in the figures. Kinds that are not shared have
 * one row for each, and grouping all of them would take longer than looking up the few that have a budget.
 */
function numberedTotals(type: StoredBudget): string {
  const [numbers, spend, groups] = isShared(type)
    ? ["array_agg(number)", "sum(spend)", " GROUP BY entity_id"]
    : ["ARRAY[number]", "spend", ""];
  return `(SELECT entity_id, ${numbers} AS numbers, ${spend} AS spend FROM ${totalsOf(type)} AS part
    WHERE entity_type = '${type}'${groups})`;
}

/** SQL for the budgets of one kind with what is booked in their windows. */
function budgetsOf(type: StoredBudget): string {
  return `(SELECT '${type}' AS type, id, name, team_id, user_id, trunc(max_budget * 1000000000) AS maximum,
      trunc(soft_budget * 1000000000) AS soft, budget_duration AS duration,
      CASE WHEN duration IS NULL THEN trunc(all_time * 1000000000) WHEN all_time = 0 THEN 0
        WHEN NOT is_whole OR EXISTS (SELECT FROM ${type}_cut WHERE ${type}_cut.id = asked.id) THEN (
          SELECT trunc(coalesce(sum(spend), 0) * 1000000000) FROM calls WHERE ${chargedTo(type)}
            AND started_at >= to_timestamp(start_ms / 1000) AND started_at < to_timestamp(end_ms / 1000))
        ELSE coalesce(${type}_figures.spend, 0) END AS spent
    FROM ${type}_row AS asked LEFT JOIN ${type}_figures USING (id))`;
}

/** Budgets without a row: `$10`, with what they spent. */
const OTHERS = `
other (type, id, name, team_id, user_id, maximum, soft, duration, spent) AS (
  SELECT type, id, name, NULL, NULL, maximum, soft, duration, spent
  FROM json_to_recordset($10::json) AS other (type text, id text, name text, maximum numeric, soft numeric, duration text, spent numeric)
  WHERE $8::text IS NULL OR strpos(lower(concat_ws(chr(10), id, name)), lower($8)) > 0
)`;

const CONDITION = `$9::text IS NULL
  OR ($9 = 'used_up' AND spent >= maximum)
  OR ($9 = 'near' AND (maximum IS NULL OR spent < maximum) AND (share >= $17::numeric OR spent > soft))
  OR ($9 = 'idle' AND spent = 0)`;
const PLACE = `type || ' ' || id`;

/** Which figures a statement reads. */
interface FigureParts {
  /** The hours that some window needs. */
  readonly reaches: readonly Span[];
  /** The spans of days whose sums are read. */
  readonly spans: readonly DaySpan[];
  /** Whether figures of days are read besides those of hours. */
  readonly usesDays: boolean;
}

/**
 * The statement for the budgets of some kinds; those nearest to their end come first. `whole`: whether the sums of all
 * spans that it reads are right, and nothing is in the days that it does not read.
 */
export function budgetStatement(kinds: readonly StoredBudget[], parts: FigureParts): string {
  const { reaches, spans, usesDays } = parts;
  const [first] = reaches;
  const rows =
    kinds.length === 0
      ? []
      : [...kinds.map(storedOf), leastShare(kinds), ...kinds.map((kind) => windowsOf(kind, parts))];
  const noDays = usesDays || !first ? "true" : `NOT EXISTS (${daysSince(first)})`;
  return `
WITH ${[WINDOWS, OTHERS, ...rows].join(", ")}, budget (type, id, name, team_id, user_id, maximum, soft, duration, spent) AS (
  ${[...kinds.map(budgetsOf), "SELECT * FROM other"].join(" UNION ALL ")}
), shared AS (
  SELECT budget.*, ${shareOf("spent", "coalesce(maximum, soft)")} AS share FROM budget
), wanted AS MATERIALIZED (
  SELECT * FROM shared WHERE ${CONDITION}
)
SELECT counted.total, whole, listed.* FROM (${countOf(kinds)}) AS counted CROSS JOIN (
  SELECT count(*) = ${spans.length} AND ${noDays} AS whole FROM summed_spans WHERE is_whole AND ${isOneOf(spans)}
) AS kept LEFT JOIN LATERAL (
  SELECT type, id, name, team_id AS "teamId", user_id AS "userId", maximum::text, soft::text, duration, trunc(spent)::text AS spent,
    share::text, share AS place
  FROM wanted WHERE $13::numeric IS NULL OR share < $13 OR (share = $13 AND (${PLACE}) COLLATE "C" > $18)
  ORDER BY share DESC, (${PLACE}) COLLATE "C" LIMIT $11 OFFSET $12
) AS listed ON true ORDER BY place DESC, (${PLACE}) COLLATE "C"`;
}

/** SQL for the number of budgets that were asked for. Not all of them are looked at where there is no condition. */
function countOf(kinds: readonly StoredBudget[]): string {
  const all = ["SELECT count(*) FROM other", ...kinds.map((kind) => `SELECT count(*) FROM ${kind}_budget`)];
  const counts = all.map((count) => `(${count})`).join(" + ");
  return `SELECT (CASE WHEN $9::text IS NULL THEN ${counts} ELSE (SELECT count(*) FROM wanted) END)::int AS total`;
}

/** SQL for a row for each day that is kept by the day, from that of the first hour of a span on. */
export function daysSince({ from }: Pick<Span, "from">): string {
  return `SELECT FROM daily_figures WHERE ${OF_ALL} AND day >= ${Math.floor(from / 24)}`;
}

/** SQL for the condition that a row is one of these spans. */
function isOneOf(spans: readonly DaySpan[]): string {
  if (spans.length === 0) return "false";
  return `(days, day) IN (${spans.map(({ days, day }) => `(${days}, ${day})`).join(", ")})`;
}
