import type { PoolClient } from "pg";
import { USAGE_UNITS, type CallStatus, type UsageUnits } from "@/lib/usage";
import { CallConditions } from "./call-conditions";
import { type CallFilter } from "@/lib/calls/filter";
import { selectionOf } from "./call-selection";
import { addFigures, hourOf } from "@/lib/store/spend/add-figures";
import { withHourlyPartitions } from "@/lib/store/spend/figure-partitions";
import { inTransaction, LONG_LIMIT_MS, longStatement } from "../bounded-pool";
import type { Database } from "../database";

/** The last call that a run has looked at, in order of time. `startedAt`: milliseconds since the epoch. */
export interface RepriceCursor {
  readonly startedAt: number;
  readonly callId: string;
}

/** The facts of a booked call that its price depends on. */
export interface RepriceableCall extends RepriceCursor {
  readonly status: CallStatus;
  readonly provider: string;
  readonly model: string;
  readonly deployment: string;
  /** Dollars, as an exact decimal. */
  readonly spend: string;
  readonly priceState: string;
  readonly priceVersion: string | null;
  readonly units: UsageUnits;
}

export interface NewCallPrice {
  readonly call_id: string;
  /** ISO 8601. */
  readonly started_at: string;
  /** Dollars, as an exact decimal. */
  readonly spend: string;
  readonly price_state: string;
  readonly price_version: string | null;
}

const UNITS = `json_build_object(${Object.entries(USAGE_UNITS)
  .map(([unit, { column }]) => `'${unit}', ${column}`)
  .join(", ")}) AS units`;

/** The next calls to look at, in order of time. */
export async function readRepriceableCalls(
  database: Database,
  filter: CallFilter,
  after: RepriceCursor | undefined,
  limit: number,
): Promise<RepriceableCall[]> {
  const conditions = new CallConditions(await selectionOf(database, [filter]));
  if (after) conditions.after(after.startedAt, after.callId);
  const { rows } = await database.pool.query<Omit<RepriceableCall, "startedAt"> & { startedAt: Date }>(
    longStatement(
      `SELECT call_id AS "callId", started_at AS "startedAt", status, provider, model, deployment, spend::text AS spend,
         price_state AS "priceState", price_version AS "priceVersion", ${UNITS}
       FROM calls WHERE ${conditions.sql} ORDER BY started_at, call_id LIMIT ${conditions.bind(limit)}`,
      conditions.values,
    ),
  );
  return rows.map((row) => ({ ...row, startedAt: row.startedAt.getTime() }));
}

/**
 * Stores new prices and adds the differences to the totals. Totals are locked in the same order as by booking, so that
 * the two cannot deadlock.
 */
const REPRICE = `
WITH incoming AS (
  SELECT * FROM json_to_recordset($1::json) AS row (call_id text, started_at timestamptz, spend numeric(20, 9), price_state text, price_version text)
), old AS (
  SELECT calls.call_id, calls.started_at, calls.spend, calls.price_state FROM calls JOIN incoming USING (call_id, started_at)
  WHERE (calls.spend, calls.price_state, calls.price_version) IS DISTINCT FROM (incoming.spend, incoming.price_state, incoming.price_version)
), changed AS (
  UPDATE calls SET spend = incoming.spend, price_state = incoming.price_state, price_version = incoming.price_version
  FROM incoming JOIN old USING (call_id, started_at)
  WHERE calls.call_id = incoming.call_id AND calls.started_at = incoming.started_at
  RETURNING calls.*, calls.spend - old.spend AS more_spend,
    (calls.price_state = 'unpriced')::int - (old.price_state = 'unpriced')::int AS more_unpriced
), differences AS (
  SELECT ${hourOf("started_at")} AS hour, provider, model, requested_model, key_id, user_id, team_id, organization_id,
    team_organization_id, end_user_id, issuer, mcp_server, tags, more_spend AS spend, 0 AS calls, 0 AS failed_calls,
    0 AS prompt_tokens, 0 AS completion_tokens, more_unpriced AS unpriced_calls
  FROM changed
), ${addFigures("differences")}
SELECT count(*)::int AS changed FROM changed`;

const HOURS = `SELECT DISTINCT ${hourOf("started_at")} AS hour FROM calls WHERE call_id = ANY ($1)`;

/** A run of re-pricing, which has one audit event. */
export interface RepriceRun {
  readonly id: string;
  readonly actor: string;
}

/**
 * Gives calls new prices; returns how many calls changed. The calls, their totals and the run's audit event change in
 * one transaction. `progress` makes the `after` of that event from the number of changed calls.
 */
export async function repriceCalls(
  database: Database,
  run: RepriceRun,
  prices: readonly NewCallPrice[],
  progress: (changed: number) => object,
): Promise<number> {
  const ids = prices.map(({ call_id }) => call_id);
  const reprice = async (client: PoolClient): Promise<number> => {
    // Locks the calls in a statement of its own, so that the next one sees what another run has just changed about
    // them.
    await client.query(
      `SELECT FROM calls WHERE (call_id, started_at) IN (SELECT * FROM unnest($1::text[], $2::timestamptz[]))
       ORDER BY call_id FOR UPDATE`,
      [ids, prices.map(({ started_at }) => started_at)],
    );
    const { rows } = await client.query<{ changed: number }>(REPRICE, [JSON.stringify(prices)]);
    const changed = rows[0]?.changed ?? 0;
    if (changed > 0) await recordProgress(client, run, progress(changed));
    return changed;
  };
  return withHourlyPartitions(database, () => inTransaction(database.pool, LONG_LIMIT_MS, reprice), {
    text: HOURS,
    values: [ids],
  });
}

async function recordProgress(client: PoolClient, run: RepriceRun, after: object): Promise<void> {
  const known = await client.query(
    "UPDATE audit_events SET after = $2 WHERE entity_type = 'spend' AND entity_id = $1",
    [run.id, after],
  );
  if (known.rowCount !== 0) return;
  await client.query(
    "INSERT INTO audit_events (actor, action, entity_type, entity_id, after) VALUES ($1, 'spend.reprice', 'spend', $2, $3)",
    [run.actor, run.id, after],
  );
}
