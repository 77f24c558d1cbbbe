import type { Database } from "../database";
import { longStatement } from "../bounded-pool";
import { orUnavailable } from "../failures";
import { likePattern } from "../like-pattern";
import { ALL_TOTALS } from "../spend/all-totals";
import { kindOfType } from "../spend/figure-kinds";
import type { PayerType } from "@/lib/entity-type";

const HOUR_MS = 3_600_000;

/** What was spent of late: nano-dollars, and when the first of it was booked, in milliseconds since the epoch. */
export interface RecentSpend {
  readonly spent: bigint;
  readonly first: number;
}

/**
 * SQL for the figures since an hour of some entities, summed for each. Models may be patterns, so that they are looked
 * up apart. The hour is a literal, so that the partitions before it are not even planned. The figures of each are
 * summed where they are looked up: the planner would read those of all payers for a few.
 */
function statementSince(hour: number): string {
  const own = `kind = ${kindOfType("asked.type")} AND entity = named.number`;
  return `
SELECT asked.n::int AS n, sum(figure.spend)::text AS nano, min(figure.hour) AS hour
FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (type, id, pattern, n) CROSS JOIN LATERAL (
  SELECT number FROM ${ALL_TOTALS} AS total WHERE entity_type = asked.type AND entity_id = asked.id AND asked.pattern IS NULL
  UNION SELECT number FROM ${ALL_TOTALS} AS total WHERE entity_type = 'model' AND entity_id LIKE asked.pattern
) AS named CROSS JOIN LATERAL (
  SELECT sum(spend) AS spend, min(hour) AS hour FROM (
    SELECT hour, spend FROM hourly_figures WHERE ${own} AND hour >= ${hour}
    UNION ALL SELECT day * 24, spend FROM daily_figures WHERE ${own} AND day >= ${Math.floor(hour / 24)}
  ) AS part
) AS figure
WHERE figure.spend IS NOT NULL GROUP BY asked.n`;
}

/**
 * What each entity has spent since a moment, in their order; undefined: nothing. @throws GatewayError
 * directory_unavailable
 */
export async function readRecentSpend(
  { pool }: Pick<Database, "pool">,
  entities: readonly { readonly type: PayerType; readonly id: string }[],
  since: number,
): Promise<(RecentSpend | undefined)[]> {
  const found: (RecentSpend | undefined)[] = entities.map(() => undefined);
  if (entities.length === 0) return found;
  const statement = longStatement(statementSince(Math.floor(since / HOUR_MS)), [
    entities.map(({ type }) => type),
    entities.map(({ id }) => id),
    entities.map(({ type, id }) => (type === "model" ? likePattern(id) : null)),
  ]);
  const { rows } = await orUnavailable(pool.query<{ n: number; nano: string; hour: number }>(statement));
  for (const { n, nano, hour } of rows) found[n - 1] = { spent: BigInt(nano), first: hour * HOUR_MS };
  return found;
}
