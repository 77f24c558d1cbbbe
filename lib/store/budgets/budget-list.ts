import { z } from "zod";
import type { PayerType } from "@/lib/entity-type";
import { budgetWindow, type BudgetWindow } from "@/lib/limits/budget-window";
import { type BUDGET_CONDITIONS, BUDGET_TYPES } from "@/lib/wire/contracts/budgets/budgets";
import { queryGroups } from "../bounded-pool";
import type { Database } from "../database";
import { longOrUnavailable, orUnavailable } from "../failures";
import { cutPage } from "../list-cursor";
import { type Listed, offsetOf, type Page } from "../listing";
import { isShared, totalsOf } from "../spend/all-totals";
import { chargedTo, readSpent, WINDOW_DAYS } from "../spend/budget-figures";
import { FIGURE_KINDS } from "../spend/figure-kinds";
import { readBudgetDurations } from "../spend/budgeted-entities";
import type { Span, Weeks } from "../spend/weekly-figures";
import type { KnownBudget } from "../spend/near-budgets";
import { partsOf, weeksOf } from "./window-parts";

export interface BudgetQuery extends Page {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly type?: PayerType | undefined;
  /** `near`: `near` of it is spent, or the warning is passed, and calls are not refused yet. */
  readonly condition?: (typeof BUDGET_CONDITIONS)[number] | undefined;
  /** Part of an id, a name or, for users, an e-mail address; upper and lower case are alike. */
  readonly search?: string | undefined;
  /** The part of a budget from which on it counts as nearly used up. */
  readonly near: number;
  /** Budgets that have no row in the database. */
  readonly others: readonly KnownBudget[];
}

/** A budget with what is booked in its present window, in nano-dollars. */
export interface ListedBudget {
  readonly type: PayerType;
  readonly id: string;
  readonly name: string | null;
  /** The team and the user of a member; null: it is not one. */
  readonly teamId: string | null;
  readonly userId: string | null;
  readonly maximum: bigint | null;
  readonly soft: bigint | null;
  readonly duration: string | null;
  readonly spent: bigint;
  /** What is spent of the limit, or of the warning where there is no limit; 1 and more: all of it. */
  readonly share: number;
  readonly window: BudgetWindow;
}

const HOUR_MS = 3_600_000;
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
type StoredBudget = keyof typeof TABLES;
const STORED = Object.keys(TABLES).filter((type) => isStored(type));

function isStored(type: string): type is StoredBudget {
  return Object.hasOwn(TABLES, type);
}

/**
 * Windows by their durations: `$1` to `$4`. Of those of whole hours, `$5` to `$7` are the hours that are read from
 * figures of hours and days, and `$14` to `$16` the weeks that are read from sums. The calls of others are summed.
 */
const WINDOWS = `
windows AS (
  SELECT duration, start_ms, end_ms, is_whole FROM unnest($1::text[], $2::float8[], $3::float8[], $4::bool[]) AS given (duration, start_ms, end_ms, is_whole)
), spans AS (
  SELECT duration, first_hour, end_hour, ${WINDOW_DAYS} FROM unnest($5::text[], $6::int[], $7::int[]) AS given (duration, first_hour, end_hour)
), window_weeks AS (
  SELECT duration, weeks, week FROM unnest($14::text[], $15::int[], $16::int[]) AS given (duration, weeks, week)
)`;

/**
 * SQL for the budgets of one kind with their windows, and for what is booked in windows of whole hours. A window may
 * begin or end within a day. If amounts of that day are kept by the day, only the calls know it (`cut`). Figures are
 * joined, because looking them up for one budget after the other takes ten times as long. The kind and the outer bounds
 * are literals, so that partitions of other kinds and months are not even planned, and each reach of hours is a SELECT
 * of its own, so that the hours between them are not read.
 *
 * Spend in a window is never above the spend of all time, so only budgets whose entity spent enough of all time are
 * looked at, if only those are wanted.
 */
