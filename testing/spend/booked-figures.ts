import type { Database } from "@/lib/store/database";
import { makeHourlyPartitions } from "@/lib/store/spend/figure-partitions";
import { kindOfType } from "@/lib/store/spend/figure-kinds";
import type { EntityType } from "@/lib/entity-type";

const HOUR_MS = 3_600_000;

/** What was booked for an entity in the first hour of a UTC day, such as `2026-11-21`. `spend` is in dollars. */
export interface BookedDay {
  readonly day: string;
  readonly type: EntityType;
  readonly id: string;
  readonly provider: string;
  readonly model: string;
  readonly spend: number;
  readonly calls: number;
  readonly failed_calls?: number;
  readonly prompt_tokens?: number;
  readonly completion_tokens?: number;
  readonly unpriced_calls?: number;
}

const INSERT = `
WITH given AS (
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS row (day date, type text, id text, provider text, model text, spend numeric, calls int,
    failed_calls int, prompt_tokens bigint, completion_tokens bigint, unpriced_calls int)
), named AS (
  INSERT INTO entity_totals AS total (entity_type, entity_id, spend, calls, prompt_tokens, completion_tokens, unpriced_calls, number)
  SELECT type, id, 0, 0, 0, 0, 0, nextval('entity_totals_number_seq') FROM (SELECT DISTINCT type, id FROM given) AS entity
  ON CONFLICT (entity_type, entity_id) DO UPDATE SET number = coalesce(total.number, excluded.number)
  RETURNING entity_type, entity_id, number
), served AS (
  INSERT INTO served_models (provider, model) SELECT DISTINCT provider, model FROM given
  ON CONFLICT (provider, model) DO UPDATE SET model = excluded.model RETURNING number, provider, model
)
INSERT INTO hourly_figures AS figure (kind, entity, hour, served, spend, calls, failed_calls, prompt_tokens, completion_tokens, unpriced_calls)
SELECT ${kindOfType("type")}, named.number, (day - date '1970-01-01') * 24, served.number, sum(spend) * 1000000000, sum(calls),
  coalesce(sum(failed_calls), 0), coalesce(sum(prompt_tokens), 0), coalesce(sum(completion_tokens), 0), coalesce(sum(unpriced_calls), 0)
FROM given JOIN named ON entity_type = type AND entity_id = id JOIN served USING (provider, model)
GROUP BY 1, 2, 3, 4`;

/** Books figures without the calls behind them. */
export async function insertFigures(database: Database, days: readonly BookedDay[]): Promise<void> {
  await makeHourlyPartitions(
    database,
    days.map(({ day }) => Date.parse(day) / HOUR_MS),
  );
  await database.pool.query(INSERT, [JSON.stringify(days)]);
}
