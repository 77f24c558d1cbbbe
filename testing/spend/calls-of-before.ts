import { callLiteral } from "@/lib/calls/literal";
import type { SpendRecord } from "@/lib/calls/record";
import { bookCalls } from "@/lib/store/calls/calls";
import type { Database } from "@/lib/store/database";
import { ALL_TOTALS } from "@/lib/store/spend/all-totals";
import { NO_USAGE } from "@/lib/usage";
import { sampleIntent } from "./spend-samples";

/** A booked call that cost 5 nano-dollars, with changed fields. */
export function record(index: number, changes: Partial<SpendRecord>): SpendRecord {
  return {
    ...sampleIntent(`call-${index}`),
    status: "success",
    attempts: 1,
    tried: [],
    httpStatus: null,
    durationMs: 1,
    upstreamMs: null,
    firstTokenMs: null,
    upstreamRequestId: null,
    spendNano: 5n,
    priceState: "priced",
    priceVersion: null,
    usage: { ...NO_USAGE, promptTokens: index, completionTokens: 1 },
    ...changes,
  };
}

/** Books calls as the version before did: their amounts are in `daily_totals`. */
export async function bookAsBefore(database: Database, records: readonly SpendRecord[]): Promise<void> {
  await bookCalls(database, records.map(callLiteral));
  await database.pool.query(`
    WITH hours AS (DELETE FROM hourly_figures RETURNING *)
    INSERT INTO daily_totals AS old (day, entity_type, entity_id, model, provider, spend, calls, failed_calls, prompt_tokens, completion_tokens, unpriced_calls)
    SELECT date '1970-01-01' + hour / 24, entity_type, entity_id, model, provider, sum(hours.spend) * 0.000000001, sum(hours.calls),
      sum(hours.failed_calls), sum(hours.prompt_tokens), sum(hours.completion_tokens), sum(hours.unpriced_calls)
    FROM hours JOIN ${ALL_TOTALS} AS total ON total.number = entity JOIN served_models ON served_models.number = served
    GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT (entity_type, day, entity_id, model, provider) DO UPDATE SET spend = old.spend + excluded.spend, calls = old.calls + excluded.calls,
      failed_calls = old.failed_calls + excluded.failed_calls, prompt_tokens = old.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = old.completion_tokens + excluded.completion_tokens, unpriced_calls = old.unpriced_calls + excluded.unpriced_calls`);
  await database.pool.query(
    "UPDATE entity_totals SET number = NULL WHERE NOT EXISTS (SELECT FROM daily_figures WHERE entity = number)",
  );
}
