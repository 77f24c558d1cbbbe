import { z } from "zod";
import { queryGroups } from "../bounded-pool";
import type { Database } from "../database";
import { longOrUnavailable } from "../failures";

/** How many models, teams and users are listed at most. */
const MOST_LISTED = 10;

/**
 * Counted decisions about the tokens of an issuer. `id`: empty in the sum of all (`all`), otherwise a UTC day, a model,
 * a team or a user. In the row `callers`, `allowed` is the number of different callers.
 */
export interface CountedTraffic {
  readonly kind: "all" | "callers" | "day" | "model" | "team" | "user";
  readonly id: string;
  readonly allowed: number;
  readonly refused: number;
}

const SUMS = `coalesce(sum(count) FILTER (WHERE outcome = 'allow'), 0) AS allowed,
  coalesce(sum(count) FILTER (WHERE outcome <> 'allow'), 0) AS refused`;
const listed = (
  kind: CountedTraffic["kind"],
  column: string,
): string => `(SELECT '${kind}' AS kind, ${column} AS id, ${SUMS}
  FROM decided WHERE ${column} <> '' GROUP BY ${column} ORDER BY sum(count) DESC, ${column} LIMIT ${MOST_LISTED})`;
/**
 * CASE keeps PostgreSQL from planning for few callers, as it would for an equality, and from then looking up the
 * decisions of each caller one by one. PostgreSQL cannot estimate the condition with CASE and assumes that half of the
 * rows meet it.
 */
const READ = `
WITH callers AS MATERIALIZED (
  SELECT fingerprint, identity->>'teamId' AS own_team, identity->'groups'->>0 AS first_group,
    coalesce(identity->>'userId', identity->>'objectId') AS person
  FROM recorded_identities WHERE CASE identity->>'issuer' WHEN $1 THEN true ELSE false END AND last_seen >= $2::date
), decided AS MATERIALIZED (
  SELECT day, decision.fingerprint, outcome, count::float8 AS count, model, coalesce(own_team, nullif(team, ''), first_group, '') AS team, coalesce(person, '') AS person
  FROM recorded_decisions AS decision JOIN callers USING (fingerprint) WHERE day >= $2::date
)
SELECT 'all' AS kind, '' AS id, ${SUMS} FROM decided
UNION ALL SELECT 'callers', '', count(*)::float8, 0 FROM (SELECT FROM decided GROUP BY fingerprint) AS each_caller
UNION ALL (SELECT 'day', to_char(day, 'YYYY-MM-DD'), ${SUMS} FROM decided GROUP BY day ORDER BY day)
UNION ALL ${listed("model", "model")} UNION ALL ${listed("team", "team")} UNION ALL ${listed("user", "person")}`;

const row = z.object({
  kind: z.enum(["all", "callers", "day", "model", "team", "user"]),
  id: z.string(),
  allowed: z.number(),
  refused: z.number(),
});

/**
 * Counts the recorded decisions about the tokens of an issuer since a UTC day: in all, by day, and for the models,
 * teams and users with the most. @throws GatewayError directory_unavailable, database_too_slow
 */
export async function readIssuerTraffic(
  { pool }: Pick<Database, "pool">,
  issuer: string,
  since: string,
): Promise<CountedTraffic[]> {
  const rows = await longOrUnavailable(queryGroups(pool, READ, [issuer, since]));
  return rows.map((one) => row.parse(one));
}