function windowsOf(type: StoredBudget, reaches: readonly Span[]): string {
  const member = type === "member" ? "team_id, user_id" : "NULL AS team_id, NULL AS user_id";
  const of = (table: string, part: string): string =>
    `${type}_row AS row JOIN ${part} AS part ON part.duration = row.budget_duration CROSS JOIN unnest(numbers) AS number
    JOIN ${table} AS figure ON figure.kind = ${FIGURE_KINDS[type]} AND figure.entity = number`;
  const all = (select: (span: Span) => string): string =>
    reaches.length === 0 ? "SELECT NULL AS id, 0 AS spend WHERE false" : reaches.map(select).join(" UNION ALL ");
  const days = ({ from, until }: Span): string =>
    `day >= ${Math.floor(from / 24)} AND day <= ${Math.floor(until / 24)} AND first_hour >= ${from} AND end_hour <= ${until}`;
  const hours = all(
    ({ from, until }) => `SELECT id, sum(figure.spend) AS spend FROM ${of("hourly_figures", "spans")}
      AND hour >= ${from} AND hour < ${until} AND hour >= first_hour AND hour < end_hour GROUP BY id`,
  );
  const wholeDays = all(
    (span) => `SELECT id, sum(figure.spend) AS spend FROM ${of("daily_figures", "spans")}
      AND ${days(span)} AND day >= first_day AND day < end_day GROUP BY id`,
  );
  const cutDays = all(
    (
      span,
    ) => `SELECT id, 0 AS spend FROM ${of("daily_figures", "spans")} AND ${days(span)} AND day IN (cut_first, cut_last)
  WHERE cut_first IS NOT NULL OR cut_last IS NOT NULL`,
  );
  return `${type}_row AS MATERIALIZED (
  SELECT budget.*, shown.*, numbers, coalesce(total.spend, 0) AS all_time
  FROM (SELECT id, name, max_budget, soft_budget, budget_duration, ${member} FROM (${TABLES[type].rows}) AS row
    WHERE (max_budget IS NOT NULL OR soft_budget IS NOT NULL)
      AND ($8::text IS NULL OR strpos(lower(concat_ws(chr(10), id, name, more)), lower($8)) > 0)) AS budget
  LEFT JOIN windows AS shown ON shown.duration = budget.budget_duration
  LEFT JOIN ${numberedTotals(type)} AS total ON total.entity_id = budget.id
  WHERE $9::text IS NULL OR $9 = 'idle' OR coalesce(total.spend, 0) >= coalesce(max_budget, soft_budget) * $17::numeric
    OR total.spend > soft_budget
), ${type}_figures AS (
  SELECT id, sum(spend) AS spend FROM (${hours} UNION ALL ${wholeDays}
    UNION ALL SELECT id, sum(figure.spend) AS spend FROM ${of("weekly_figures", "window_weeks")}
      AND figure.weeks = part.weeks AND figure.week = part.week GROUP BY id) AS part GROUP BY id
), ${type}_cut AS (
  ${cutDays}
)`;
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
const OTHERS = `(SELECT type, id, name, NULL, NULL, maximum, soft, duration, spent
  FROM json_to_recordset($10::json) AS other (type text, id text, name text, maximum numeric, soft numeric, duration text, spent numeric)
  WHERE $8::text IS NULL OR strpos(lower(concat_ws(chr(10), id, name)), lower($8)) > 0)`;

const CONDITION = `$9::text IS NULL
  OR ($9 = 'used_up' AND spent >= maximum)
  OR ($9 = 'near' AND (maximum IS NULL OR spent < maximum) AND (share >= $17::numeric OR spent > soft))
  OR ($9 = 'idle' AND spent = 0)`;
const PLACE = `type || ' ' || id`;

/**
 * The statement for the budgets of some kinds; those nearest to their end come first. `whole`: whether the sums of all
 * weeks that it reads are right.
 */
function statementFor(kinds: readonly StoredBudget[], reaches: readonly Span[], weeks: readonly Weeks[]): string {
  return `
WITH ${[WINDOWS, ...kinds.map((kind) => windowsOf(kind, reaches))].join(", ")}, budget (type, id, name, team_id, user_id, maximum, soft, duration, spent) AS (
  ${[...kinds.map(budgetsOf), OTHERS].join(" UNION ALL ")}
), shared AS (
  SELECT budget.*, CASE WHEN coalesce(maximum, soft) = 0 THEN 1 ELSE trunc(spent / coalesce(maximum, soft), 9) END AS share FROM budget
), wanted AS MATERIALIZED (
  SELECT * FROM shared WHERE ${CONDITION}
)
SELECT counted.total, whole, listed.* FROM (SELECT count(*)::int AS total FROM wanted) AS counted CROSS JOIN (
  SELECT count(*) = ${weeks.length} AS whole FROM summed_weeks WHERE is_whole AND ${isOneOf(weeks)}
) AS kept LEFT JOIN LATERAL (
  SELECT type, id, name, team_id AS "teamId", user_id AS "userId", maximum::text, soft::text, duration, trunc(spent)::text AS spent,
    share::text, share AS place
  FROM wanted WHERE $13::numeric IS NULL OR share < $13 OR (share = $13 AND (${PLACE}) COLLATE "C" > $18)
  ORDER BY share DESC, (${PLACE}) COLLATE "C" LIMIT $11 OFFSET $12
) AS listed ON true ORDER BY place DESC, (${PLACE}) COLLATE "C"`;
}

const nano = z.string().transform(BigInt);
const listedRow = z.object({
  type: z.enum(BUDGET_TYPES),
  id: z.string(),
  name: z.string().nullable(),
  teamId: z.string().nullable(),
  userId: z.string().nullable(),
  maximum: nano.nullable(),
  soft: nano.nullable(),
  duration: z.string().nullable(),
  spent: nano,
  share: z.string(),
});

/**
 * One page of the budgets, those nearest to their end first. @throws GatewayError directory_unavailable,
 * database_too_slow
 */
export async function listBudgets(database: Database, query: BudgetQuery): Promise<Listed<ListedBudget>> {
  const { now, type, size } = query;
  const windows = (await orUnavailable(readBudgetDurations(database)))
    .map((duration) => ({ duration, ...budgetWindow(duration, now) }))
    .filter(({ end }) => Number.isFinite(end));
  const ofType = query.others.filter((budget) => type === undefined || budget.type === type);
  const asked = { query, windows, others: JSON.stringify(await spentOfOthers(database, ofType, now)) };
  const summed = await orUnavailable(readSummedWeeks(database, windows));
  const read = await readBudgets(database, { ...asked, summed });
  // Calls of a week that was summed have been booked meanwhile.
  const found = read[0]?.whole === false ? await readBudgets(database, { ...asked, summed: [] }) : read;
  const cut = cutPage(
    found.filter(({ id }) => id !== null).map((row) => listedRow.parse(row)),
    size,
    (row) => ({ value: row.share, id: `${row.type} ${row.id}` }),
  );
  const rows = cut.rows.map((row) => ({ ...row, share: Number(row.share), window: budgetWindow(row.duration, now) }));
  return { rows, total: found[0]?.total ?? 0, next: cut.next };
}

interface FoundRow {
  readonly total: number;
  readonly whole: boolean;
  readonly id: string | null;
}

function readBudgets(
  { pool }: Database,
  {
    query: { type, condition, search, near, page, size, after },
    windows,
    others,
    summed,
  }: {
    readonly query: BudgetQuery;
    readonly windows: readonly (BudgetWindow & { readonly duration: string })[];
    readonly others: string;
    readonly summed: readonly Weeks[];
  },
): Promise<FoundRow[]> {
  const parts = partsOf(
    windows.filter(isWhole).map(({ duration, start, end }) => ({
      duration,
      from: start / HOUR_MS,
      until: end / HOUR_MS,
    })),
    summed,
  );
  const kinds = STORED.filter((kind) => type === undefined || kind === type);
  const values = [
    windows.map(({ duration }) => duration),
    windows.map(({ start }) => start),
    windows.map(({ end }) => end),
    windows.map(isWhole),
    parts.hours.map(({ duration }) => duration),
    parts.hours.map(({ from }) => from),
    parts.hours.map(({ until }) => until),
    search ?? null,
    condition ?? null,
    others,
    size + 1,
    offsetOf({ page, size, after }),
    after?.value ?? null,
    parts.weeks.map(({ duration }) => duration),
    parts.weeks.map(({ weeks }) => weeks),
    parts.weeks.map(({ week }) => week),
    near,
    after?.id ?? null,
  ];
  return longOrUnavailable(queryGroups<FoundRow>(pool, statementFor(kinds, parts.reaches, weeksOf(parts)), values));
}

/** The weeks since the first window began whose sums are kept. */
async function readSummedWeeks({ pool }: Database, windows: readonly BudgetWindow[]): Promise<readonly Weeks[]> {
  if (windows.length === 0) return [];
  const first = Math.min(...windows.map(({ start }) => start)) / HOUR_MS;
  const { rows } = await pool.query<Weeks>(
    "SELECT weeks, week FROM summed_weeks WHERE is_whole AND week * 168 >= $1::float8",
    [first],
  );
  return rows;
}

function isWhole({ start, end }: BudgetWindow): boolean {
  return start % HOUR_MS === 0 && end % HOUR_MS === 0;
}

/** SQL for the condition that a row is one of these weeks. */
function isOneOf(weeks: readonly Weeks[]): string {
  if (weeks.length === 0) return "false";
  return `(weeks, week) IN (${weeks.map(({ weeks: length, week }) => `(${length}, ${week})`).join(", ")})`;
}

async function spentOfOthers({ pool }: Pick<Database, "pool">, budgets: readonly KnownBudget[], now: number) {
  const asked = budgets.map(({ type, id, duration }) => ({ type, id, ...budgetWindow(duration, now) }));
  const spent = await orUnavailable(readSpent(pool, asked));
  return budgets.map((budget, at) => ({
    ...budget,
    maximum: String(budget.maximum),
    soft: budget.soft === null ? null : String(budget.soft),
    spent: String(spent[at] ?? 0n),
  }));
}
