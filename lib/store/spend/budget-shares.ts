import type { Pool, PoolClient } from "pg";
import type { BudgetReading, Elsewhere } from "@/lib/limits/budget-account";
import type { BudgetQuestion, ShareGrant, ShareRequest } from "@/lib/limits/io/budget-keeper";
import { readSpent } from "./budget-figures";
import { inTransaction, type LimitedStatement } from "../bounded-pool";
import type { Database } from "../database";

/**
 * The first half of the advisory locks of budgets; the second is a hash of the budget. The locks of partitions have the
 * same first half, so a budget whose hash equals that of a table's name sometimes waits for them.
 */
const LOCKS = 7_200_302;
/** A share that is not renewed in this time belongs to a node that died or was cut off. */
const LEASE = "interval '30 seconds'";
/** How long one statement may take, in milliseconds: as long as calls wait for budgets. */
const LIMIT_MS = 2_000;
/** How many budgets one transaction locks: the server has room for a few thousand locks in all. */
const BATCH = 200;

/** Takes the locks in one order, so that processes cannot deadlock. */
const LOCK = `SELECT pg_advisory_xact_lock($2, hash) FROM (SELECT DISTINCT hashtext(budget) AS hash FROM unnest($1::text[]) AS budget ORDER BY 1) AS budgets`;
const inNano = (dollars: string): string => `trunc(sum(${dollars}) * 1000000000)::text`;
const ELSEWHERE = `
  SELECT asked.n::int AS n, ${inNano("amount - idle")} AS held, ${inNano("idle")} AS idle, ${inNano("wanted")} AS wanted
  FROM unnest($1::text[], $2::text[], $3::text[], $4::float8[]) WITH ORDINALITY AS asked (type, id, duration, start_ms, n)
  JOIN budget_shares ON entity_type = type AND entity_id = id AND budget_duration = duration AND window_start = to_timestamp(start_ms / 1000)
  WHERE holder <> $5 AND renewed_at > clock_timestamp() - ${LEASE} GROUP BY asked.n`;
const KEEP = `
  INSERT INTO budget_shares (entity_type, entity_id, budget_duration, window_start, holder, window_end, amount, idle, wanted, renewed_at)
  SELECT type, id, duration, to_timestamp(start_ms / 1000), $5, to_timestamp(end_ms / 1000), amount / 1000000000, idle / 1000000000, wanted / 1000000000, clock_timestamp()
  FROM unnest($1::text[], $2::text[], $3::text[], $4::float8[], $6::float8[], $7::numeric[], $8::numeric[], $9::numeric[])
    AS asked (type, id, duration, start_ms, end_ms, amount, idle, wanted)
  ON CONFLICT (entity_type, entity_id, budget_duration, window_start, holder)
  DO UPDATE SET amount = excluded.amount, idle = excluded.idle, wanted = excluded.wanted, renewed_at = excluded.renewed_at`;
/** Deletes the process's shares that are given back or whose windows are over. */
const GIVE_BACK = `DELETE FROM budget_shares WHERE holder = $1 AND (amount + wanted = 0 OR window_end < clock_timestamp())`;

/**
 * The spend of budgets and the shares that other processes hold of them, in the order of the questions.
 * @throws the database's error
 */
export async function readBudgets(
  { pool }: Database,
  holder: string,
  questions: readonly BudgetQuestion[],
): Promise<BudgetReading[]> {
  const [booked, elsewhere] = await Promise.all([
    readSpent(pool, questions, LIMIT_MS),
    readElsewhere(pool, holder, questions),
  ]);
  return questions.map((_, index) => ({ booked: booked[index] ?? 0n, elsewhere: elsewhere[index] ?? NOBODY }));
}

/**
 * Exchanges this process's shares of budgets, in the order of the requests. A lock keeps other processes from taking
 * shares between the reading of what is left and the taking of some of it. @throws the database's error
 */
export async function exchangeShares(
  { pool }: Database,
  holder: string,
  requests: readonly ShareRequest[],
): Promise<ShareGrant[]> {
  const grants: ShareGrant[] = [];
  for (let at = 0; at < requests.length; at += BATCH) {
    const batch = requests.slice(at, at + BATCH);
    grants.push(...(await inTransaction(pool, LIMIT_MS, (client) => exchangeBatch(client, holder, batch))));
  }
  return grants;
}

/**
 * Deletes the shares of a process that has ended, once all of its calls are booked, and shares that nobody has renewed
 * for a day.
 */
export async function releaseShares({ pool }: Database, holder: string): Promise<void> {
  await pool.query("DELETE FROM budget_shares WHERE holder = $1 OR renewed_at < clock_timestamp() - interval '1 day'", [
    holder,
  ]);
}

const NOBODY: Elsewhere = { held: 0n, idle: 0n, wanted: 0n };

async function exchangeBatch(
  client: PoolClient,
  holder: string,
  requests: readonly ShareRequest[],
): Promise<ShareGrant[]> {
  await client.query(LOCK, [requests.map(({ type, id, duration }) => `${type} ${duration ?? ""} ${id}`), LOCKS]);
  const booked = await readSpent(client, requests);
  const elsewhere = await readElsewhere(client, holder, requests);
  const shares = requests.map(({ decide }, index) => {
    const { held, idle, wanted } = elsewhere[index] ?? NOBODY;
    return decide({ booked: booked[index] ?? 0n, others: held + idle, wantedElsewhere: wanted });
  });
  const ends = requests.map(({ end }) => (Number.isFinite(end) ? end : null));
  const amounts = [
    shares.map(({ amount }) => String(amount)),
    shares.map(({ idle }) => String(idle)),
    shares.map(({ wanted }) => String(wanted)),
  ];
  await client.query(KEEP, [...columns(requests), holder, ends, ...amounts]);
  await client.query(GIVE_BACK, [holder]);
  return shares.map(({ amount }, index) => ({ amount, elsewhere: elsewhere[index] ?? NOBODY }));
}

async function readElsewhere(
  connection: Pool | PoolClient,
  holder: string,
  questions: readonly BudgetQuestion[],
): Promise<Elsewhere[]> {
  const values = [...columns(questions), holder];
  const statement: LimitedStatement = { text: ELSEWHERE, values, query_timeout: LIMIT_MS };
  const { rows } = await connection.query<{ n: number; held: string; idle: string; wanted: string }>(statement);
  const found = questions.map(() => NOBODY);
  for (const { n, held, idle, wanted } of rows)
    found[n - 1] = { held: BigInt(held), idle: BigInt(idle), wanted: BigInt(wanted) };
  return found;
}

function columns(questions: readonly BudgetQuestion[]): (string | number)[][] {
  return [
    questions.map(({ type }) => type),
    questions.map(({ id }) => id),
    questions.map(({ duration }) => duration ?? ""),
    questions.map(({ start }) => start),
  ];
}
