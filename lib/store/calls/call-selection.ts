import type { CallFilter } from "@/lib/calls/filter";
import type { Database } from "../database";
import { likePattern } from "../like-pattern";
import type { CallSelection } from "./call-conditions";

/** How many names of models are looked through. If there are more, the pattern is compared with every call. */
const MOST_MODELS = 1_000;

/**
 * The names of models that calls have. It takes one step along the index for each name, instead of a look at each call.
 */
const KNOWN_MODELS = `
WITH RECURSIVE known (model, n) AS (
  (SELECT model, 1 FROM calls ORDER BY model LIMIT 1)
  UNION ALL
  SELECT (SELECT calls.model FROM calls WHERE calls.model > known.model ORDER BY calls.model LIMIT 1), n + 1
  FROM known WHERE known.model IS NOT NULL AND n <= $2
)
SELECT coalesce(array_agg(model) FILTER (WHERE model LIKE $1), '{}') AS models, count(*)::int AS known FROM known`;

/** The time since which calls are kept, in milliseconds since the epoch; undefined: none has ever been deleted. */
export async function keptFrom({ pool }: Pick<Database, "pool">): Promise<number | undefined> {
  const { rows } = await pool.query<{ kept: Date | null }>(
    "SELECT max(pruned_before)::timestamp AT TIME ZONE 'UTC' AS kept FROM call_retention",
  );
  return rows[0]?.kept?.getTime();
}

/**
 * The filters as this database applies them: calls that are no longer kept are left out even before they are deleted,
 * and a pattern of models becomes the names that it matches.
 */
export async function selectionOf(database: Database, filters: readonly CallFilter[]): Promise<CallSelection[]> {
  const [kept, ...resolved] = await Promise.all([
    keptFrom(database),
    ...filters.map((filter) => withModels(database, filter)),
  ]);
  return kept === undefined ? resolved : [...resolved, { from: kept }];
}

async function withModels({ pool }: Database, filter: CallFilter): Promise<CallSelection> {
  const { model, ...rest } = filter;
  if (!model?.includes("*")) return filter;
  const { rows } = await pool.query<{ models: string[]; known: number }>(KNOWN_MODELS, [
    likePattern(model),
    MOST_MODELS,
  ]);
  const [found] = rows;
  return !found || found.known > MOST_MODELS ? filter : { ...rest, models: found.models };
}
