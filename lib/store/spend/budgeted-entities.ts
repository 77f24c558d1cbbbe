import { STORED_KINDS } from "@/lib/entity-type";
import type { LimitedStatement } from "../bounded-pool";
import type { Database } from "../database";

/** An entity with a budget. */
export interface Budgeted {
  readonly kind: "team" | "organization" | "model";
  readonly id: string;
  /** Nano-dollars. */
  readonly maximum: bigint;
  readonly duration: string | null;
}

/** How many entities of each kind are read, so that the statement stays small however many there are. */
const MOST = 1_000;

const partOf = (kind: string, table: string): string =>
  `(SELECT '${kind}' AS kind, id, trunc(max_budget * 1000000000)::text AS nano, budget_duration AS duration
    FROM ${table} WHERE max_budget IS NOT NULL ORDER BY created_at, id LIMIT ${MOST})`;
const BUDGETED = `${partOf("team", "teams")} UNION ALL ${partOf("organization", "organizations")}`;

/**
 * The oldest teams and organisations with a budget. `limitMs`: how long the statement may take, in milliseconds.
 * @throws the database's error
 */
export async function readBudgetedEntities({ pool }: Database, limitMs: number): Promise<Budgeted[]> {
  const statement: LimitedStatement = { text: BUDGETED, query_timeout: limitMs };
  const { rows } = await pool.query<{
    kind: "team" | "organization";
    id: string;
    nano: string;
    duration: string | null;
  }>(statement);
  return rows.map(({ kind, id, nano, duration }) => ({ kind, id, maximum: BigInt(nano), duration }));
}

const WITH_BUDGETS = ["organizations", "teams", "memberships", "users", "keys", "end_users"];
const DURATIONS = WITH_BUDGETS.map(
  (table) => `SELECT budget_duration AS duration FROM ${table} WHERE budget_duration IS NOT NULL`,
).join(" UNION ");

/** The different budget durations of all entities. @throws the database's error */
export async function readBudgetDurations({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ duration: string }>(DURATIONS);
  return rows.map(({ duration }) => duration);
}

/** SQL for the durations of the budgets of a table, which may be null. Members of a team have no warnings. */
const durationsOf = (kind: string, table: string): string =>
  `SELECT DISTINCT '${kind}' AS kind, budget_duration AS duration FROM ${table}
   WHERE max_budget IS NOT NULL${kind === "member" ? "" : " OR soft_budget IS NOT NULL"}`;
const DURATIONS_BY_KIND = [
  ...STORED_KINDS.map(({ type, table }) => durationsOf(type, table)),
  durationsOf("member", "memberships"),
].join(" UNION ALL ");

/** The kinds of entity that have budgets, each with the different durations of these. @throws the database's error */
export async function readDurationsByKind({
  pool,
}: Database): Promise<{ readonly kind: string; readonly duration: string | null }[]> {
  return (await pool.query<{ kind: string; duration: string | null }>(DURATIONS_BY_KIND)).rows;
}
