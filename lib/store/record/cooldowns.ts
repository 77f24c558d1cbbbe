import { z } from "zod";
import { longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { longOrUnavailable } from "../failures";

/** How long cooldowns are kept after their end, in hours. */
const KEPT_HOURS = 48;
const DELETED_AT_ONCE = 5_000;

/**
 * A stretch of time in which a deployment got no calls for a model on one node. Times are milliseconds since the epoch.
 */
export interface CooldownStretch {
  readonly deployment: string;
  /** The upstream model. */
  readonly model: string;
  readonly beganAt: number;
  /** In the future while the cooldown lasts. */
  readonly until: number;
  /** One of `COOLDOWN_REASONS`. */
  readonly reason: string;
}

/** What a node writes about a stretch replaces what it wrote about it before. */
const WRITE = `
INSERT INTO deployment_cooldowns AS known (deployment, model, node, began_at, until, reason)
SELECT DISTINCT ON (deployment, model, "beganAt") deployment, model, $1, "beganAt", until, reason
FROM json_to_recordset($2::json) AS told (deployment text, model text, "beganAt" timestamptz(3), until timestamptz(3), reason text)
ORDER BY deployment, model, "beganAt", until DESC
ON CONFLICT (deployment, model, node, began_at) DO UPDATE SET until = excluded.until, reason = excluded.reason`;

/** Stores the stretches of a node, or new ends of known ones. @throws pg.DatabaseError, or a connection error */
export async function writeCooldowns(
  { pool }: Pick<Database, "pool">,
  node: string,
  stretches: readonly CooldownStretch[],
): Promise<void> {
  if (stretches.length === 0) return;
  const told = stretches.map(({ beganAt, until, ...rest }) => ({
    ...rest,
    beganAt: new Date(beganAt),
    until: new Date(until),
  }));
  await pool.query(WRITE, [node, JSON.stringify(told)]);
}

const READ = `
SELECT deployment, model, node, reason, (extract(epoch FROM began_at) * 1000)::float8 AS "beganAt",
  (extract(epoch FROM until) * 1000)::float8 AS until
FROM deployment_cooldowns
WHERE until > to_timestamp($1::float8 / 1000) AND began_at < to_timestamp($2::float8 / 1000)
ORDER BY until DESC, deployment, model, node, began_at LIMIT $3`;

const cooldownRow = z.object({
  deployment: z.string(),
  model: z.string(),
  node: z.string(),
  reason: z.string(),
  beganAt: z.number(),
  until: z.number(),
});
export type NodeCooldown = z.output<typeof cooldownRow>;

/**
 * The cooldowns on all nodes that lasted at some time from `since` and before `until`, in milliseconds since the epoch;
 * those with the latest end come first. @throws GatewayError directory_unavailable, database_too_slow
 */
export async function readCooldowns(
  { pool }: Pick<Database, "pool">,
  { since, until, limit }: { readonly since: number; readonly until: number; readonly limit: number },
): Promise<NodeCooldown[]> {
  const { rows } = await longOrUnavailable(pool.query(longStatement(READ, [since, until, limit])));
  return rows.map((row) => cooldownRow.parse(row));
}

/** Deletes cooldowns that ended more than `KEPT_HOURS` ago. `now`: milliseconds since the epoch. */
export async function pruneCooldowns({ pool }: Pick<Database, "pool">, now: number): Promise<void> {
  const statement =
    "DELETE FROM deployment_cooldowns WHERE ctid = ANY(ARRAY(SELECT ctid FROM deployment_cooldowns WHERE until < $1 LIMIT $2))";
  const before = new Date(now - KEPT_HOURS * 3_600_000);
  for (;;) {
    const { rowCount } = await pool.query(longStatement(statement, [before, DELETED_AT_ONCE]));
    if ((rowCount ?? 0) < DELETED_AT_ONCE) return;
  }
}
