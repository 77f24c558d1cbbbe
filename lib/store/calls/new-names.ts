import { deploymentOfLiteral } from "@/lib/calls/literal";
import type { SharedModelNames } from "@/lib/calls/shared-model-names";
import type { Database } from "../database";

/** The deployments of wildcard entries, with the names under which their calls beyond the bound are booked. */
const SHARED =
  "unnest($3::text[], $4::text[], $5::text[], $6::text[]) AS shared (deployment, requested_model, provider, model)";

/** Whether a wildcard entry lets any name through. With IN, the names are hashed, also in a plan that is kept. */
const IS_SHARED = "deployment IN (SELECT unnest($3::text[]))";

/** So few names cost the database less than it costs the process to see which of them are needed. */
const FEW_NAMES = 16;

/** By list of names, which is replaced and never changed: where each deployment is in it. */
const PLACES = new WeakMap<readonly SharedModelNames[], ReadonlyMap<string, SharedModelNames>>();

/**
 * The names that stand for models of these calls. With thousands of wildcard entries, PostgreSQL would take longer to
 * read the names of all of them than to book a small batch.
 */
export function neededNames(
  literals: readonly string[],
  names: readonly SharedModelNames[],
): readonly SharedModelNames[] {
  if (names.length <= FEW_NAMES) return names;
  let places = PLACES.get(names);
  if (!places) {
    places = new Map(names.toReversed().map((each) => [each.deployment, each]));
    PLACES.set(names, places);
  }
  const needed = new Set<SharedModelNames>();
  for (const literal of literals) {
    const found = places.get(deploymentOfLiteral(literal) ?? "");
    if (found) needed.add(found);
  }
  return [...needed];
}

/** The values of `$3` to `$6` in the statement that books calls. */
export function sharedNamesParameters(names: readonly SharedModelNames[]): string[][] {
  return [
    names.map(({ deployment }) => deployment),
    names.map(({ requestedModel }) => requestedModel),
    names.map(({ provider }) => provider),
    names.map(({ model }) => model),
  ];
}

/** The name that stands for every tag and end user beyond the bound. */
const OTHER = "other";

const DAY = "(started_at AT TIME ZONE 'UTC')::date";
/** Who named a tag, an end user or a model: the key, or without one the caller. */
const PAYER = `coalesce('key ' || key_id, 'user ' || user_id, 'team ' || team_id, 'organization ' || organization_id, '')`;
/** The prefix of the names of a team's own end users (`teamEndUserId`). */
const TEAM_PREFIX = "replace(replace(coalesce(team_id, ''), '~', '~0'), '/', '~1') || '/'";

/**
 * Steps of booking, after `incoming` and `late`. `refused` has the names of a batch beyond the number that their payer
 * may name for the first time on one UTC day (`$2`). Names of models count where a wildcard entry lets any name
 * through. A name with totals or a record, or from a signed claim, is not new. The row of a payer's count is locked
 * until the batch is booked, so the bound holds over all nodes and restarts. Known names are looked up one by one:
 * with NOT EXISTS, PostgreSQL sorts all totals for each batch.
 */
export const NEW_NAMES = `named AS (
  SELECT ${DAY} AS day, ${PAYER} AS payer, given.type, given.name, min(started_at) AS first
  FROM incoming CROSS JOIN LATERAL (
    SELECT 'end_user' AS type, end_user_id AS name WHERE end_user_id IS NOT NULL AND end_user_signed IS NOT TRUE
    UNION ALL
    SELECT 'tag', tag FROM unnest(tags) AS tag
    UNION ALL
    SELECT 'model', requested_model WHERE ${IS_SHARED}) AS given
  WHERE (end_user_id IS NOT NULL OR tags IS NOT NULL OR ${IS_SHARED})
    AND NOT EXISTS (SELECT FROM late WHERE late.call_id = incoming.call_id)
  GROUP BY 1, 2, 3, 4
), fresh AS (
  SELECT day, payer, type, name, row_number() OVER (PARTITION BY day, payer ORDER BY first, type, name) AS place
  FROM named
  WHERE NOT coalesce((SELECT true FROM entity_totals WHERE entity_type = type AND entity_id = name LIMIT 1), false)
    AND NOT coalesce((SELECT true FROM shared_totals WHERE entity_type = type AND entity_id = name LIMIT 1), false)
    AND NOT coalesce((SELECT true FROM end_users WHERE type = 'end_user' AND end_users.id = name), false)
), counted AS (
  INSERT INTO new_name_counts AS known (day, payer, names, admitted)
  SELECT day, payer, least(count(*), $2::int), least(count(*), $2::int) FROM fresh GROUP BY day, payer ORDER BY day, payer
  ON CONFLICT (day, payer) DO UPDATE SET
    names = known.names + greatest(0, least(excluded.names, $2::int - known.names)),
    admitted = greatest(0, least(excluded.names, $2::int - known.names))
  RETURNING day, payer, admitted
), refused AS (
  SELECT fresh.day, fresh.payer, type, name FROM fresh JOIN counted USING (day, payer) WHERE place > admitted
)`;

// With IN, PostgreSQL looks names up in a table that it hashes once, however many rows it expects.
const IS_REFUSED = (type: string, name: string): string =>
  `(${DAY}, ${PAYER}, '${type}', ${name}) IN (SELECT day, payer, type, name FROM refused)`;

/** The end user that an incoming row is booked with. */
export const ADMITTED_END_USER = `CASE
    WHEN end_user_id IS NULL OR end_user_signed IS TRUE THEN end_user_id
    WHEN ${IS_REFUSED("end_user", "end_user_id")}
      THEN CASE WHEN starts_with(end_user_id, ${TEAM_PREFIX}) THEN ${TEAM_PREFIX} ELSE '' END || '${OTHER}'
    ELSE end_user_id END`;

/** The tags that an incoming row is booked with: `other` stands once, at the end, for all that are refused. */
export const ADMITTED_TAGS = `CASE WHEN tags IS NULL THEN '{}' ELSE (
    SELECT coalesce(array_agg(tag ORDER BY place) FILTER (WHERE NOT is_refused), '{}')
      || CASE WHEN bool_or(is_refused) THEN ARRAY['${OTHER}'] ELSE '{}' END
    FROM (
      SELECT tag, place, CASE WHEN ${IS_REFUSED("tag", "tag")} THEN true ELSE false END AS is_refused
      FROM unnest(tags) WITH ORDINALITY AS given (tag, place) OFFSET 0) AS checked) END`;

/** The value that a call is booked with in a field that depends on its model's name. */
export const admittedModel = (field: "requested_model" | "provider" | "model"): string => `CASE
    WHEN ${IS_SHARED} AND ${IS_REFUSED("model", "requested_model")}
      THEN (SELECT shared.${field} FROM ${SHARED} WHERE shared.deployment = incoming.deployment LIMIT 1)
    ELSE ${field} END`;

/** How long counts are kept, in days. Calls may be booked days late, after a pause. */
const KEPT_DAYS = 30;

/**
 * Deletes the counts of days whose calls are booked. `now`: milliseconds since the epoch. @throws the database's error
 */
export async function pruneNewNames({ pool }: Database, now: number): Promise<void> {
  await pool.query(
    `DELETE FROM new_name_counts WHERE day < (to_timestamp($1::float8 / 1000) AT TIME ZONE 'UTC')::date - ${KEPT_DAYS}`,
    [now],
  );
}
