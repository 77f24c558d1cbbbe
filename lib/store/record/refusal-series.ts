import type { RefusalGroup } from "@/lib/refusal";
import { queryGroups } from "../bounded-pool";
import type { Database } from "../database";
import { longOrUnavailable } from "../failures";

/** The refusals of a code in one step. */
interface RefusalCount {
  /** The number of the step, from 0 on. */
  readonly point: number;
  readonly code: string;
  readonly count: number;
}

const READ = `SELECT width_bucket(hour, $1::timestamptz[]) - 1 AS point, code, sum(count)::float8 AS count
  FROM refusal_counts WHERE hour >= $2 AND hour < $3 AND ($4::text IS NULL OR code = $4) AND ($5::text IS NULL OR kind = $5)
    AND ($6::text IS NULL OR principal = $6) AND ($7::text IS NULL OR route = $7) AND ($8::text IS NULL OR model = $8)
  GROUP BY 1, 2 ORDER BY 1, 2`;

/**
 * The refusals of groups with these parts, by step and code; steps without any are left out. `bounds`: the instants at
 * which the steps begin, and the one at which the last ends, in milliseconds since the epoch. An hour counts for the
 * step in which it begins. @throws GatewayError directory_unavailable, database_too_slow
 */
export async function readRefusalSeries(
  { pool }: Pick<Database, "pool">,
  { code, kind, principal, route, model }: Partial<RefusalGroup>,
  bounds: readonly number[],
): Promise<RefusalCount[]> {
  const instants = bounds.map((bound) => new Date(bound));
  const values = [
    instants,
    instants[0],
    instants.at(-1),
    ...[code, kind, principal, route, model].map((part) => part ?? null),
  ];
  return longOrUnavailable(queryGroups<RefusalCount>(pool, READ, values));
}
