import { z } from "zod";
import { ROUTE_FAMILIES } from "@/lib/auth/routes";
import { longStatement } from "../bounded-pool";
import type { Database } from "../database";
import { orUnavailable } from "../failures";

/** Somebody whose calls are counted: a role or a scope by its name, a team, a user or a key by its id. */
export interface CallerName {
  readonly kind: "role" | "scope" | "team" | "user" | "key";
  readonly id: string;
}

/** How often somebody asked for a route and a model, and was allowed to. */
export interface CountedCalls extends CallerName {
  readonly route: string;
  readonly family: (typeof ROUTE_FAMILIES)[number];
  /** Empty: the route takes none. */
  readonly model: string;
  readonly count: number;
  /** The UTC day of the last of them, as in `2026-06-15`. */
  readonly lastDay: string;
}

export interface AccessCalls {
  /** The most frequent first. */
  readonly rows: readonly CountedCalls[];
  /** Whether there are more than the limit. */
  readonly truncated: boolean;
  /** The first UTC day since then with any decision on record; null: there is none. */
  readonly firstDay: string | null;
}

const KINDS = ["role", "scope", "team", "user", "key"];

/**
 * A call belongs to the team and the user of its key, to every role and scope of its token, and to the team that the
 * token names, or else the header x-gateway-team-id, or else the first group. Callers are looked up first, and only
 * those that may be asked about: there are fewer of them than decisions.
 */
const READ = `
WITH wanted AS MATERIALIZED (SELECT kind, id FROM unnest($2::text[], $3::text[]) AS asked (kind, id)),
ids AS MATERIALIZED (SELECT ${KINDS.map((kind) => `coalesce(array_agg(id) FILTER (WHERE kind = '${kind}'), '{}') AS ${kind}s`).join(", ")} FROM wanted),
callers AS MATERIALIZED (
  SELECT fingerprint, identity, coalesce(key.team_id, identity->>'teamId') AS own_team,
    coalesce(key.user_id, identity->>'userId', identity->>'objectId') AS person
  FROM recorded_identities CROSS JOIN ids LEFT JOIN keys AS key ON key.id = identity->>'keyId'
  WHERE last_seen >= $1::date AND (identity->'roles' ?| roles OR identity->'scopes' ?| scopes
    OR coalesce(key.team_id, identity->>'teamId', identity->'groups'->>0) = ANY (teams)
    OR coalesce(key.user_id, identity->>'userId', identity->>'objectId') = ANY (users) OR identity->>'keyId' = ANY (keys)
    OR fingerprint IN (SELECT fingerprint FROM recorded_decisions, ids WHERE day >= $1::date AND team <> '' AND team = ANY (teams)))
), named AS (
  SELECT fingerprint, 'role' AS kind, jsonb_array_elements_text(identity->'roles') AS id, true AS always FROM callers
  UNION SELECT fingerprint, 'scope', jsonb_array_elements_text(identity->'scopes'), true FROM callers
  UNION ALL SELECT fingerprint, 'user', person, true FROM callers
  UNION ALL SELECT fingerprint, 'key', identity->>'keyId', true FROM callers
  UNION ALL SELECT fingerprint, 'team', coalesce(own_team, identity->'groups'->>0), own_team IS NOT NULL FROM callers
), known AS MATERIALIZED (SELECT fingerprint, kind, id, always FROM named JOIN wanted USING (kind, id)),
counted AS (
  SELECT kind, id, route, family, model, count, day FROM recorded_decisions JOIN known USING (fingerprint)
  WHERE day >= $1::date AND outcome = 'allow' AND (always OR team = '')
  UNION ALL
  SELECT 'team', team, route, family, model, count, day FROM recorded_decisions JOIN callers USING (fingerprint)
  WHERE day >= $1::date AND outcome = 'allow' AND own_team IS NULL AND team IN (SELECT id FROM wanted WHERE kind = 'team')
)
SELECT kind, id, route, family, model, sum(count)::float8 AS count, to_char(max(day), 'YYYY-MM-DD') AS "lastDay"
FROM counted GROUP BY kind, id, route, family, model
ORDER BY sum(count) DESC, kind, id, route, family, model LIMIT $4`;
const FIRST_DAY = `SELECT to_char(min(day), 'YYYY-MM-DD') AS day FROM recorded_decisions WHERE day >= $1::date`;

const countedRow = z.object({
  kind: z.enum(["role", "scope", "team", "user", "key"]),
  id: z.string(),
  route: z.string(),
  family: z.enum(ROUTE_FAMILIES),
  model: z.string(),
  count: z.number(),
  lastDay: z.string(),
});

/**
 * What the recorded decisions say of these callers since a UTC day, as in `2026-06-15`.
 * @throws GatewayError directory_unavailable, database_too_slow
 */
export async function readAccessCalls(
  { pool }: Pick<Database, "pool">,
  callers: readonly CallerName[],
  { since, limit }: { readonly since: string; readonly limit: number },
): Promise<AccessCalls> {
  const values = [since, callers.map(({ kind }) => kind), callers.map(({ id }) => id), limit + 1];
  const [counted, first] = await Promise.all([
    orUnavailable(pool.query(longStatement(READ, values))),
    orUnavailable(pool.query<{ day: string | null }>(longStatement(FIRST_DAY, [since]))),
  ]);
  return {
    // Another version may know more families.
    rows: counted.rows.slice(0, limit).flatMap((row) => countedRow.safeParse(row).data ?? []),
    truncated: counted.rows.length > limit,
    firstDay: first.rows[0]?.day ?? null,
  };
}
