import { z } from "zod";
import { ROUTE_FAMILIES } from "@/lib/auth/routes";
import { longStatement, queryGroups } from "../bounded-pool";
import type { Database } from "../database";
import { longOrUnavailable } from "../failures";

/** A caller whose calls are counted: a role or a scope by its name, or a team, a user or a key by its id. */
export interface CallerName {
  readonly kind: "role" | "scope" | "team" | "user" | "key";
  readonly id: string;
}

/** How often a caller asked for a route and a model and was allowed. */
export interface CountedCalls extends CallerName {
  readonly route: string;
  readonly family: (typeof ROUTE_FAMILIES)[number];
  /** Empty: the route takes none. */
  readonly model: string;
  readonly count: number;
  /** The UTC day of the last call, as in `2026-06-15`. */
  readonly lastDay: string;
}

export interface AccessCalls {
  /** The most frequent calls first. */
  readonly rows: readonly CountedCalls[];
  /** Whether there are more than the limit. */
  readonly truncated: boolean;
  /** The first UTC day of the period with any decision on record; null: there is none. */
  readonly firstDay: string | null;
}

const WANTED = "wanted AS MATERIALIZED (SELECT kind, id FROM unnest($2::text[], $3::text[]) AS asked (kind, id))";
const SELECTED =
  "kind, id, route, family, model, sum(count)::float8 AS count, to_char(max(day), 'YYYY-MM-DD') AS \"lastDay\"";
const LARGEST =
  "GROUP BY kind, id, route, family, model ORDER BY sum(count) DESC, kind, id, route, family, model LIMIT $4";

/**
 * A call belongs to every role and scope of its token. One role or scope may be everybody's, so these calls are read
 * from the sums that the database keeps (`recorded_uses`).
 */
const READ_NAMES = `
WITH ${WANTED}, known AS MATERIALIZED (
  SELECT names, kind, id FROM recorded_names JOIN wanted ON id = ANY (CASE kind WHEN 'role' THEN roles ELSE scopes END)
)
SELECT ${SELECTED} FROM recorded_uses JOIN known USING (names) WHERE day >= $1::date AND count > 0 ${LARGEST}`;

const idsOf = (kind: CallerName["kind"]): string =>
  `ARRAY(SELECT id FROM unnest($2::text[], $3::text[]) AS asked (kind, id) WHERE kind = '${kind}')`;

/**
 * A call belongs to the team and the user of its key, and to the team that the token names, or else the header
 * x-gateway-team-id, or else the first group. Callers are looked up first, and only those that the question names,
 * because there are fewer callers than decisions.
 */
const READ_CALLERS = `
WITH ${WANTED}, callers AS MATERIALIZED (
  SELECT fingerprint, identity, coalesce(key.team_id, identity->>'teamId') AS own_team,
    coalesce(key.user_id, identity->>'userId', identity->>'objectId') AS person
  FROM recorded_identities LEFT JOIN keys AS key ON key.id = identity->>'keyId'
  WHERE last_seen >= $1::date AND (coalesce(key.team_id, identity->>'teamId', identity->'groups'->>0) = ANY (${idsOf("team")})
    OR coalesce(key.user_id, identity->>'userId', identity->>'objectId') = ANY (${idsOf("user")}) OR identity->>'keyId' = ANY (${idsOf("key")})
    OR fingerprint IN (SELECT fingerprint FROM recorded_decisions WHERE day >= $1::date AND team <> '' AND team = ANY (${idsOf("team")})))
), named AS (
  SELECT fingerprint, 'user' AS kind, person AS id, true AS always FROM callers
  UNION ALL SELECT fingerprint, 'key', identity->>'keyId', true FROM callers
  UNION ALL SELECT fingerprint, 'team', coalesce(own_team, identity->'groups'->>0), own_team IS NOT NULL FROM callers
), known AS MATERIALIZED (SELECT fingerprint, kind, id, always FROM named JOIN wanted USING (kind, id)),
counted AS (
  SELECT kind, id, route, family, model, count, day FROM recorded_decisions JOIN known USING (fingerprint)
  WHERE day >= $1::date AND outcome = 'allow' AND (always OR team = '')
  UNION ALL
  SELECT 'team', team, route, family, model, count, day FROM recorded_decisions JOIN callers USING (fingerprint)
  WHERE day >= $1::date AND outcome = 'allow' AND own_team IS NULL AND team <> '' AND team = ANY (${idsOf("team")})
)
SELECT ${SELECTED} FROM counted ${LARGEST}`;
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
 * Counts the calls of these callers in the recorded decisions since a UTC day, such as `2026-06-15`.
 * @throws GatewayError directory_unavailable, database_too_slow
 */
export async function readAccessCalls(
  { pool }: Pick<Database, "pool">,
  callers: readonly CallerName[],
  { since, limit }: { readonly since: string; readonly limit: number },
): Promise<AccessCalls> {
  const read = async (text: string, wanted: readonly CallerName[]): Promise<object[]> => {
    if (wanted.length === 0) return [];
    const values = [since, wanted.map(({ kind }) => kind), wanted.map(({ id }) => id), limit + 1];
    return longOrUnavailable(queryGroups<object>(pool, text, values));
  };
  const isName = ({ kind }: CallerName): boolean => kind === "role" || kind === "scope";
  const [named, called, first] = await Promise.all([
    read(READ_NAMES, callers.filter(isName)),
    read(
      READ_CALLERS,
      callers.filter((caller) => !isName(caller)),
    ),
    longOrUnavailable(pool.query<{ day: string | null }>(longStatement(FIRST_DAY, [since]))),
  ]);
  // Another version may have recorded families that this one does not know.
  const counted = [...named, ...called].flatMap((row) => countedRow.safeParse(row).data ?? []);
  return {
    rows: counted.sort((one, other) => other.count - one.count).slice(0, limit),
    truncated: named.length + called.length > limit,
    firstDay: first.rows[0]?.day ?? null,
  };
}
