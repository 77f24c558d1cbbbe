import { CHARGED_ENTITIES } from "./charged-entities";
import { SHARED } from "./all-totals";
import { kindOfType } from "./figure-kinds";

/** SQL for the UTC hour, counted from the epoch, of the timestamp that `at` evaluates to. */
export function hourOf(at: string): string {
  return `floor(extract(epoch FROM ${at}) / 3600)::int`;
}

const SUMS = ["spend", "calls", "failed_calls", "prompt_tokens", "completion_tokens", "unpriced_calls"];

/**
 * The last steps of a statement that changes what calls cost. They add the amounts in `source` to the totals and hourly
 * figures of the entities that they are charged to. `source` has the payers of a call, `hour`, `provider`, `model`, and
 * sums named as in the figures, with `spend` in dollars. All rows are locked in one order, so that two nodes cannot
 * deadlock. Only an entity without a number draws one, because numbers are finite. What is known is looked up by
 * subqueries: as joins, PostgreSQL would sort or hash a whole table of names for each batch. `shard`: SQL for the shard
 * of this process.
 */
export function addFigures(source: string, shard = "0::smallint"): string {
  return `served_names AS (
  SELECT provider, model,
    (SELECT number FROM served_models AS known WHERE known.provider = names.provider AND known.model = names.model) AS number
  FROM (SELECT DISTINCT provider, model FROM ${source}) AS names
), new_served AS (
  INSERT INTO served_models (provider, model)
  SELECT provider, model FROM served_names WHERE number IS NULL ORDER BY provider, model
  ON CONFLICT (provider, model) DO UPDATE SET model = excluded.model
  RETURNING number, provider, model
), served AS (
  SELECT number AS served, provider, model FROM served_names WHERE number IS NOT NULL
  UNION ALL SELECT number, provider, model FROM new_served
), charged AS (
  SELECT entity.type, entity.id, hour, served, ${SUMS.join(", ")}
  FROM ${source} JOIN served USING (provider, model) CROSS JOIN LATERAL ${CHARGED_ENTITIES}
), summed AS (
  SELECT type, id, sum(spend) AS spend, sum(calls) AS calls, sum(prompt_tokens) AS prompt_tokens,
    sum(completion_tokens) AS completion_tokens, sum(unpriced_calls) AS unpriced_calls
  FROM charged GROUP BY type, id
), own AS (
  ${addTotals("entity_totals", "type NOT IN", [])}
), shared AS (
  ${addTotals("shared_totals", "type IN", ["shard", shard])}
), totals AS (
  SELECT * FROM own UNION ALL SELECT * FROM shared
), hourly AS (
  INSERT INTO hourly_figures AS figure (
    kind, entity, hour, served, spend, calls, failed_calls, prompt_tokens, completion_tokens, unpriced_calls)
  SELECT ${kindOfType("type")} AS kind, totals.number, hour, served, (sum(spend) * 1000000000)::bigint,
    sum(calls), sum(failed_calls), sum(prompt_tokens), sum(completion_tokens), sum(unpriced_calls)
  FROM charged JOIN totals ON entity_type = type AND entity_id = id
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (kind, entity, hour, served) DO UPDATE SET
    spend = figure.spend + excluded.spend,
    calls = figure.calls + excluded.calls,
    failed_calls = figure.failed_calls + excluded.failed_calls,
    prompt_tokens = figure.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = figure.completion_tokens + excluded.completion_tokens,
    unpriced_calls = figure.unpriced_calls + excluded.unpriced_calls
)`;
}

/**
 * SQL that adds to the totals in one table, and returns the numbers of their entities. `shard`: the column's name and
 * value; empty: the table has none.
 */
function addTotals(table: string, condition: string, shard: readonly string[]): string {
  const [column, value] = shard;
  const isPart = column === undefined ? "" : ` AND ${column} = ${value}`;
  return `INSERT INTO ${table} AS total (
    entity_type, entity_id, spend, calls, prompt_tokens, completion_tokens, unpriced_calls, updated_at, ${column === undefined ? "" : `${column}, `}number)
  SELECT type, id, spend, calls, prompt_tokens, completion_tokens, unpriced_calls, now(), ${value === undefined ? "" : `${value}, `}coalesce(
    (SELECT number FROM ${table} WHERE entity_type = type AND entity_id = id${isPart}), nextval('entity_totals_number_seq'))
  FROM (SELECT * FROM summed WHERE ${condition} (${SHARED.map((type) => `'${type}'`).join(", ")}) ORDER BY type, id) AS sorted
  ON CONFLICT (entity_type, entity_id${column === undefined ? "" : `, ${column}`}) DO UPDATE SET
    spend = total.spend + excluded.spend,
    calls = total.calls + excluded.calls,
    prompt_tokens = total.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = total.completion_tokens + excluded.completion_tokens,
    unpriced_calls = total.unpriced_calls + excluded.unpriced_calls,
    updated_at = excluded.updated_at,
    number = coalesce(total.number, excluded.number)
  RETURNING entity_type, entity_id, number`;
}
